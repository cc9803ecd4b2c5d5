"""`metier check`: every finding of every skill below a folder."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.console import diagnostic_row
from metier.cli.exits import Exit, exit_of
from metier.cli.options import console_options, profile_option
from metier.loading.arguments import package_limits

if TYPE_CHECKING:
    from metier._core import Diagnostic
    from metier.cli.console import Console

__all__ = ["check"]


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@profile_option("strict")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How findings are printed; json is the same as --json.",
)
@click.option("--keep-going", is_flag=True, help="Check the other paths when one can't be read.")
@click.option("--follow-links", is_flag=True, help="Follow links to folders inside each path.")
@console_options
def check(
    paths: tuple[str, ...],
    *,
    profile: str,
    form: str,
    keep_going: bool,
    follow_links: bool,
    console: Console,
) -> int:
    """Checks every skill at or below each PATH and prints all findings.

    Exits with 0 when every skill loads under the profile, with 1 when one does not.
    """
    if form == "json":
        console = type(console)(as_json=True, verbosity=console.verbosity)
    skills: list[dict[str, object]] = []
    of_search: list[Diagnostic] = []
    tally = {"skills": 0, "ok": 0, "refused": 0, "errors": 0, "warnings": 0, "notes": 0}
    worst = Exit.DONE
    for path in paths:
        found, diagnostics = _core.discover(
            path,
            profile=profile,
            follow_links=follow_links,
            nested=True,
            trust="retrieved_untrusted",
            skill_json_limits=package_limits(None),
            skill_md_limits=package_limits(None),
            reject_hard_links=True,
            keep_packages=False,
        )
        for skill in found:
            _report(skill, console, skills, tally)
        _count(diagnostics, tally)
        of_search.extend(diagnostics)
        console.findings(diagnostics, to=sys.stdout)
        codes = [exit_of(d.code) for d in diagnostics if d.severity is _core.Severity.ERROR]
        worst = max([worst, *codes])
        if worst > Exit.NO and not keep_going:
            break
    if tally["refused"] and worst is Exit.DONE:
        worst = Exit.NO
    console.document(
        {
            "command": "check",
            "ok": worst is Exit.DONE,
            "profile": profile,
            "summary": tally,
            "skills": skills,
            "diagnostics": [diagnostic_row(d) for d in of_search],
        }
    )
    if tally["skills"] or worst is Exit.DONE:
        console.line(_summary(tally, profile))
    return worst


def _report(
    skill: _core.FoundSkill,
    console: Console,
    rows: list[dict[str, object]],
    tally: dict[str, int],
) -> None:
    path, _, findings, shadowed, summary = skill
    ok = summary is not None and not any(d.severity is _core.Severity.ERROR for d in findings)
    tally["skills"] += 1
    tally["ok" if ok else "refused"] += 1
    _count(findings, tally)
    if console.as_json:
        row: dict[str, object] = {"path": path, "ok": ok, "shadowed": shadowed}
        if summary is not None:
            names = ("id", "version", "form", "digest", "tree_digest")
            row.update(zip(names, summary, strict=True))
        row["diagnostics"] = [diagnostic_row(d) for d in findings]
        rows.append(row)
        return
    console.findings(findings, to=sys.stdout)
    if ok and summary is not None and console.verbosity > 0:
        console.line(f"ok: {path} ({summary[0]} {summary[1]}) {summary[3]}")


def _count(findings: list[Diagnostic], tally: dict[str, int]) -> None:
    for finding in findings:
        word = finding.severity.value
        tally["notes" if word == "information" else f"{word}s"] += 1


def _summary(tally: dict[str, int], profile: str) -> str:
    skills = _counted(tally["skills"], "skill")
    state = "all load" if not tally["refused"] else f"{tally['ok']} load, {tally['refused']} do not"
    findings = f"{_counted(tally['errors'], 'error')}, {_counted(tally['warnings'], 'warning')}"
    return f"{skills} checked ({profile}): {state}; {findings}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
