"""cargo as a whole process: `cargo generate-lockfile` over a registry in a folder."""

from __future__ import annotations

import json
import subprocess
import tempfile
import tomllib
from functools import partial
from pathlib import Path

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

CONFIGURATION = """[source.crates-io]
replace-with = "problem"
[source.problem]
local-registry = "registry"
"""
MANIFEST = """[package]
name = "root"
version = "0.0.0"
edition = "2021"
[dependencies]
"""
NOTHING = "=9.9.9"
NO_SOLUTION = "failed to select a version"


def prepare(problem: Problem) -> Peer[Path | None]:
    """Writes the index and a project that asks for the roots."""
    folder = Path(tempfile.mkdtemp())
    for inside in ("registry/index", ".cargo", "src"):
        (folder / inside).mkdir(parents=True)
    for package, versions in enumerate(problem.demands):
        if package != ROOT:
            records = [_record(problem, package, version) for version in range(len(versions))]
            _write_records(folder / "registry" / "index", package_name(package), records)
    roots = "".join(
        f'{package_name(demand[0])} = "{_requirement(problem, demand)}"\n'
        for demand in problem.roots
    )
    (folder / ".cargo/config.toml").write_text(CONFIGURATION, encoding="utf-8")
    (folder / "Cargo.toml").write_text(MANIFEST + roots, encoding="utf-8")
    (folder / "src/lib.rs").touch()
    return Peer(partial(_solve, folder), _read)


def _solve(folder: Path) -> Path | None:
    lock = folder / "Cargo.lock"
    lock.unlink(missing_ok=True)
    done = subprocess.run(
        ["cargo", "generate-lockfile", "--offline"],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode and NO_SOLUTION not in done.stderr:
        raise SystemExit(done.stderr)
    return None if done.returncode else lock


def _read(lock: Path | None) -> dict[int, int] | None:
    if lock is None:
        return None
    packages = tomllib.loads(lock.read_text(encoding="utf-8"))["package"]
    return {
        package_number(one["name"]): version_number(one["version"])
        for one in packages
        if one["name"] != "root"
    }


def _requirement(problem: Problem, demand: Demand) -> str:
    alternatives = problem.comparators(demand)
    if len(alternatives) > 1:
        raise SystemExit("cargo's requirements have no alternatives")
    if not alternatives:
        return NOTHING
    comparators = [operator.replace("==", "=") + version for operator, version in alternatives[0]]
    return ", ".join(comparators) or "*"


def _record(problem: Problem, package: int, version: int) -> dict[str, object]:
    return {
        "name": package_name(package),
        "vers": version_text(version),
        "cksum": "0" * 64,
        "features": {},
        "yanked": False,
        "deps": [
            {
                "name": package_name(demand[0]),
                "req": _requirement(problem, demand),
                "features": [],
                "optional": False,
                "default_features": True,
                "target": None,
                "kind": "normal",
            }
            for demand in problem.demands[package][version]
        ],
    }


def _write_records(index: Path, name: str, records: list[dict[str, object]]) -> None:
    folder = index / name[:2] / name[2:4]
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / name).write_text(lines, encoding="utf-8")
