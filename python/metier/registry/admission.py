"""Whether a package may enter a registry, and what entering changes.

Statuses and conflicts are those of reference Wuwe, section 6. Two things go beyond it (spec 04):
another trust level for the same bytes is said, and twins of an id that differ in case alone are
refused, because they can't stand side by side in a folder or a lock everywhere. Upstream also
refuses a package without an id; a verified one always has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from metier._core import Diagnostic, Severity
from metier.model.package import Package
from metier.registry.result import RegistrationResult

if TYPE_CHECKING:
    from metier.registry.contents import Contents

__all__ = ["Policy", "admit"]

Policy = Literal["reject", "replace"]


def admit(
    contents: Contents, candidate: object, policy: Policy
) -> tuple[Contents, RegistrationResult]:
    """Decides on one candidate, without side effects, in O(log n).

    Only a `Package` is taken, because its class is the proof that it was verified (spec 00,
    decision 4).

    Returns:
        The contents afterwards (the same object if nothing changed) and the result.
    """
    if not isinstance(candidate, Package):
        return contents, _not_a_package(candidate)
    refusal = _refused_id(contents, candidate)
    if refusal is not None:
        return contents, refusal
    existing = contents.find(candidate.id, candidate.version)
    if existing is None:
        return contents.put(candidate), RegistrationResult("inserted", candidate)
    if existing is candidate or existing.digest == candidate.digest:
        return contents, RegistrationResult(
            "unchanged", existing, diagnostics=_trust_differences(existing, candidate)
        )
    if policy == "replace":
        return contents.put(candidate), RegistrationResult("replaced", candidate, existing)
    return contents, _refusal(
        "registration_conflict",
        f"skill package {_place(existing)!r} is already registered with other content",
        candidate,
        existing,
    )


def _not_a_package(candidate: object) -> RegistrationResult:
    message = f"only a verified package can be registered, got {type(candidate).__name__}"
    return RegistrationResult(
        "none", diagnostics=(Diagnostic(Severity.ERROR, "invalid_registration", message),)
    )


def _refused_id(contents: Contents, candidate: Package) -> RegistrationResult | None:
    spelling = contents.spelling(candidate.id)
    if spelling is None or spelling == candidate.id:
        return None
    return _case_conflict(contents, candidate, spelling)


def _case_conflict(contents: Contents, candidate: Package, spelling: str) -> RegistrationResult:
    message = f"id {candidate.id!r} differs only in case from {spelling!r}, which is registered"
    twin = next(contents.newest_first(spelling), None)
    return _refusal("id_case_conflict", message, candidate, twin)


def _refusal(
    code: str, message: str, candidate: Package, previous: Package | None
) -> RegistrationResult:
    diagnostic = Diagnostic(Severity.ERROR, code, message, path=_place(candidate))
    return RegistrationResult("none", candidate, previous, (diagnostic,))


def _trust_differences(existing: Package, candidate: Package) -> tuple[Diagnostic, ...]:
    if existing.trust == candidate.trust:
        return ()
    lower = candidate.trust > existing.trust
    return (
        Diagnostic(
            Severity.WARNING,
            "trust_lower_than_registered" if lower else "trust_higher_not_taken",
            f"the same bytes were offered as {candidate.trust}; "
            f"they stay registered as {existing.trust}",
            path=_place(existing),
            help="unregister the package and register it again to change its trust level",
        ),
    )


def _place(package: Package) -> str:
    return f"{package.id}@{package.version}"
