"""Whether exact packages are complete among themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.activation.findings import Findings
    from metier.model.package import Package
    from metier.model.resource import Dependency

__all__ = ["check_closure"]


def check_closure(packages: Iterable[Package], findings: Findings) -> None:
    """Re-checks each dependency against the packages at hand; nothing is looked up elsewhere.

    A required dependency has to be present and to match. An optional one has to match if it is
    present (spec 00, decision 10). Breaches are `resolution_not_closed`. O(edges).
    """
    by_id = {package.id: package for package in packages}
    for package in by_id.values():
        for dependency in package.requirements:
            problem = _problem(dependency, by_id.get(dependency.id))
            if problem is not None:
                findings.error("resolution_not_closed", problem, f"{package.id}@{package.version}")


def _problem(dependency: Dependency, chosen: Package | None) -> str | None:
    kind = "optional" if dependency.optional else "required"
    if chosen is None:
        if dependency.optional:
            return None
        return f"required skill {dependency.id!r} is not in the resolution"
    if dependency.requirement.matches(chosen.version):
        return None
    return (
        f"{kind} skill {dependency.id!r} is in the resolution as {chosen.version}, "
        f"expected {dependency.requirement}"
    )
