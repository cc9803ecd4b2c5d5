"""py-rattler, which is resolvo under conda's records; it reads the records it touches."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from rattler import Channel, RepoDataRecord, SparseRepoData, solve_with_sparse_repodata
from rattler.exceptions import SolverError

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

NOTHING = "<0"


def prepare(problem: Problem) -> Peer[list[RepoDataRecord] | None]:
    """Writes the records to a file and opens it, as a channel's cache is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "repodata.json")
        path.write_text(json.dumps(_records(problem)), encoding="utf-8")
        records = SparseRepoData(Channel(folder), "noarch", path)
    specs = [_spec(problem, demand) for demand in problem.roots]

    def solve() -> list[RepoDataRecord] | None:
        try:
            return asyncio.run(
                solve_with_sparse_repodata(specs, [records], timestamp_policy="allow-missing")
            )
        except SolverError:
            return None

    return Peer(solve, _read)


def _read(records: list[RepoDataRecord] | None) -> dict[int, int] | None:
    if records is None:
        return None
    return {
        package_number(record.name.normalized): version_number(str(record.version))
        for record in records
    }


def _records(problem: Problem) -> dict[str, object]:
    packages = {
        f"{package_name(package)}-{version_text(version)}-0.tar.bz2": {
            "name": package_name(package),
            "version": version_text(version),
            "build": "0",
            "build_number": 0,
            "subdir": "noarch",
            "size": 1,
            "md5": "0" * 32,
            "sha256": "0" * 64,
            "depends": [_spec(problem, demand) for demand in demands],
        }
        for package, versions in enumerate(problem.demands)
        if package != ROOT
        for version, demands in enumerate(versions)
    }
    return {
        "info": {"subdir": "noarch"},
        "packages": packages,
        "packages.conda": {},
        "repodata_version": 1,
    }


def _spec(problem: Problem, demand: Demand) -> str:
    text = problem.range_text(demand, both=",", either="|", nothing=NOTHING)
    return f"{package_name(demand[0])} {text}"
