"""The canonical archive against `zipfile` and `zip -0`, from the same files in a folder."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import metier
from benches.measure import call, interleave, process
from benches.row import Row, at_least, milliseconds, not_measured
from benches.rows.tree_hash import make_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

AREA = "zip"
WORK = "10k × 4 KiB from a folder, stored, CPU"
FILES, SIZE = 10_000, 4096


def rows() -> list[Row]:
    """Measures reading the folder and writing one archive file, by each writer."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        make_tree(tree, FILES, SIZE)
        target = Path(folder) / "out.zip"
        contenders = {
            "metier": call(lambda: by_metier(tree, target)),
            "zipfile": call(lambda: by_zipfile(tree, target)),
        }
        if shutil.which("zip"):
            contenders["zip"] = process(
                ["sh", "-c", f"rm -f {target}.z && zip -q -X -0 -r {target}.z ."], cwd=str(tree)
            )
        timings = interleave(contenders, rounds=11)
    bars = {"zipfile": 3.5, "zip": 2.0}
    names = {"zipfile": "`zipfile`", "zip": "`zip -X -0`"}
    return [
        at_least(
            AREA,
            f"{WORK}, against {names[peer]}",
            timings[peer].cpu / timings["metier"].cpu,
            bar,
            f"{milliseconds(timings['metier'].cpu)} against {milliseconds(timings[peer].cpu)}",
        )
        if peer in timings
        else not_measured(AREA, f"{WORK}, against {names[peer]}", f"≥ {bar:g}×", "not installed")
        for peer, bar in bars.items()
    ]


def by_zipfile(tree: Path, target: Path) -> None:
    """What a Python program does without metier."""
    with zipfile.ZipFile(target, "w") as archive:
        for path, name in listing(tree):
            archive.write(path, name)


def by_metier(tree: Path, target: Path) -> None:
    """The same with `build_archive`, files read one by one with the calls that cost least."""
    files = {}
    for path, name in listing(tree):
        descriptor = os.open(path, os.O_RDONLY)
        files[name] = os.read(descriptor, SIZE + 1)
        os.close(descriptor)
    target.write_bytes(metier.build_archive(files))


def listing(tree: Path) -> Iterator[tuple[str, str]]:
    """Gives each file's path, and its name in the archive."""
    for parent, _, names in os.walk(tree):
        prefix = parent[len(str(tree)) + 1 :]
        for name in names:
            yield f"{parent}/{name}", f"{prefix}/{name}"
