"""A dependency problem that every resolver can be given, whatever its dialect of versions.

Package 0 is the root and has one version. Version number `i` of any package is `1.i.0`, so a
larger number is newer, a requirement is a list of half-open spans of numbers, and every version
has the same major number (cargo then takes one version of a package, as all others do).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Span = tuple[int, int]
Demand = tuple[int, tuple[Span, ...]]
ROOT = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Packages, their versions and what these require.

    Attributes:
        name: What reports call it.
        demands: By package and version: the packages required, and which versions will do.
    """

    name: str
    demands: tuple[tuple[tuple[Demand, ...], ...], ...]

    @property
    def roots(self) -> tuple[Demand, ...]:
        """What the root requires."""
        return self.demands[ROOT][0]

    def comparators(self, demand: Demand) -> list[list[tuple[str, str]]]:
        """Writes a demand as alternatives of comparators, exact on the versions there are.

        An alternative without comparators admits every version; no alternative admits none.
        """
        target, spans = demand
        count = len(self.demands[target])
        return [_comparators(low, high, count) for low, high in spans if low < high]

    def range_text(self, demand: Demand, *, both: str, either: str, nothing: str) -> str:
        """Writes a demand as one text, in a dialect whose words are given.

        Args:
            demand: What is required.
            both: What stands between comparators that all have to hold.
            either: What stands between alternatives.
            nothing: A range without a version.
        """
        alternatives = [
            both.join(map("".join, comparators)) or "*" for comparators in self.comparators(demand)
        ]
        return either.join(alternatives) or nothing

    def is_valid(self, chosen: Mapping[int, int]) -> bool:
        """Tells whether the versions chosen, by package, satisfy the root and each other."""
        members = {**chosen, ROOT: 0}
        return all(
            target in members and any(low <= members[target] < high for low, high in spans)
            for package, version in members.items()
            for target, spans in self.demands[package][version]
        )

    def behind_newest(self, chosen: Mapping[int, int]) -> int:
        """Counts the versions that are newer than the chosen ones."""
        return sum(
            len(self.demands[package]) - 1 - version
            for package, version in chosen.items()
            if package != ROOT
        )

    def write(self, path: Path) -> None:
        """Writes the problem as numbers: each list after its length, spans as two numbers."""
        numbers: list[int] = [len(self.demands)]
        for versions in self.demands:
            numbers.append(len(versions))
            for demands in versions:
                numbers.append(len(demands))
                for target, spans in demands:
                    numbers += [target, len(spans), *(end for span in spans for end in span)]
        path.write_text(" ".join(map(str, numbers)), encoding="ascii")

    @classmethod
    def read(cls, path: Path) -> Problem:
        """Reads what `write` wrote; the name is that of the file."""
        numbers = map(int, path.read_text(encoding="ascii").split())

        def many() -> range:
            return range(next(numbers))

        demands = tuple(
            tuple(
                tuple(
                    (next(numbers), tuple((next(numbers), next(numbers)) for _ in many()))
                    for _ in many()
                )
                for _ in many()
            )
            for _ in many()
        )
        return cls(path.stem, demands)


def package_name(package: int) -> str:
    """Names a package so that order by name is order by number."""
    return f"p{package:06d}"


def package_number(name: str) -> int:
    """Gives the number of a package name."""
    return int(name.removeprefix("p"))


def version_text(version: int) -> str:
    """Writes a version."""
    return f"1.{version}.0"


def version_number(text: str) -> int:
    """Gives the number of a version as `version_text` wrote it."""
    return int(text.split(".")[1])


def frozen(
    name: str, demands: Iterable[Iterable[Iterable[tuple[int, Iterable[Iterable[int]]]]]]
) -> Problem:
    """Makes a problem of nested lists."""
    return Problem(
        name,
        tuple(
            tuple(
                tuple(
                    (target, tuple((low, high) for low, high in spans)) for target, spans in version
                )
                for version in versions
            )
            for versions in demands
        ),
    )


def _comparators(low: int, high: int, count: int) -> list[tuple[str, str]]:
    if high - low == 1:
        return [("==", version_text(low))]
    above = [(">=", version_text(low))] if low > 0 else []
    below = [("<=", version_text(high - 1))] if high < count else []
    return above + below
