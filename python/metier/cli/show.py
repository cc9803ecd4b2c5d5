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
from metier.cli.tiers import (
    TIERS,
    resource_document,
    tier_document,
    tier_lines,
    tier_tokens,
)
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
        _show_resource(package, resource_id, console)
        return
    wanted = TIERS if tier is None else (tier.upper(),)
    if console.as_json:
        console.document(_document(package, findings, wanted))
        return
    console.findings(findings)
    if tier is None:
        console.line(f"{package.id} {package.version} ({package.form})")
        console.line(f"digest {package.digest}")
        console.line(f"tree   {package.tree.digest}")
    for name in wanted:
        cost = f"about {tier_tokens(package, name)} tokens" if tokens else ""
        if tier is None:
            console.line(f"\n--- {name}{cost and ', '}{cost}")
        elif tokens:
            console.aside(f"{name}: {cost}")
        for line in tier_lines(package, name, tokens=tokens):
            console.line(printable(line))


def _show_resource(package: Package, resource_id: str, console: Console) -> None:
    resource = package.resource(resource_id)
    if console.as_json:
        identity = {"id": package.id, "version": str(package.version)}
        row = resource_document(resource)
        console.document({"command": "show", "ok": True, **identity, "resource": row})
        return
    sys.stdout.buffer.write(resource.data)


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


def _document(
    package: Package, findings: tuple[Diagnostic, ...], wanted: tuple[str, ...]
) -> dict[str, object]:
    return {
        "command": "show",
        "ok": True,
        "id": package.id,
        "version": str(package.version),
        "form": package.form,
        "digest": package.digest,
        "tree_digest": package.tree.digest,
        "trust": package.trust.value,
        **{tier: tier_document(package, tier) for tier in wanted},
        "tokens": {
            **{tier: tier_tokens(package, tier) for tier in wanted},
            "counter": "approximate",
        },
        "diagnostics": [diagnostic_row(finding) for finding in findings],
    }
