"""Poetry's PubGrub on a repository in memory: its solver alone, without its command."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from cleo.io.null_io import NullIO
from poetry.core.packages.dependency import Dependency
from poetry.core.packages.package import Package
from poetry.core.packages.project_package import ProjectPackage
from poetry.mixology.failure import SolveFailureError
from poetry.mixology.version_solver import VersionSolver
from poetry.puzzle.provider import Provider
from poetry.repositories import Repository, RepositoryPool

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

if TYPE_CHECKING:
    from poetry.core.constraints.version import VersionConstraint

NOTHING = "<0"


class Index(Repository):
    """Packages by name: the stock repository looks through all of them."""

    def __init__(self, problem: Problem) -> None:
        super().__init__("problem")
        self._by_name = {
            package_name(package): [
                _package(problem, package, version) for version in range(len(versions))
            ]
            for package, versions in enumerate(problem.demands)
            if package != ROOT
        }

    def _find_packages(self, name: str, constraint: VersionConstraint) -> list[Package]:
        return [one for one in self._by_name.get(name, ()) if constraint.allows(one.version)]

    def package(self, name: str, version: object) -> Package:
        """Gives the package of that version."""
        return next(one for one in self._by_name[name] if one.version == version)


def prepare(problem: Problem) -> Peer[list[Package] | None]:
    """Builds every package with its dependencies."""
    logging.disable(logging.CRITICAL)
    index = Index(problem)
    pool = RepositoryPool()
    pool.add_repository(index)

    def solve() -> list[Package] | None:
        root = ProjectPackage("root", "0.0.0")
        for demand in problem.roots:
            root.add_dependency(_dependency(problem, demand))
        try:
            return VersionSolver(root, Provider(root, pool, NullIO())).solve().packages
        except SolveFailureError:
            return None

    return Peer(solve, _read)


def _read(packages: list[Package] | None) -> dict[int, int] | None:
    if packages is None:
        return None
    return {package_number(one.name): version_number(str(one.version)) for one in packages}


def _package(problem: Problem, package: int, version: int) -> Package:
    made = Package(package_name(package), version_text(version))
    for demand in problem.demands[package][version]:
        made.add_dependency(_dependency(problem, demand))
    return made


def _dependency(problem: Problem, demand: Demand) -> Dependency:
    text = problem.range_text(demand, both=",", either=" || ", nothing=NOTHING)
    return Dependency(package_name(demand[0]), text)
