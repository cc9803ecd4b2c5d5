"""What commands print: text with colour on a terminal, or one JSON document."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metier._core import Diagnostic
    from metier.errors import Error

__all__ = ["Console", "diagnostic_row"]

_COLOURS = {"error": "red", "warning": "yellow", "information": "cyan"}
_WORDS = {"error": "error", "warning": "warning", "information": "note"}


def diagnostic_row(diagnostic: Diagnostic) -> dict[str, object]:
    """The stable JSON form of a finding; absent parts are left out."""
    row: dict[str, object] = {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
    }
    for name in ("path", "line", "column", "json_path", "help"):
        value = getattr(diagnostic, name)
        if value is not None:
            row[name] = value
    return row


class Console:
    """Where a command's words go.

    Attributes:
        as_json: Whether standard output gets one JSON document instead of text.
        verbosity: -1 quiet, 0 normal, 1 or more with notes.
    """

    __slots__ = ("_sources", "as_json", "verbosity")

    def __init__(self, *, as_json: bool = False, verbosity: int = 0) -> None:
        """Nothing is printed yet."""
        self.as_json = as_json
        self.verbosity = verbosity
        self._sources: dict[str, list[str] | None] = {}

    @classmethod
    def for_errors(cls, *, as_json: bool) -> Console:
        """A console for a failure outside any command."""
        return cls(as_json=as_json)

    @property
    def quiet(self) -> bool:
        """Whether only the result and errors are wanted."""
        return self.verbosity < 0

    def line(self, text: str = "") -> None:
        """Prints a line of the result; nothing under `--json`."""
        if not self.as_json:
            self._write(text, sys.stdout)

    def aside(self, text: str) -> None:
        """Prints a line about the work to standard error, unless quiet or `--json`."""
        if not self.as_json and not self.quiet:
            self._write(text, sys.stderr)

    def document(self, value: Mapping[str, object]) -> None:
        """Prints the result as JSON under `--json`; nothing otherwise."""
        if self.as_json:
            import orjson

            # Bytes, because JSON is UTF-8 whatever the locale says (RFC 8259 section 8.1).
            data = orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str)
            click.echo(data, file=sys.stdout)

    def findings(self, diagnostics: Iterable[Diagnostic], *, to: TextIO | None = None) -> None:
        """Prints findings: errors always, warnings unless quiet, notes when verbose."""
        if self.as_json:
            return
        for diagnostic in diagnostics:
            word = diagnostic.severity.value
            if word == "information" and self.verbosity < 1:
                continue
            if word == "warning" and self.quiet:
                continue
            self._finding(diagnostic, to or sys.stderr)

    def error(self, error: Error) -> None:
        """Prints an error and all its findings to standard error; under `--json` also as JSON."""
        from metier._core import Diagnostic, Severity

        findings = [d for d in error.diagnostics if d.severity is Severity.ERROR]
        if not findings:
            findings = [
                Diagnostic(
                    Severity.ERROR,
                    error.code,
                    error.message,
                    path=error.path,
                    line=error.line,
                    column=error.column,
                    json_path=error.json_path,
                    help=error.help,
                )
            ]
        rows = [diagnostic_row(d) for d in findings]
        self.document({"ok": False, "code": error.code, "diagnostics": rows})
        for finding in findings:
            self._finding(finding, sys.stderr)

    def _finding(self, diagnostic: Diagnostic, to: TextIO) -> None:
        severity = diagnostic.severity.value
        head = click.style(
            f"{_WORDS[severity]}[{diagnostic.code}]", fg=_COLOURS[severity], bold=True
        )
        self._write(f"{head}: {printable(diagnostic.message)}", to)
        if diagnostic.path is not None:
            place = ":".join(
                str(part)
                for part in (diagnostic.path, diagnostic.line, diagnostic.column)
                if part is not None
            )
            inside = f" ({diagnostic.json_path})" if diagnostic.json_path else ""
            self._write(click.style("  --> ", fg="blue") + printable(place + inside), to)
            from metier.cli.source_line import source_line

            for text in source_line(diagnostic, self._sources):
                self._write(text, to)
        if diagnostic.help is not None:
            self._write(click.style("  help: ", fg="green") + printable(diagnostic.help), to)

    @staticmethod
    def _write(text: str, to: TextIO) -> None:
        # NO_COLOR asks for no colour on a terminal too (no-color.org).
        color = False if os.environ.get("NO_COLOR") else None
        encoding = getattr(to, "encoding", None) or "utf-8"
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), file=to, color=color)


def printable(text: str) -> str:
    """`text` with control characters escaped, so that no file name steers a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
