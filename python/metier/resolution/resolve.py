"""Choosing one exact version of each package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Literal, Protocol

from metier import _core
from metier._core import Requirement, Version
from metier.errors import ConfigurationError, LimitError
from metier.registry.snapshot import Snapshot
from metier.resolution.catalog import Catalog, index_of, is_text
from metier.resolution.outcome import (
    Conflict,
    Counters,
    LimitReached,
    RequirementEdge,
    Resolution,
    ResolvedPackage,
    SkippedOptional,
)

__all__ = ["LimitsLike", "Root", "resolve", "resolve_many"]

Root = str | tuple[str, Requirement | str]
"""`"id@range"` in the npm dialect, a bare id, or an id and a requirement."""

_BOUNDS = (
    "max_roots",
    "max_packages",
    "max_depth",
    "max_decisions",
    "max_conflicts",
    "max_learned",
)
_MOST = (1 << 64) - 1


class LimitsLike(Protocol):
    """Bounds on a resolution: any object with some of these, `None` or absent for the default.

    `max_roots` (4,096), `max_packages` (256), `max_depth` (256 required edges on the longest
    path), `max_decisions` (10,000,000), `max_conflicts` (100,000), `max_learned` (20,000), and
    `deadline`, a number of seconds or a `timedelta`, off by default because it is not
    deterministic.
    """


def resolve(
    source: Snapshot | Catalog,
    roots: Iterable[Root],
    *,
    locked: Mapping[str, Version | str] | None = None,
    limits: LimitsLike | None = None,
    prefer: Literal["newest", "any"] = "newest",
) -> Resolution | Conflict | LimitReached:
    """Chooses one version for each package that the roots need.

    The answer is defined by spec 04, not by the search: it does not depend on the order of roots,
    locks or registration. The interpreter's lock is released while it is looked for.

    Args:
        source: A snapshot, or a catalog; with a catalog the result has no package objects.
        roots: Each `"id@range"` in the npm dialect, split at the last `@`; a bare id, which is
            any version; or an id with a requirement, a text being npm dialect too. An id may
            come twice: then both requirements hold.
        locked: Versions that come first, even if yanked; those unknown are passed over.
        limits: The bounds.
        prefer: `"any"` gives the first valid set found, without optional dependencies, for those
            who only ask whether there is one.

    Raises:
        ConfigurationError: `invalid_source`, `invalid_root`, `invalid_lock` or
            `invalid_preference`: an argument that can't be one.
        LimitError: `invalid_limit`: a bound that is no integer from 0 on.
        RequirementError: A requirement given as text is none.
        VersionError: A locked version given as text is none.
        CatalogError: The snapshot's packages don't make a catalog.
    """
    return resolve_many(source, [roots], locked=locked, limits=limits, prefer=prefer)[0]


def resolve_many(
    source: Snapshot | Catalog,
    problems: Iterable[Iterable[Root]],
    *,
    locked: Mapping[str, Version | str] | None = None,
    limits: LimitsLike | None = None,
    prefer: Literal["newest", "any"] = "newest",
) -> list[Resolution | Conflict | LimitReached]:
    """Resolves each list of roots by itself over one snapshot or catalog, as `resolve` does.

    Threads share the work on all cores; the outcomes are those that `resolve` gives.
    """
    if prefer not in ("newest", "any"):
        message = f"got prefer={prefer!r}, expected 'newest' or 'any'"
        raise ConfigurationError(message, code="invalid_preference")
    index = index_of(_catalog(source))
    roots = [[_root(root) for root in _listed(problem)] for problem in problems]
    locks = [_lock(name, version) for name, version in _pairs(locked)]
    outcomes = _core.resolve_many(index, roots, locks, _bounds(limits), prefer == "newest")
    return [_outcome(outcome, source) for outcome in outcomes]


def _catalog(source: object) -> Catalog:
    if isinstance(source, Snapshot | Catalog):
        return source.catalog()
    message = f"got {type(source).__name__}, expected a snapshot or a catalog"
    raise ConfigurationError(message, code="invalid_source")


def _listed(roots: object) -> Iterable[object]:
    if isinstance(roots, str):
        message = f"got the text {roots!r}, expected a list of roots"
        raise ConfigurationError(message, code="invalid_root")
    if not isinstance(roots, Iterable):
        message = f"got {type(roots).__name__}, expected a list of roots"
        raise ConfigurationError(message, code="invalid_root")
    return roots


def _root(root: object) -> tuple[str, Requirement]:
    name: object
    asked: object
    if isinstance(root, str):
        head, separator, tail = root.rpartition("@")
        name, asked = (head, tail) if separator else (root, "*")
    elif isinstance(root, tuple) and len(root) == 2:  # noqa: PLR2004 - an id and a requirement
        name, asked = root
    else:
        name = asked = None
    if not isinstance(name, str) or not name or not is_text(name):
        message = f"got the root {root!a}, expected 'id@range', an id, or (id, requirement)"
        raise ConfigurationError(message, code="invalid_root")
    if isinstance(asked, str):
        asked = Requirement.parse(asked, dialect="npm")
    if not isinstance(asked, Requirement):
        message = f"got {asked!a} as requirement on `{name}`, expected a Requirement or a text"
        raise ConfigurationError(message, code="invalid_root")
    return name, asked


def _pairs(locked: object) -> Iterable[tuple[object, object]]:
    if locked is None:
        return ()
    if not isinstance(locked, Mapping):
        message = f"got {type(locked).__name__} as locked, expected a mapping of ids to versions"
        raise ConfigurationError(message, code="invalid_lock")
    return locked.items()


def _lock(name: object, version: object) -> tuple[str, Version]:
    if isinstance(version, str):
        version = Version.parse(version)
    if not isinstance(name, str) or not is_text(name) or not isinstance(version, Version):
        message = f"got the lock {name!a}: {version!a}, expected an id and a version"
        raise ConfigurationError(message, code="invalid_lock")
    return name, version


def _bounds(limits: object) -> _core._Bounds:
    first, *rest = (_bound(limits, name) for name in _BOUNDS)
    deadline = getattr(limits, "deadline", None)
    if isinstance(deadline, int | float) and not isinstance(deadline, bool) and deadline >= 0:
        deadline = timedelta(seconds=min(deadline, 1e9))
    if deadline is not None and not (isinstance(deadline, timedelta) and deadline >= timedelta(0)):
        message = f"got deadline={deadline!r}, expected seconds from 0 on"
        raise LimitError(message, code="invalid_limit")
    return first, rest[0], rest[1], rest[2], rest[3], rest[4], deadline


def _bound(limits: object, name: str) -> int | None:
    bound = getattr(limits, name, None)
    if bound is None:
        return None
    if isinstance(bound, bool) or not isinstance(bound, int) or not 0 <= bound <= _MOST:
        message = f"got {name}={bound!r}, expected an integer from 0 on"
        raise LimitError(message, code="invalid_limit")
    return bound


def _outcome(
    outcome: _core._Outcome, source: Snapshot | Catalog
) -> Resolution | Conflict | LimitReached:
    if outcome[0] == "resolution":
        _, packages, edges, skipped, diagnostics, counters = outcome
        return Resolution(
            packages=tuple(_package(package, source) for package in packages),
            edges=tuple(RequirementEdge(*edge) for edge in edges),
            skipped=tuple(SkippedOptional(*one) for one in skipped),
            counters=Counters(*counters),
            diagnostics=diagnostics,
        )
    if outcome[0] == "conflict":
        return Conflict.refuted(outcome[1], Counters(*outcome[2]))
    _, which, limit, finding, counters = outcome
    return LimitReached(
        which=which, limit=limit, counters=Counters(*counters), diagnostics=(finding,)
    )


def _package(
    package: tuple[str, Version, bool, list[str]], source: Snapshot | Catalog
) -> ResolvedPackage:
    name, version, root, parents = package
    found = None if isinstance(source, Catalog) else source.find(name, version)
    return ResolvedPackage(name, version, root, tuple(parents), found)
