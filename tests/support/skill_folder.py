"""Skill folders written in a line, and the findings of loading them picked out by code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import metier

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from metier import Diagnostic, Discovery, LoadResult

DESCRIPTION = "Sorts a list of words by length."


def skill_text(name: str, *, keys: str = "", body: str = "# Demo\n") -> str:
    """The text of a good `SKILL.md`; `keys` are further lines of its frontmatter."""
    return f"---\nname: {name}\ndescription: {DESCRIPTION}\n{keys}---\n{body}"


def write_skill(
    folder: Path,
    text: str | bytes | None = None,
    files: Mapping[str, str | bytes] | None = None,
    *,
    file: str = "SKILL.md",
) -> Path:
    """Writes a skill folder and gives it back; without a text, a good skill of that name."""
    contents = {file: skill_text(folder.name) if text is None else text, **(files or {})}
    for path, content in contents.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def both(folder: Path) -> tuple[LoadResult, LoadResult]:
    """The folder loaded under the strict and under the lenient profile."""
    return metier.load_skill(folder, profile="strict"), metier.load_skill(folder)


def codes(result: LoadResult | Discovery) -> list[str]:
    """The code of every finding, in order."""
    return [finding.code for finding in result.diagnostics]


def error_codes(result: LoadResult | Discovery) -> set[str]:
    """The codes of the findings that are errors."""
    return {d.code for d in result.diagnostics if d.severity is metier.Severity.ERROR}


def warning_codes(result: LoadResult | Discovery) -> set[str]:
    """The codes of the findings that are warnings."""
    return {d.code for d in result.diagnostics if d.severity is metier.Severity.WARNING}


def the(result: LoadResult | Discovery, code: str) -> Diagnostic:
    """The one finding with this code."""
    (finding,) = (finding for finding in result.diagnostics if finding.code == code)
    return finding
