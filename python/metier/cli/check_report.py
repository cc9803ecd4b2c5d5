"""What `metier check` has found so far, and the forms it is told in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from metier import _core
from metier.cli.console import diagnostic_row
from metier.cli.exits import Exit, exit_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier._core import Diagnostic
    from metier.cli.console import Console
    from metier.cli.fixes import FixedFile

__all__ = ["CheckReport"]


class CheckReport:
    """The findings of one run; text is printed as it comes, documents at the end.

    Only what a document will hold is kept.

    Attributes:
        console: Where words go.
        profile: The profile that was asked for.
        form: `text`, `json` or `sarif`.
        worst: The exit code as far as it is known; a refused skill counts at the end.
    """

    __slots__ = (
        "_of_search",
        "_of_skills",
        "_skills",
        "_tally",
        "console",
        "form",
        "profile",
        "worst",
    )

    def __init__(self, console: Console, profile: str, form: str) -> None:
        """Nothing was found so far."""
        self.console = console
        self.profile = profile
        self.form = form
        self.worst = Exit.DONE
        self._skills: list[dict[str, object]] = []
        self._of_search: list[Diagnostic] = []
        self._of_skills: list[Diagnostic] = []
        self._tally = dict.fromkeys(("skills", "ok", "refused", "errors", "warnings", "notes"), 0)

    @property
    def skills(self) -> int:
        """How many skills were taken."""
        return self._tally["skills"]

    def skill(self, skill: _core.CheckedSkill) -> None:
        """Takes one skill with its findings."""
        path, findings, shadowed, summary = skill
        ok = summary is not None and not any(d.severity is _core.Severity.ERROR for d in findings)
        self._tally["skills"] += 1
        self._tally["ok" if ok else "refused"] += 1
        self._count(findings)
        if self.form == "sarif":
            self._of_skills.extend(findings)
        elif self.console.as_json:
            row: dict[str, object] = {"path": path, "ok": ok, "shadowed": shadowed}
            if summary is not None:
                names = ("id", "version", "form", "digest", "tree_digest")
                row.update(zip(names, summary, strict=True))
            row["diagnostics"] = [diagnostic_row(d) for d in findings]
            self._skills.append(row)
        else:
            self.console.findings(findings, to=sys.stdout)
            if ok and summary is not None and self.console.verbosity > 0:
                self.console.line(f"ok: {path} ({summary[0]} {summary[1]}) {summary[3]}")

    def search(self, findings: list[Diagnostic]) -> None:
        """Takes the findings of looking for skills below one path."""
        self._count(findings)
        self._of_search.extend(findings)
        self.console.findings(findings, to=sys.stdout)
        codes = [exit_of(d.code) for d in findings if d.severity is _core.Severity.ERROR]
        self.worst = max([self.worst, *codes])

    def close(self, fixed: list[FixedFile] | None) -> Exit:
        """Prints the document or the summary in the form asked for, and gives the exit code."""
        if self._tally["refused"] and self.worst is Exit.DONE:
            self.worst = Exit.NO
        if self.form == "sarif":
            from metier.cli.sarif import sarif_document

            self.console.document(sarif_document([*self._of_search, *self._of_skills]))
            return self.worst
        document: dict[str, object] = {
            "command": "check",
            "ok": self.worst is Exit.DONE,
            "profile": self.profile,
            "summary": self._tally,
            "skills": self._skills,
            "diagnostics": [diagnostic_row(d) for d in self._of_search],
        }
        if fixed is not None:
            document["fixed"] = [file.row() for file in fixed]
        self.console.document(document)
        if self._tally["skills"] or self.worst is Exit.DONE:
            self.console.line(self._summary())
        return self.worst

    def _count(self, findings: Iterable[Diagnostic]) -> None:
        for finding in findings:
            word = finding.severity.value
            self._tally["notes" if word == "information" else f"{word}s"] += 1

    def _summary(self) -> str:
        tally = self._tally
        skills = _counted(tally["skills"], "skill")
        refused = tally["refused"]
        state = f"{tally['ok']} load, {refused} do not" if refused else "all load"
        errors, warnings = (_counted(tally[f"{noun}s"], noun) for noun in ("error", "warning"))
        return f"{skills} checked ({self.profile}): {state}; {errors}, {warnings}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
