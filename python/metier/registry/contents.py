"""What a registry holds at one moment, as maps that share structure with the next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from metier.registry.persistent_map import PersistentMap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metier._core import Version
    from metier.model.package import Package

__all__ = ["Contents", "folded"]


def folded(skill_id: str) -> str:
    """Folds the case of an id, so that twins such as `A.b` and `a.B` meet."""
    return skill_id.casefold()


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """The packages by id and version; every write makes new contents in O(log n)."""

    ids: PersistentMap[str, PersistentMap[Version, Package]] = field(default_factory=PersistentMap)
    spellings: PersistentMap[str, str] = field(default_factory=PersistentMap)
    count: int = 0

    def find(self, skill_id: str, version: Version) -> Package | None:
        """Looks one package up by its exact version, build metadata included. O(log n)."""
        versions = self.ids.get(skill_id)
        return None if versions is None else versions.get(version)

    def spelling(self, skill_id: str) -> str | None:
        """Finds how the id is spelled here; `None` if no spelling of it is here."""
        return self.spellings.get(folded(skill_id))

    def newest_first(self, skill_id: str) -> Iterator[Package]:
        """Yields the packages of an id, descending by version."""
        versions = self.ids.get(skill_id)
        if versions is not None:
            for _, package in versions.descending():
                yield package

    def packages(self) -> Iterator[Package]:
        """Yields every package: ids ascending, versions of an id descending. O(n)."""
        for _, versions in self.ids.ascending():
            for _, package in versions.descending():
                yield package

    def put(self, package: Package) -> Contents:
        """Makes the contents with this package in the place of its id and version."""
        versions: PersistentMap[Version, Package] = self.ids.get(package.id) or PersistentMap()
        is_new = package.version not in versions
        return Contents(
            self.ids.set(package.id, versions.set(package.version, package)),
            self.spellings if len(versions) else self.spellings.set(folded(package.id), package.id),
            self.count + is_new,
        )

    def drop(self, skill_id: str, version: Version) -> Contents:
        """Makes the contents without this package; the contents themselves if it is absent."""
        versions = self.ids.get(skill_id)
        if versions is None or version not in versions:
            return self
        rest = versions.remove(version)
        if len(rest):
            return Contents(self.ids.set(skill_id, rest), self.spellings, self.count - 1)
        spellings = self.spellings.remove(folded(skill_id))
        return Contents(self.ids.remove(skill_id), spellings, self.count - 1)
