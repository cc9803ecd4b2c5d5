"""Why there is no solution, for a person and for a program."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from metier.cli.console import diagnostic_row, printable
from metier.cli.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.cli.console import Console
    from metier.registry.snapshot import Snapshot
    from metier.resolution.outcome import Conflict, LimitReached

__all__ = ["near_ids", "report_failure"]


def report_failure(
    result: Conflict | LimitReached,
    command: str,
    *,
    requirements: Iterable[str],
    snapshot: Snapshot,
    console: Console,
) -> Exit:
    """Prints why there is no solution and returns the exit code."""
    help_ = _help(requirements, snapshot)
    document: dict[str, object] = {
        "command": command,
        "ok": False,
        "explanation": result.explain(),
        "diagnostics": [diagnostic_row(d) for d in result.diagnostics],
    }
    if help_ is not None:
        document["help"] = help_
    console.document(document)
    if not console.as_json:
        code = result.diagnostics[0].code if result.diagnostics else "resolution_limit_exceeded"
        click.echo(click.style(f"error[{code}]", fg="red", bold=True) + ": no solution", err=True)
        for line in result.explain().splitlines():
            click.echo(f"  {printable(line)}", err=True)
        if help_ is not None:
            click.echo(click.style("  help: ", fg="green") + printable(help_), err=True)
    return Exit.NO


def near_ids(wanted: str, snapshot: Snapshot) -> list[str]:
    """The ids that may have been meant: by name, by last segment, else by likeness; best first."""
    packages = snapshot.packages()
    ids = sorted({package.id for package in packages})
    folded = wanted.casefold()
    exact = [known for known in ids if known.casefold().rsplit(".", 1)[-1] == folded]
    named = sorted({package.id for package in packages if package.name.casefold() == folded})
    return exact or named or get_close_matches(wanted, ids, n=1)


def _help(requirements: Iterable[str], snapshot: Snapshot) -> str | None:
    """The ids near those that nothing has, as a question."""
    asked = (text.rpartition("@")[0] or text for text in requirements)
    near = [near_ids(id_, snapshot)[:1] for id_ in asked if not snapshot.versions(id_)]
    meant = [f"'{ids[0]}'" for ids in near if ids]
    return f"did you mean {' and '.join(meant)}?" if meant else None
