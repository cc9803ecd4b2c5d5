"""resolvelib, the resolver inside pip, on an index in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from resolvelib import AbstractProvider, BaseReporter, Resolver
from resolvelib.resolvers import ResolutionImpossible

from benches.resolvers.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from benches.resolvers.problem import Demand, Problem

ROUNDS = 10_000_000
Candidate = tuple[int, int]


class Provider(AbstractProvider):
    """Newest first, and those in conflict before others, as pip does."""

    def __init__(self, problem: Problem) -> None:
        self._demands = problem.demands

    def identify(self, requirement_or_candidate: tuple[int, Any]) -> int:
        """Both a demand and a candidate start with their package."""
        return requirement_or_candidate[0]

    def get_preference(
        self, identifier: int, *, information: Mapping[int, Any], backtrack_causes: Any, **_: Any
    ) -> tuple[bool, int, int]:
        """Packages that caused the last failure first, then those most asked for."""
        causes = {
            number
            for cause in backtrack_causes
            for number in (cause.requirement[0], cause.parent[0] if cause.parent else None)
        }
        return identifier not in causes, -len(list(information[identifier])), identifier

    def find_matches(
        self,
        identifier: int,
        requirements: Mapping[int, Iterator[Demand]],
        incompatibilities: Mapping[int, Iterator[Candidate]],
    ) -> list[Candidate]:
        """Every version that meets all demands and is not known to fail."""
        demands = list(requirements[identifier])
        failed = {version for _, version in incompatibilities[identifier]}
        return [
            (identifier, version)
            for version in reversed(range(len(self._demands[identifier])))
            if version not in failed
            and all(any(low <= version < high for low, high in spans) for _, spans in demands)
        ]

    def is_satisfied_by(self, requirement: Demand, candidate: Candidate) -> bool:
        """Tells whether the version is in one of the spans."""
        return any(low <= candidate[1] < high for low, high in requirement[1])

    def get_dependencies(self, candidate: Candidate) -> tuple[Demand, ...]:
        """Gives what the version requires."""
        return self._demands[candidate[0]][candidate[1]]


def prepare(problem: Problem) -> Peer[dict[int, int] | None]:
    """Nothing is prepared: the problem is the index."""

    def solve() -> dict[int, int] | None:
        resolver = Resolver(Provider(problem), BaseReporter())
        try:
            result = resolver.resolve(problem.roots, max_rounds=ROUNDS)
        except ResolutionImpossible:
            return None
        return {package: candidate[1] for package, candidate in result.mapping.items()}

    return Peer(solve, lambda chosen: chosen)
