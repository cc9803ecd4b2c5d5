"""`metier activate`: load, verify, resolve, activate and project: the main job."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from metier.activation.activate import activate as activate_resolution
from metier.activation.runtime import Runtime
from metier.cli.console import diagnostic_row, printable
from metier.cli.exits import Exit
from metier.cli.failure import report_failure
from metier.cli.loaded import load_sources
from metier.cli.options import console_options, from_option, profile_option, trust_option
from metier.cli.tools_file import read_tools
from metier.resolution.resolve import resolve

if TYPE_CHECKING:
    from metier.activation.activation import Activation
    from metier.cli.console import Console
    from metier.model.package import Package

__all__ = ["activate"]


@click.command()
@click.argument("requirements", nargs=-1, required=True, metavar="REQUIREMENT...")
@from_option
@click.option(
    "--tools", metavar="FILE", default=None, help="JSON file with the runtime's tools, by name."
)
@click.option("--knowledge", multiple=True, metavar="NAME", help="Knowledge source; may repeat.")
@trust_option
@profile_option("lenient")
@click.option(
    "--as",
    "form",
    type=click.Choice(["messages", "prompt", "json"]),
    default="messages",
    show_default=True,
    help="messages: each message with its role; prompt: the text alone; json: same as --json.",
)
@console_options
def activate(
    requirements: tuple[str, ...],
    *,
    sources: tuple[str, ...],
    tools: str | None,
    knowledge: tuple[str, ...],
    trust: str,
    profile: str,
    form: str,
    console: Console,
) -> int:
    """Activates the skills that the REQUIREMENTs need and prints what an agent is handed.

    Prints packages, digests, fingerprint and messages. A requirement is an id, or id@range in
    npm's notation: review, review@^1.2.
    """
    if form == "json":
        console = type(console)(as_json=True, verbosity=console.verbosity)
    runtime = Runtime(tools=read_tools(tools) if tools else (), knowledge=frozenset(knowledge))
    found = load_sources(sources, profile=profile, trust=trust)
    resolution = resolve(found.snapshot, requirements)
    if not resolution:
        found.report(console)
        return report_failure(
            resolution,
            "activate",
            requirements=requirements,
            snapshot=found.snapshot,
            console=console,
        )
    found.report(console, (chosen.package for chosen in resolution.packages))
    activation = activate_resolution(resolution, runtime)
    if not activation:
        return _refused(activation, console)
    from metier.adapters import messages

    projection = messages.project(activation, ())
    console.findings(activation.diagnostics)
    if form == "messages":
        _overview(activation, console)
    for message in projection.value:
        if form == "messages":
            console.line(f"\n--- {message['role']} ({message['skill']} {message['resource']})")
        for line in str(message["content"]).splitlines():
            console.line(printable(line))
    console.document(
        {
            "command": "activate",
            "ok": True,
            "fingerprint": activation.fingerprint,
            "assembly_digest": activation.assembly_digest,
            "packages": [_row(package) for package in activation.packages],
            "tools": [tool.name for tool in activation.tools],
            "messages": list(projection.value),
            "losses": [diagnostic_row(loss) for loss in projection.losses],
            "diagnostics": [diagnostic_row(d) for d in activation.diagnostics],
        }
    )
    return Exit.DONE


def _refused(activation: Activation, console: Console) -> Exit:
    console.document(
        {
            "command": "activate",
            "ok": False,
            "diagnostics": [diagnostic_row(d) for d in activation.diagnostics],
        }
    )
    console.findings(activation.diagnostics)
    return Exit.NO


def _overview(activation: Activation, console: Console) -> None:
    for package in activation.packages:
        console.line(f"{package.id} {package.version}  {package.digest}")
    tools = ", ".join(f"{tool.name}@{tool.version}" for tool in activation.tools) or "none"
    console.line(f"tools        {tools}")
    console.line(f"fingerprint  {activation.fingerprint}")
    console.line(f"assembly     {activation.assembly_digest}")


def _row(package: Package) -> dict[str, object]:
    return {
        "id": package.id,
        "version": str(package.version),
        "form": package.form,
        "digest": package.digest,
        "tree_digest": package.tree.digest,
        "trust": package.trust.value,
    }
