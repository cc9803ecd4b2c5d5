"""`metier resolve`: one exact version of each package, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from metier.cli.exits import Exit
from metier.cli.failure import report_failure
from metier.cli.loaded import load_sources
from metier.cli.options import console_options, from_option, profile_option
from metier.resolution.resolve import resolve as resolve_requirements

if TYPE_CHECKING:
    from metier.cli.console import Console
    from metier.resolution.outcome import Resolution

__all__ = ["resolve"]


@click.command()
@click.argument("requirements", nargs=-1, required=True, metavar="REQUIREMENT...")
@from_option
@profile_option("lenient")
@console_options
def resolve(
    requirements: tuple[str, ...],
    *,
    sources: tuple[str, ...],
    profile: str,
    console: Console,
) -> int:
    """Chooses one exact version of each skill that the REQUIREMENTs need, or explains why not.

    A requirement is an id, or id@range in npm's notation: review, review@^1.2, "review@>=1 <3".
    """
    found = load_sources(sources, profile=profile, trust="retrieved_untrusted")
    result = resolve_requirements(found.snapshot, requirements)
    if not result:
        found.report(console)
        return report_failure(
            result,
            "resolve",
            requirements=requirements,
            snapshot=found.snapshot,
            console=console,
        )
    found.report(console, (chosen.package for chosen in result.packages))
    console.findings(result.diagnostics)
    for chosen in result.packages:
        why = "asked for" if chosen.root else f"required by {', '.join(chosen.parents)}"
        console.line(f"{chosen.id} {chosen.version}  ({why})")
    console.document({"command": "resolve", "ok": True, "packages": _rows(result)})
    return Exit.DONE


def _rows(result: Resolution) -> list[dict[str, object]]:
    return [
        {
            "id": chosen.id,
            "version": str(chosen.version),
            "root": chosen.root,
            "parents": list(chosen.parents),
            "digest": chosen.package.digest if chosen.package is not None else None,
        }
        for chosen in result.packages
    ]
