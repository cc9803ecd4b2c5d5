"""Findings: re-exported from the core, with what pickling them needs."""

from __future__ import annotations

from metier._core import Diagnostic, Severity

__all__ = ["Diagnostic", "Severity"]


def rebuild(
    severity: Severity,
    code: str,
    message: str,
    path: str | None,
    line: int | None,
    column: int | None,
    json_path: str | None,
    advice: str | None,
) -> Diagnostic:
    """Makes the diagnostic that was pickled."""
    return Diagnostic(
        severity,
        code,
        message,
        path=path,
        line=line,
        column=column,
        json_path=json_path,
        help=advice,
    )
