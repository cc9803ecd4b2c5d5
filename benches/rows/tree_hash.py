"""The tree digest against the loop that people write: walk, `open()`, read, `hashlib.sha256`."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import metier
from benches.measure import Timing, call, interleave
from benches.row import Row, at_least, at_most, milliseconds, not_measured

AREA = "tree hash"
GIBIBYTE = 1 << 30
FILES_A_FOLDER = 1000


@dataclass(frozen=True, slots=True)
class Tree:
    """A generated tree and its two bars.

    Attributes:
        files: Number of files.
        size: Bytes in each.
        one: Bar for one thread, in CPU time.
        two: Bar for two threads, in elapsed time, against the loop on one.
    """

    files: int
    size: int
    one: float
    two: float


TREES = {
    "100k × 4 KiB": Tree(100_000, 4096, 2.2, 3.0),
    "10k × 64 KiB": Tree(10_000, 65_536, 1.4, 2.6),
}


def rows() -> list[Row]:
    """Measures two trees, on one thread and on two, and one large file."""
    if "tree_digest" not in metier.__all__:
        bar = "≥ 2.2× one thread, ≥ 3× two threads"
        return [not_measured(AREA, "tree of small files", bar, "metier has no tree_digest")]
    return [*(row for name in TREES for row in _tree_rows(name)), _file_row()]


def _tree_rows(name: str) -> list[Row]:
    tree = TREES[name]
    works = (f"{name}, warm, 1 thread, CPU", f"{name}, warm, 2 threads, wall")
    with tempfile.TemporaryDirectory() as folder:
        if reason := _no_room(folder, tree.files * tree.size):
            bars = (tree.one, tree.two)
            return [
                not_measured(AREA, work, f"≥ {bar:g}×", reason)
                for work, bar in zip(works, bars, strict=True)
            ]
        make_tree(Path(folder), tree.files, tree.size)
        timings = interleave(
            {
                "loop": call(lambda: hash_loop(folder)),
                "one": call(lambda: metier.tree_digest(folder, jobs=1)),
                "two": call(lambda: metier.tree_digest(folder, jobs=2)),
            }
        )
    loop, one, two = timings["loop"], timings["one"], timings["two"]
    return [
        at_least(AREA, works[0], loop.cpu / one.cpu, tree.one, _pair(one, loop, "cpu")),
        at_least(AREA, works[1], loop.wall / two.wall, tree.two, _pair(two, loop, "wall")),
    ]


def _pair(ours: Timing, theirs: Timing, clock: str) -> str:
    return f"{milliseconds(getattr(ours, clock))} against {milliseconds(getattr(theirs, clock))}"


def _file_row() -> Row:
    work = "one file of 1 GiB against `hashlib.file_digest`, CPU"
    with tempfile.TemporaryDirectory() as folder:
        if reason := _no_room(folder, GIBIBYTE):
            return not_measured("one file", work, "≤ 1.1×", reason)
        path = Path(folder) / "large"
        block = bytes(range(256)) * 4096
        with path.open("wb") as file:
            for _ in range(GIBIBYTE // len(block)):
                file.write(block)
        timings = interleave(
            {
                "metier": call(lambda: metier.sha256_file(path)),
                "hashlib": call(lambda: _hash_file(path)),
            }
        )
    ours, theirs = timings["metier"], timings["hashlib"]
    return at_most("one file", work, ours.cpu / theirs.cpu, 1.10, _pair(ours, theirs, "cpu"))


def make_tree(folder: Path, files: int, size: int) -> None:
    """Fills `folder` with `files` files of `size` bytes, each of its own content."""
    for number in range(files):
        parent = folder / f"part-{number // FILES_A_FOLDER}"
        if number % FILES_A_FOLDER == 0:
            parent.mkdir()
        seed = hashlib.sha256(str(number).encode()).digest()
        parent.joinpath(f"file-{number}.bin").write_bytes((seed * (size // 32 + 1))[:size])


def hash_loop(folder: str) -> dict[str, bytes]:
    """Hashes every file below `folder` the way a Python program does without metier."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = f"{parent}/{name}"
            with open(path, "rb") as file:  # noqa: PTH123 - the loop that is compared with
                found[path] = hashlib.sha256(file.read()).digest()
    return found


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _no_room(folder: str, needed: int) -> str:
    free = shutil.disk_usage(folder).free
    return f"{needed >> 20} MiB do not fit in {free >> 20} MiB" if free < needed * 2 else ""
