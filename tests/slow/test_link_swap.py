"""The race: another process swaps what is read for links to outside, all the while.

Spec 02: "The test swaps files for links in a loop from another process for ten seconds: foreign
bytes returned must be 0".
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest
from link_swap import read_under_attack

from metier import LoadError, _core

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

SECONDS = 10.0
OURS = b"ours" * 1000
FOREIGN = b"foreign!" * 500

# What a reader may be told: never an error without a meaning of its own.
KINDS = {"ours", "foreign", "link", "not_a_folder", "not_a_file", "changed_while_reading"}

READER = """
import collections, json, sys, time
from metier import LoadError, _core

root, seconds, paths = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
outcomes = collections.Counter()
end = time.monotonic() + seconds
while time.monotonic() < end:
    for path in paths:
        try:
            content = _core.read_file(root, path, 1 << 20)[0]
        except LoadError as error:
            outcomes[error.code] += 1
        else:
            kind = "ours" if content == b"ours" * 1000 else "foreign"
            outcomes[kind] += 1
json.dump(outcomes, sys.stdout)
"""


@pytest.fixture
def arena(tmp_path: Path) -> Path:
    """A package to read, and what lies outside of it."""
    package, outside = tmp_path / "package", tmp_path / "outside"
    for folder in (package / "docs", outside / "docs"):
        folder.mkdir(parents=True)
    for folder, content in ((package, OURS), (outside, FOREIGN)):
        (folder / "skill.json").write_bytes(content)
        (folder / "docs" / "guide.md").write_bytes(content)
    return tmp_path


def under_attack(arena: Path, backend: str, swaps: list[tuple[Path, Path]]) -> Counter[str]:
    """Reads both files for ten seconds while each pair of paths is exchanged over and over."""
    paths = ["skill.json", "docs/guide.md"]
    arguments = [str(arena / "package"), str(SECONDS), *paths]
    return read_under_attack(READER, arguments, swaps, backend=backend, seconds=SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["descriptors", "components"])
@pytest.mark.parametrize("target", ["file", "folder"])
def test_swap_for_links_returns_no_foreign_byte(arena: Path, backend: str, target: str) -> None:
    package, outside = arena / "package", arena / "outside"
    names = {"file": ["skill.json", "docs/guide.md"], "folder": ["docs"]}[target]
    swaps = []
    for number, name in enumerate(names):
        link = arena / f"link{number}"
        link.symlink_to(outside / name)
        swaps.append((package / name, link))
    outcomes = under_attack(arena, backend, swaps)
    print(backend, target, dict(outcomes))  # noqa: T201 - the figure is the point
    assert outcomes["foreign"] == 0
    # The attack was real: both faces were met, many times.
    assert outcomes["ours"] > 100
    assert outcomes["link"] + outcomes["not_a_folder"] > 100
    assert set(outcomes) <= KINDS


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["descriptors", "components", "portable"])
def test_swap_for_a_fifo_never_hangs_the_reader(arena: Path, backend: str) -> None:
    os.mkfifo(arena / "pipe")
    outcomes = under_attack(arena, backend, [(arena / "package" / "skill.json", arena / "pipe")])
    print(backend, dict(outcomes))  # noqa: T201 - the figure is the point
    assert outcomes["foreign"] == 0
    assert outcomes["ours"] > 100
    assert outcomes["not_a_file"] > 100
    assert set(outcomes) <= KINDS


def test_read_file_of_a_fifo_returns_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    began = time.monotonic()
    with pytest.raises(LoadError) as caught:
        _core.read_file(tmp_path, "pipe", 10)
    assert caught.value.code == "not_a_file"
    assert time.monotonic() - began < 5
