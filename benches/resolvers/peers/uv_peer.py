"""uv as a whole process: `uv pip compile` over local wheels, its cache warm."""

from __future__ import annotations

import subprocess
import tempfile
import zipfile
from functools import partial
from pathlib import Path

from uv import find_uv_bin

from benches.resolvers.peer import Peer
from benches.resolvers.problem import (
    ROOT,
    Demand,
    Problem,
    package_name,
    package_number,
    version_number,
    version_text,
)

NO_SOLUTION = "No solution found"


def prepare(problem: Problem) -> Peer[str | None]:
    """Writes a wheel for each version into the temporary folder of the contest."""
    folder = Path(tempfile.mkdtemp())
    for package, versions in enumerate(problem.demands):
        if package != ROOT:
            for version in range(len(versions)):
                _write_wheel(folder, problem, package, version)
    roots = folder / "roots.in"
    roots.write_text("".join(_line(problem, demand) for demand in problem.roots), "utf-8")
    return Peer(partial(_solve, folder), _read)


def _solve(folder: Path) -> str | None:
    command = [
        find_uv_bin(),
        "pip",
        "compile",
        "roots.in",
        "--no-index",
        "--find-links",
        ".",
        "--offline",
    ]
    done = subprocess.run(
        [*command, "--cache-dir", "cache", "--no-annotate", "--no-header", "--quiet"],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode and NO_SOLUTION not in done.stderr:
        raise SystemExit(done.stderr)
    return None if done.returncode else done.stdout


def _read(text: str | None) -> dict[int, int] | None:
    if text is None:
        return None
    pairs = (line.split("==") for line in text.split() if "==" in line)
    return {package_number(name): version_number(version) for name, version in pairs}


def _line(problem: Problem, demand: Demand) -> str:
    alternatives = problem.comparators(demand)
    if len(alternatives) > 1:
        raise SystemExit("Python's requirements have no alternatives")
    comparators = alternatives[0] if alternatives else [("<", "0")]
    return package_name(demand[0]) + ",".join(map("".join, comparators)) + "\n"


def _write_wheel(folder: Path, problem: Problem, package: int, version: int) -> None:
    name, text = package_name(package), version_text(version)
    requires = "".join(
        f"Requires-Dist: {_line(problem, demand)}" for demand in problem.demands[package][version]
    )
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {text}\n{requires}"
    wheel = "Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(folder / f"{name}-{text}-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}-{text}.dist-info/METADATA", metadata)
        archive.writestr(f"{name}-{text}.dist-info/WHEEL", wheel)
        archive.writestr(f"{name}-{text}.dist-info/RECORD", "")
