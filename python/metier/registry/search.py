"""Finding packages by a piece of their id, name or description."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.model.package import Package

__all__ = ["search"]


def search(packages: Iterable[Package], text: str) -> tuple[Package, ...]:
    """Keeps the packages that contain `text`, case folded, best place first.

    Places, best first: the whole id or name; part of the id; part of the name; part of the
    description. Packages of one place keep the order they came in. O(total text).
    For sentences and ranking by relevance use `metier.matching.SkillMatcher`.
    """
    wanted = text.casefold().strip()
    ranked = ((_rank(package, wanted), package) for package in packages)
    found = [(rank, package) for rank, package in ranked if rank is not None]
    return tuple(package for _, package in sorted(found, key=lambda pair: pair[0]))


def _rank(package: Package, wanted: str) -> int | None:
    skill_id, name = package.id.casefold(), package.name.casefold()
    places = (
        wanted in (skill_id, name),
        wanted in skill_id,
        wanted in name,
        wanted in package.description.casefold(),
    )
    return places.index(True) if True in places else None
