"""libsolv, the resolver of mamba and zypper; its pool is built before the first solve."""

from __future__ import annotations

from functools import reduce
from typing import Any

import solv

from benches.resolvers.peer import Peer
from benches.resolvers.problem import (
    Demand,
    Problem,
    package_name,
    package_number,
    version_number,
    version_text,
)

OPERATORS = {
    "==": solv.REL_EQ,
    ">=": solv.REL_GT | solv.REL_EQ,
    "<=": solv.REL_LT | solv.REL_EQ,
}
NOTHING = [("<=", "0")]


def prepare(problem: Problem) -> Peer[list[Any] | None]:
    """Builds the pool of solvables; the root is one of them."""
    pool = _pool(problem)

    def solve() -> list[Any] | None:
        solver = pool.Solver()
        job = pool.Job(
            solv.Job.SOLVER_INSTALL | solv.Job.SOLVER_SOLVABLE_NAME, pool.str2id(package_name(0))
        )
        return None if solver.solve([job]) else solver.transaction().newsolvables()

    return Peer(solve, _read)


def _read(solvables: list[Any] | None) -> dict[int, int] | None:
    if solvables is None:
        return None
    return {package_number(one.name): version_number(one.evr) for one in solvables}


def _pool(problem: Problem) -> Any:
    pool = solv.Pool()
    pool.setdisttype(solv.Pool.DISTTYPE_CONDA)
    pool.setarch("x86_64")
    repository = pool.add_repo("problem")
    for package, versions in enumerate(problem.demands):
        name = package_name(package)
        for version, demands in enumerate(versions):
            text = version_text(version)
            one = repository.add_solvable()
            one.name, one.evr, one.arch = name, text, "noarch"
            one.add_deparray(solv.SOLVABLE_PROVIDES, _relation(pool, name, ("==", text)))
            for demand in demands:
                one.add_deparray(solv.SOLVABLE_REQUIRES, _dependency(pool, problem, demand))
    repository.internalize()
    pool.createwhatprovides()
    return pool


def _dependency(pool: Any, problem: Problem, demand: Demand) -> Any:
    name = package_name(demand[0])
    alternatives = [
        reduce(
            lambda one, other: one.Rel(solv.REL_WITH, other),
            [_relation(pool, name, comparator) for comparator in comparators] or [pool.Dep(name)],
        )
        for comparators in problem.comparators(demand) or [NOTHING]
    ]
    return reduce(lambda one, other: one.Rel(solv.REL_OR, other), alternatives)


def _relation(pool: Any, name: str, comparator: tuple[str, str]) -> Any:
    operator, version = comparator
    return pool.Dep(name).Rel(OPERATORS[operator], pool.Dep(version))
