"""`metier seal`: writes or verifies the `skill.json` of a `SKILL.md` folder."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from metier.cli.console import diagnostic_row, printable
from metier.cli.exits import Exit, exit_of
from metier.cli.options import console_options
from metier.loading.seal import seal as seal_folder

if TYPE_CHECKING:
    from metier.cli.console import Console
    from metier.loading.seal import SealResult

__all__ = ["seal"]


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--check", is_flag=True, help="Only say whether skill.json is current.")
@click.option("--force", is_flag=True, help="Replace a skill.json that seal did not write.")
@console_options
def seal(folder: str, *, check: bool, force: bool, console: Console) -> int:
    """Writes the skill.json of the SKILL.md folder DIR, which is its authority from then on.

    With --check, writes nothing and exits with 1 if skill.json is not what would be written.
    """
    result = seal_folder(folder, check=check, force=force)
    console.document({"command": "seal", "check": check, **_row(result)})
    console.findings(result.diagnostics)
    error = result.error
    if result.text is None:
        return Exit.DONE if error is None else exit_of(error.code)
    shown = printable(folder)
    if error is not None:
        console.findings(result.differences, to=sys.stdout)
        console.line(f"{shown}: skill.json is not current; `metier seal` writes it")
        return Exit.NO
    if result.written:
        for difference in result.differences:
            place = f"{printable(difference.path or '')}: " if difference.path else ""
            console.aside(f"  {place}{printable(difference.message)}")
    verb = "sealed" if result.written else "is current:"
    console.line(f"{shown} {verb} {result.id} {result.version} {result.digest}")
    return Exit.DONE


def _row(result: SealResult) -> dict[str, object]:
    row: dict[str, object] = {"ok": bool(result), "path": result.path, "written": result.written}
    if result.text is not None:
        row |= {
            "id": result.id,
            "version": result.version,
            "digest": result.digest,
            "tree_digest": result.tree_digest,
        }
    row["differences"] = [diagnostic_row(finding) for finding in result.differences]
    row["diagnostics"] = [diagnostic_row(finding) for finding in result.diagnostics]
    return row
