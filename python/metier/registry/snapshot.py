"""One frozen view of a registry."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from metier._core import Requirement, Version
from metier.errors import VersionError
from metier.registry.contents import Contents
from metier.registry.search import search

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from metier.model.package import Package
    from metier.resolution.catalog import Catalog

__all__ = ["Snapshot", "exact_version"]


class Snapshot:
    """The packages of a registry at one moment; made by `Registry.snapshot`, never changes.

    Reading takes no lock and copies nothing. Iteration yields packages by ascending id, the
    versions of an id descending by total order (build metadata included).

    Attributes:
        generation: How many writes the registry had seen; grows by one with each that changed
            something, so two snapshots of one registry are equal if their generations are.
        contents: The maps behind the view, for `metier.registry` alone.
    """

    __slots__ = ("_catalog", "_catalog_lock", "contents", "generation")

    def __init__(self, contents: Contents, *, generation: int) -> None:
        self.contents = contents
        self.generation = generation
        self._catalog: Catalog | None = None
        self._catalog_lock = Lock()

    def find(self, skill_id: str, version: Version | str) -> Package | None:
        """Looks one package up by its exact version, build metadata included. O(log n)."""
        exact = exact_version(version)
        return None if exact is None else self.contents.find(skill_id, exact)

    def select(self, skill_id: str, requirement: Requirement | str) -> Package | None:
        """Finds the highest version that matches; `None` if none does.

        Versions of equal precedence are told apart by build metadata, highest first.

        Args:
            skill_id: The id, spelled exactly.
            requirement: A requirement, or its text in npm dialect (spec 00, decision 23).

        Raises:
            RequirementError: The text is no requirement.
        """
        if isinstance(requirement, str):
            requirement = Requirement.parse(requirement, dialect="npm")
        for package in self.contents.newest_first(skill_id):
            if requirement.matches(package.version):
                return package
        return None

    def latest(self, skill_id: str) -> Package | None:
        """Finds the highest version that is no prerelease, else the highest of all.

        This is what `latest` means everywhere (spec 00, decision 12).
        """
        newest: Package | None = None
        for package in self.contents.newest_first(skill_id):
            if not package.version.is_prerelease:
                return package
            newest = newest or package
        return newest

    def versions(self, skill_id: str) -> tuple[Version, ...]:
        """Lists the versions of an id, highest first; empty if the id is unknown."""
        return tuple(package.version for package in self.contents.newest_first(skill_id))

    def packages(self) -> tuple[Package, ...]:
        """Lists every package: ids ascending, versions of an id descending. O(n)."""
        return tuple(self.contents.packages())

    def ids(self) -> tuple[str, ...]:
        """Lists the ids, ascending. O(number of ids)."""
        return tuple(self.contents.ids)

    def search(self, text: str) -> tuple[Package, ...]:
        """Finds skills whose id, name or description contains `text`, whatever its case.

        One package an id, its latest. Whole ids and names come first, then parts of the id, of
        the name, of the description; within each, by id. Every skill contains the empty text.
        O(total text); this is no ranking by relevance, which is `metier.matching.SkillMatcher`.
        """
        latest = (self.latest(skill_id) for skill_id in self.contents.ids)
        return search((package for package in latest if package is not None), text)

    def catalog(self) -> Catalog:
        """Compiles the packages into the index a resolver works on; once a snapshot.

        Raises:
            CatalogError: A package can't be part of a catalog.
        """
        if self._catalog is None:
            with self._catalog_lock:
                if self._catalog is None:
                    self._catalog = _build_catalog(self.contents.packages())
        return self._catalog

    def __len__(self) -> int:
        """Counts the packages, in O(1)."""
        return self.contents.count

    def __bool__(self) -> bool:
        """Tells whether there is any package."""
        return self.contents.count > 0

    def __iter__(self) -> Iterator[Package]:
        """Yields every package in the order of `packages`."""
        return self.contents.packages()

    def __repr__(self) -> str:
        """Shows how much is in it."""
        return f"<Snapshot of {len(self)} packages, generation {self.generation}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the packages and the generation; the catalog is compiled anew."""
        return _rebuild, (self.packages(), self.generation)


def exact_version(version: Version | str) -> Version | None:
    """Reads a version that a caller may have as text; `None` if the text is no version."""
    if isinstance(version, Version):
        return version
    try:
        return Version.parse(version)
    except VersionError:
        return None


def _rebuild(packages: Iterable[Package], generation: int) -> Snapshot:
    contents = Contents()
    for package in packages:
        contents = contents.put(package)
    return Snapshot(contents, generation=generation)


def _build_catalog(packages: Iterable[Package]) -> Catalog:
    # The resolver stands above the registry, so its class is reached through the public names
    # and only when somebody asks for it.
    import metier

    return metier.Catalog.build(packages)
