"""What the type checker of a user sees in the installed wheel; checked, never run."""

from __future__ import annotations

from typing import assert_type

import metier

assert_type(metier.__version__, str)

finding = metier.Diagnostic(metier.Severity.WARNING, "name_not_portable", "a name", path="SKILL.md")
assert_type(finding.severity, metier.Severity)
assert_type(finding.line, int | None)


def codes(error: metier.Error) -> list[str]:
    """Reads the codes of everything that an exception carries."""
    assert_type(error.diagnostics, tuple[metier.Diagnostic, ...])
    return [error.code, *(diagnostic.code for diagnostic in error.diagnostics)]


try:
    raise metier.ManifestError("no id", code="field_missing", json_path="$.id")
except metier.Error as error:
    codes(error)
