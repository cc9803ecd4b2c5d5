"""`metier show`: what an agent sees of a skill, tier by tier."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from metier.cli.console import diagnostic_row, printable
from metier.cli.failure import near_ids
from metier.cli.loaded import load_sources
from metier.cli.options import console_options, from_option, profile_option
from metier.errors import ResolutionError
from metier.loading.arguments import checked_profile
from metier.loading.skill import load_skill

if TYPE_CHECKING:
    from metier._core import Diagnostic
    from metier.cli.console import Console
    from metier.model.package import Package

__all__ = ["show"]


@click.command()
@click.argument("target", metavar="PATH|ID")
@click.option(
    "--tier",
    type=click.Choice(["L0", "L1", "L2"], case_sensitive=False),
    default=None,
    help="Only the listing (L0), the instructions (L1) or the resources (L2).",
)
@click.option("--resource", "resource_id", default=None, help="Print one resource's bytes.")
@click.option("--tokens", is_flag=True, help="Print what each tier costs, estimated.")
@from_option
@profile_option("lenient")
@console_options
def show(
    target: str,
    *,
    tier: str | None,
    resource_id: str | None,
    tokens: bool,
    sources: tuple[str, ...],
    profile: str,
    console: Console,
) -> None:
    """Shows the skill in the folder PATH, or the newest version of ID below --from."""
    package, findings = _package(target, sources, profile)
    if resource_id is not None:
        data = package.resource(resource_id).data
        sys.stdout.buffer.write(data)
        return
    console.findings(findings)
    console.document({"command": "show", "ok": True, **_row(package, findings)})
    wanted = ("L0", "L1", "L2") if tier is None else (tier.upper(),)
    texts = {"L0": package.summary, "L1": package.instructions, "L2": _resources(package)}
    if tier is None:
        console.line(f"{package.id} {package.version} ({package.form})")
        console.line(f"digest {package.digest}")
        console.line(f"tree   {package.tree.digest}")
    for name in wanted:
        if tier is None:
            cost = f", about {_tokens(texts[name])} tokens" if tokens else ""
            console.line(f"\n--- {name}{cost}")
        elif tokens:
            console.aside(f"{name}: about {_tokens(texts[name])} tokens")
        for line in texts[name].splitlines():
            console.line(printable(line))


def _package(
    target: str, sources: tuple[str, ...], profile: str
) -> tuple[Package, tuple[Diagnostic, ...]]:
    if os.path.lexists(target) or "/" in target:
        result = load_skill(target, profile=checked_profile(profile))
        return result.unwrap(), result.diagnostics
    snapshot = load_sources(sources, profile=profile, trust="retrieved_untrusted").snapshot
    versions = snapshot.versions(target)
    newest = snapshot.find(target, versions[0]) if versions else None
    if newest is not None:
        return newest, ()
    near = near_ids(target, snapshot)
    raise ResolutionError(
        f"no skill '{target}' below {', '.join(sources)}",
        code="dependency_not_found",
        help=f"did you mean '{near[0]}'?" if near else "name a folder, or give --from",
    )


def _resources(package: Package) -> str:
    rows = [
        f"{resource.size:>10,}  {resource.kind:<12}  {resource.id}"
        + (f"  ({resource.path})" if resource.path != resource.id else "")
        for resource in package.resources.values()
    ]
    return "\n".join(rows)


def _tokens(text: str) -> int:
    """An estimate, a token for four ASCII characters or one other: no tokenizer is needed."""
    ascii_count = sum(character.isascii() for character in text)
    return -(-ascii_count // 4) + len(text) - ascii_count


def _row(package: Package, findings: tuple[Diagnostic, ...]) -> dict[str, object]:
    instructions = package.instructions
    return {
        "id": package.id,
        "version": str(package.version),
        "form": package.form,
        "digest": package.digest,
        "tree_digest": package.tree.digest,
        "trust": package.trust.value,
        "L0": package.summary,
        "L1": instructions,
        "L2": [
            {
                "id": resource.id,
                "path": resource.path,
                "kind": resource.kind,
                "size": resource.size,
                "sha256": resource.sha256,
                "executable": resource.executable,
            }
            for resource in package.resources.values()
        ],
        "tokens": {
            "L0": _tokens(package.summary),
            "L1": _tokens(instructions),
            "counter": "approximate",
        },
        "diagnostics": [diagnostic_row(d) for d in findings],
    }
