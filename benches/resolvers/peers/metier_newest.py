"""metier from Python, in process: the defined answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Literal

import metier
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

Outcome = metier.Resolution | metier.Conflict | metier.LimitReached
ROOMY = SimpleNamespace(max_roots=1 << 20, max_packages=1 << 20, max_depth=1 << 20)
NOTHING = "<0.0.0"


def prepare(problem: Problem, prefer: Literal["newest", "any"] = "newest") -> Peer[Outcome]:
    """Compiles the catalog; roots are given as a caller has them, ids and requirements."""
    catalog = compiled(problem)
    roots = [
        (
            package_name(demand[0]),
            metier.Requirement.parse(range_of(problem, demand), dialect="npm"),
        )
        for demand in problem.roots
    ]
    return Peer(lambda: metier.resolve(catalog, roots, limits=ROOMY, prefer=prefer), read)


def read(outcome: Outcome) -> dict[int, int] | None:
    """Reads the chosen versions; a limit reached is no answer."""
    if isinstance(outcome, metier.LimitReached):
        raise SystemExit(f"a limit was reached: {outcome.counters}")
    if isinstance(outcome, metier.Conflict):
        return None
    return {package_number(one.id): version_number(str(one.version)) for one in outcome.packages}


def compiled(problem: Problem) -> metier.Catalog:
    """Compiles all packages but the root."""
    known: dict[Demand, str] = {}

    def text(demand: Demand) -> str:
        if demand not in known:
            known[demand] = range_of(problem, demand)
        return known[demand]

    return metier.Catalog.build(
        (
            (
                package_name(package),
                version_text(version),
                {package_name(demand[0]): text(demand) for demand in demands},
            )
            for package, versions in enumerate(problem.demands)
            if package != ROOT
            for version, demands in enumerate(versions)
        ),
        dialect="npm",
    )


def range_of(problem: Problem, demand: Demand) -> str:
    """Writes a demand in the npm dialect."""
    return problem.range_text(demand, both=" ", either=" || ", nothing=NOTHING).replace("==", "=")
