"""What strict accepts, other people's tools list and extract alike, execute bits included.

Spec 03: "whatever strict accepts, `zipfile`, `unzip` and 7-Zip list identically (`unzip` exits 1
on an empty archive: exempt)".
"""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING

import pytest
from archive_trees import built, ordered, read, trees, twin, write_folder
from attacks import CLASSES
from attacks.variant import DEMO, Files
from hypothesis import HealthCheck, given, settings
from zip_tools import READERS, assert_all_agree, run

import metier

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
NUMBERS = count()


@pytest.mark.timeout(600)
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(tree=trees)
def test_generated_archives_are_read_alike_by_every_tool(tree: Files, tmp_path: Path) -> None:
    for data in (built(tree), twin(tree)):
        folder = tmp_path / str(next(NUMBERS))
        assert_all_agree(data, ordered(tree), tree, folder, list(READERS))


def test_empty_archive_is_read_alike_by_every_tool_but_unzip(tmp_path: Path) -> None:
    readers = [name for name in READERS if name != "unzip"]
    assert_all_agree(built({}), [], {}, tmp_path / "empty", readers)


@pytest.mark.timeout(600)
def test_classes_that_strict_accepts_are_read_alike_by_every_tool(tmp_path: Path) -> None:
    """Archives in archives, the archive that is in itself, and junk kept as files."""
    accepted = 0
    for name, make in CLASSES.items():
        for number, variant in enumerate(make()):
            if variant.strict is not None:
                accepted += 1
                folder = tmp_path / f"{name}-{number}"
                names = ordered(variant.strict)
                assert_all_agree(variant.data, names, variant.strict, folder, list(READERS))
    assert accepted >= 5


@pytest.mark.timeout(600)
def test_changed_names_that_strict_accepts_are_read_alike_by_every_tool(tmp_path: Path) -> None:
    """Names of any bytes, which strict mostly refuses."""
    source = random.Random(7)  # noqa: S311 - the same archives on every run
    old = b"references/guide.md"
    accepted = 0
    for number in range(3000):
        new = bytearray(old)
        for _ in range(source.randint(1, 3)):
            new[source.randrange(len(new))] = source.randrange(256)
        data = built(DEMO).replace(old, bytes(new))
        try:
            tree = read(data)
        except metier.ArchiveError:
            continue
        accepted += 1
        if accepted % 5 == 0:
            assert_all_agree(data, list(tree), tree, tmp_path / str(number), list(READERS))
    assert accepted > 100


@pytest.mark.parametrize("tool", READERS)
def test_execute_bits_survive_in_every_tool(tool: str, tmp_path: Path) -> None:
    assert_all_agree(built(DEMO), list(DEMO), DEMO, tmp_path / "demo", [tool])


def test_tools_write_zips_that_import_reads(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "demo", DEMO)
    run("sh", "-c", f"cd {folder} && zip -q -r ../zip.zip .")
    run("7zz", "a", "-tzip", tmp_path / "7zz.zip", f"{folder}/*")
    run(
        "bsdtar",
        "--format",
        "zip",
        "-cf",
        tmp_path / "bsdtar.zip",
        "-C",
        folder,
        "SKILL.md",
        "references",
        "scripts",
    )
    run("tar", "-czf", tmp_path / "tar.zip", "-C", folder, ".")
    for name in ("zip.zip", "7zz.zip", "bsdtar.zip", "tar.zip"):
        assert (name, read((tmp_path / name).read_bytes(), "import")) == (name, DEMO)
