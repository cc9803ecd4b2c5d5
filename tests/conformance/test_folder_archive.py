"""The canonical archive of a folder, written to a file.

Spec 03: "`build_archive(files) -> bytes`, and streaming to a file. [...] any two implementers,
machines and years give the same bytes".
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from archive_trees import built, portable, read, trees, write_folder
from hypothesis import given, settings

import metier

if TYPE_CHECKING:
    from attacks.variant import Files

SHARED = Path(os.environ.get("METIER_SHARED") or Path(__file__).parents[3] / "shared")
VECTORS = SHARED / "vectors" / "tree_and_zip.json"
FILES: Files = {"SKILL.md": (b"x", False), "scripts/run.sh": (b"#!/bin/sh\n", True)}

# Prints the size of the archive of a large folder, and by how much memory grew for it.
WRITER = """
import resource, sys
import metier

metier.archive_folder(sys.argv[1], sys.argv[2])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
size = metier.archive_folder(
    sys.argv[3], sys.argv[4], limits=metier.Limits(max_package_bytes=1 << 30)
).size
print(size, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10)
"""


def vectors() -> list[Any]:
    if not VECTORS.is_file():
        return []
    rows = json.loads(VECTORS.read_text("utf-8"))["vectors"]
    return [pytest.param(row, id=row["name"]) for row in rows]


def folder_of(path: Path, tree: Files) -> Path:
    path.mkdir()
    return write_folder(path, tree)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
@pytest.mark.parametrize("row", vectors())
def test_written_archive_has_the_golden_bytes(
    row: dict[str, Any], umask: int, tmp_path: Path
) -> None:
    tree = {
        path: (base64.b64decode(file["b64"]), file["executable"])
        for path, file in row["files"].items()
    }
    folder = folder_of(tmp_path / "tree", tree)
    before = os.umask(umask)
    try:
        written = metier.archive_folder(folder, tmp_path / "out.zip")
    finally:
        os.umask(before)
    assert written.path == str(tmp_path / "out.zip")
    assert (written.size, written.digest) == (row["zip_size"], "sha256:" + row["zip_sha256"])
    assert metier.sha256_file(written.path) == written.digest
    assert written.tree.digest == row["tree_digest"]


@settings(max_examples=40, deadline=None)
@given(tree=trees)
def test_folder_archive_and_reading_are_one_tree(
    tree: Files, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Spec 03: "A round trip `folder -> archive -> read -> tree digest` is a property test"."""
    kept = {path: file for path, file in tree.items() if "._" not in path}
    assert portable(kept) == kept
    place = tmp_path_factory.mktemp("round")
    folder = folder_of(place / "tree", kept)
    written = metier.archive_folder(folder, place / "out.zip")
    data = Path(written.path).read_bytes()
    assert data == built(kept)
    assert read(data) == kept
    assert written.tree == metier.tree_digest(folder) == metier.read_archive(data).tree


def test_large_folder_is_archived_in_the_memory_of_its_largest_file(tmp_path: Path) -> None:
    """96 MiB in files of 4 MiB take less than 24 MiB."""
    pytest.importorskip("resource")
    small = folder_of(tmp_path / "small", FILES)
    large = folder_of(
        tmp_path / "large", {f"{number}.bin": (bytes(4 << 20), False) for number in range(24)}
    )
    done = subprocess.run(
        [sys.executable, "-c", WRITER, small, tmp_path / "s.zip", large, tmp_path / "l.zip"],
        capture_output=True,
        text=True,
        check=True,
    )
    size, grown = map(int, done.stdout.split())
    assert size == (tmp_path / "l.zip").stat().st_size > 96 << 20
    assert grown < 24 << 20


def test_archive_in_its_own_folder_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "tree", FILES)
    for target in (folder / "out.zip", folder / "scripts" / "out.zip"):
        with pytest.raises(metier.ConfigurationError) as caught:
            metier.archive_folder(folder, target)
        assert caught.value.code == "output_inside_folder"
        assert not target.exists()


def test_refusals_say_which_file_and_leave_nothing(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "tree", FILES)
    target = tmp_path / "out.zip"
    with pytest.raises(metier.ArchiveError) as unwritable:
        metier.archive_folder(folder, tmp_path / "missing" / "out.zip")
    assert unwritable.value.code == "archive_write_failed"
    assert unwritable.value.path == str(tmp_path / "missing" / "out.zip")
    with pytest.raises(metier.ArchiveError) as large:
        metier.archive_folder(folder, target, limits=metier.Limits(max_package_bytes=10))
    assert (large.value.code, large.value.path) == ("zip_total", "scripts/run.sh")
    (folder / "link").symlink_to("SKILL.md")
    with pytest.raises(metier.LoadError) as link:
        metier.archive_folder(folder, target)
    assert (link.value.code, link.value.path) == ("link", "link")
    with pytest.raises(metier.LoadError) as missing:
        metier.archive_folder(tmp_path / "nothing", target)
    assert missing.value.code == "not_found"
    with pytest.raises(metier.ConfigurationError) as nul:
        metier.archive_folder(folder, "a\0b")
    assert nul.value.code == "invalid_path_argument"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree"]


def test_progress_counts_files_and_bytes(tmp_path: Path) -> None:
    progress = metier.Progress()
    folder = folder_of(tmp_path / "tree", FILES)
    metier.archive_folder(folder, tmp_path / "out.zip", progress=progress)
    assert (progress.files, progress.total_files, progress.bytes) == (2, 2, 11)
