"""The compiled index a resolver works on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from metier._core import CatalogIndex, Requirement, Version
from metier.errors import CatalogError
from metier.model.package import Package

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Catalog", "CatalogEntry", "Dialect"]

Dialect = Literal["strict", "npm", "cargo"]
_Demands = list[tuple[str, Requirement]]
_Row = tuple[str, Version, _Demands, _Demands, bool]
_NOTHING: Mapping[str, Requirement | str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One version of one package and what it asks of others.

    Attributes:
        id: The package; 1 to 255 bytes, compared byte for byte.
        version: The exact version, as value or text.
        requires: Packages that must be there, and which versions will do. A text is read in the
            dialect given to `Catalog.build`.
        optional: Packages that may be there; the requirement holds whenever they are.
        yanked: A candidate only where a lock pins it.
    """

    id: str
    version: Version | str
    requires: Mapping[str, Requirement | str] = field(default_factory=lambda: _NOTHING)
    optional: Mapping[str, Requirement | str] = field(default_factory=lambda: _NOTHING)
    yanked: bool = False

    def __hash__(self) -> int:
        """Hashes id and version."""
        return hash((self.id, str(self.version)))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the entry with plain dictionaries."""
        fields = (self.id, self.version, dict(self.requires), dict(self.optional), self.yanked)
        return CatalogEntry, fields


Row = tuple[str, Version | str, Mapping[str, Requirement | str]]
"""The short form of an entry: id, version, requirements."""


class Catalog:
    """An immutable index of packages, their versions and what these require.

    The same entries make the same catalog in whatever order they come. Safe to share between
    threads.
    """

    __slots__ = ("_index",)

    def __init__(self, index: CatalogIndex) -> None:
        self._index = index

    @classmethod
    def build(
        cls,
        entries: Iterable[CatalogEntry | Row | Package],
        *,
        dialect: Dialect = "strict",
    ) -> Catalog:
        """Compiles packages, entries or `(id, version, requirements)` rows, in any order.

        A `Package` can't be yanked, because that is not a matter of its bytes; an entry can.

        O(n log n) in versions and requirements, and one look at each candidate for each distinct
        requirement.

        Args:
            entries: What to compile; each version of a package once.
            dialect: How requirements given as text are read.

        Raises:
            CatalogError: `catalog_entry_invalid`, `catalog_id_invalid`,
                `catalog_version_duplicate` or `catalog_self_requirement`.
            VersionError: A version given as text is none.
            RequirementError: A requirement given as text is none, or there is no such dialect.
        """
        return cls(CatalogIndex.build([_row(entry, dialect) for entry in entries]))

    @property
    def package_count(self) -> int:
        """Packages that have versions."""
        return self._index.package_count

    @property
    def version_count(self) -> int:
        """Versions of all packages."""
        return self._index.version_count

    def versions(self, id: str) -> tuple[Version, ...]:  # noqa: A002 - the word of the data
        """Gives the versions of a package, ascending; none for an unknown id."""
        return tuple(self._index.versions(id)) if is_text(id) else ()

    def catalog(self) -> Catalog:
        """Gives the catalog itself, as a snapshot gives its own."""
        return self

    def __repr__(self) -> str:
        """Shows how much is in it."""
        return f"<Catalog {self.package_count} packages, {self.version_count} versions>"


def index_of(catalog: Catalog) -> CatalogIndex:
    """Gives the compiled form that the resolver takes."""
    return catalog._index  # noqa: SLF001 - the resolver is the one other reader


def is_text(value: object) -> bool:
    """Tells whether a value is text that UTF-8 can carry."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _row(entry: object, dialect: Dialect) -> _Row:
    if isinstance(entry, tuple):
        entry = CatalogEntry(*entry) if len(entry) == 3 else None  # noqa: PLR2004 - the short form
    if isinstance(entry, CatalogEntry):
        requires = _demands(entry.requires, dialect)
        optional = _demands(entry.optional, dialect)
        return _id(entry.id), _version(entry.version), requires, optional, bool(entry.yanked)
    if isinstance(entry, Package):
        requires, optional = _needs(entry, optional=False), _needs(entry, optional=True)
        return entry.id, entry.version, requires, optional, False
    raise CatalogError(
        f"got {type(entry).__name__}, "
        "expected a Package, a CatalogEntry or (id, version, requirements)",
        code="catalog_entry_invalid",
    )


def _needs(package: Package, *, optional: bool) -> _Demands:
    needs = package.requirements
    return [(need.id, need.requirement) for need in needs if need.optional == optional]


def _demands(given: object, dialect: Dialect) -> _Demands:
    if not isinstance(given, Mapping):
        raise CatalogError(
            f"got {type(given).__name__}, expected a mapping of ids to requirements",
            code="catalog_entry_invalid",
        )
    return [(_id(target), _requirement(asked, dialect)) for target, asked in given.items()]


def _requirement(given: object, dialect: Dialect) -> Requirement:
    if isinstance(given, Requirement):
        return given
    if isinstance(given, str):
        return Requirement.parse(given, dialect=dialect)
    raise CatalogError(
        f"got {type(given).__name__}, expected a requirement", code="catalog_entry_invalid"
    )


def _version(given: object) -> Version:
    if isinstance(given, Version):
        return given
    if isinstance(given, str):
        return Version.parse(given)
    raise CatalogError(
        f"got {type(given).__name__}, expected a version", code="catalog_entry_invalid"
    )


def _id(given: object) -> str:
    if isinstance(given, str) and is_text(given):
        return given
    raise CatalogError(f"got {given!a}, expected a package id", code="catalog_id_invalid")
