"""The events of one load: that it started, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier._core import Severity
from metier.events import emit, is_heard

if TYPE_CHECKING:
    from metier._core import Diagnostic, VerifiedPackage

__all__ = ["emit_ended", "emit_started"]


def emit_started() -> None:
    """Says that a skill is about to be loaded."""
    emit("skill.load.started")


def emit_ended(verified: VerifiedPackage | None, diagnostics: list[Diagnostic]) -> None:
    """Says what was loaded, or the first error's code."""
    if not is_heard():
        return
    if verified is None:
        codes = (d.code for d in diagnostics if d.severity is Severity.ERROR)
        emit("skill.load.failed", error_code=next(codes))
        return
    tree = verified.tree
    emit(
        "skill.load.succeeded",
        skill_id=verified.id,
        skill_version=str(verified.version),
        resource_count=tree.files - (verified.form == "skill.json"),
        package_bytes=tree.bytes,
        package_sha256=verified.digest,
        trust=verified.trust,
    )
