"""The walk of the loaders, which no swapped link deceives, against the walk that people write."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from benches.measure import interleave, process
from benches.row import Row, at_most, milliseconds, not_measured

AREA = "verified load"
WORK = (
    "500 folders of 20 files of 4 KiB: walk by descriptors against a walk by paths in Rust with "
    "open, fstat and read, CPU"
)
ROOT = Path(__file__).parents[2]
FOLDERS, FILES, SIZE = 500, 20, 4096


def rows() -> list[Row]:
    """Measures whole processes of one program that reads the same folders in both ways."""
    if shutil.which("cargo") is None:
        return [not_measured(AREA, WORK, "≤ 1.1×", "cargo is not installed")]
    build = ["cargo", "build", "--release", "--quiet", "--locked", "-p", "metier-core"]
    subprocess.run([*build, "--example", "read_folders"], cwd=ROOT, check=True)
    program = str(ROOT / "target" / "release" / "examples" / "read_folders")
    with tempfile.TemporaryDirectory() as folder:
        make_skills(Path(folder))
        timings = interleave(
            {how: process([program, how, folder]) for how in ("verified", "paths")},
            rounds=11,
        )
    ours, theirs = timings["verified"].cpu, timings["paths"].cpu
    detail = f"{milliseconds(ours)} against {milliseconds(theirs)}"
    return [at_most(AREA, WORK, ours / theirs, 1.10, detail)]


def make_skills(folder: Path) -> None:
    """Makes folders as skills are: a few files at the root and in two folders."""
    for number in range(FOLDERS):
        skill = folder / f"skill-{number:03}"
        for name in ("references", "scripts"):
            (skill / name).mkdir(parents=True)
        for file in range(FILES):
            parent = skill / ("", "references", "scripts")[file % 3]
            (parent / f"file-{file}.md").write_bytes(bytes([file]) * SIZE)
