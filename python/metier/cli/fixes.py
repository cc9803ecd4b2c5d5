"""`metier check --fix`: shows and writes the edits that the core proposes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.console import printable
from metier.loading.arguments import package_limits
from metier.loading.atomic_file import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.cli.console import Console

__all__ = ["FixedFile", "fix_skills"]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, slots=True)
class FixedFile:
    """One file with edits.

    Attributes:
        path: The file, as the caller would name it.
        diff: The edits as a unified diff. A line may end in CR; one that ends in no LF is followed
            by a line that says so.
        codes: How many edits there are of each code, by code.
        written: Whether they were written.
    """

    path: str
    diff: str
    codes: dict[str, int]
    written: bool

    def row(self) -> dict[str, object]:
        """The stable JSON form."""
        return {
            "path": self.path,
            "written": self.written,
            "edits": self.codes,
            "diff": self.diff,
        }


def fix_skills(skills: Iterable[str], console: Console, *, dry_run: bool) -> list[FixedFile]:
    """Puts right each skill's own file, all or nothing a file, and prints each diff.

    Raises:
        Error: A file can't be written.
    """
    fixed = []
    for skill in skills:
        found = _core.fix_skill(skill, limits=package_limits(None))
        if found is None:
            continue
        path, before, after, edits = found
        if not dry_run:
            replace_file(path, after, expected=before)
        codes = dict(sorted(Counter(code for code, _ in edits).items()))
        file = FixedFile(path, _diff(path, before, after), codes, not dry_run)
        _show(file, console)
        fixed.append(file)
    return fixed


def _diff(path: str, before: bytes, after: bytes) -> str:
    from difflib import unified_diff

    old, new = (_LINE.findall(data.decode()) for data in (before, after))
    lines = unified_diff(old, new, path, path)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No LF at the end of the line\n"
        for line in lines
    )


def _show(file: FixedFile, console: Console) -> None:
    for line in file.diff.removesuffix("\n").split("\n"):
        shown = printable(line.replace("\t", "    "))
        console.line(click.style(shown, fg=_COLOURS.get(line[:1])))
    edits = ", ".join(f"{count:,} {code}" for code, count in file.codes.items())
    verb = "fixed" if file.written else "would fix"
    console.line(f"{verb} {printable(file.path)}: {edits}")
