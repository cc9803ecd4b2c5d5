"""`metier check`: every finding of every skill below a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.check_report import CheckReport
from metier.cli.exits import Exit
from metier.cli.options import console_options, profile_option
from metier.cli.progress_bar import POLL_SECONDS, ProgressBar
from metier.loading.archive_file import advised
from metier.loading.arguments import package_limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metier.cli.console import Console
    from metier.cli.fixes import FixedFile

__all__ = ["check"]


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@profile_option("strict")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    help="How findings are printed; json is the same as --json.",
)
@click.option("--fix", is_flag=True, help="Put right what has one right form, and show the diff.")
@click.option("--dry-run", is_flag=True, help="With --fix, show the diff and write nothing.")
@click.option("--keep-going", is_flag=True, help="Check the other paths when one can't be read.")
@click.option("--follow-links", is_flag=True, help="Follow links to folders inside each path.")
@console_options
def check(
    paths: tuple[str, ...],
    *,
    profile: str,
    form: str,
    fix: bool,
    dry_run: bool,
    keep_going: bool,
    follow_links: bool,
    console: Console,
) -> int:
    """Checks every skill at or below each PATH and prints all findings.

    Exits with 0 when every skill loads under the profile, with 1 when one does not. With --fix,
    first quotes values that hold a colon, completes versions, drops a byte order mark and makes
    line ends LF, in each SKILL.md that no skill.json seals; then checks what is left.
    """
    if dry_run and not fix:
        raise click.UsageError("--dry-run goes with --fix")
    console = _console(console, form)
    report = CheckReport(console, profile, form)
    fixed: list[FixedFile] = []
    for path in paths:
        if fix:
            from metier.cli.fixes import fix_skills

            found = [skill[0] for skill in _skills(path, profile, follow_links=follow_links)]
            fixed.extend(fix_skills(found, console, dry_run=dry_run))
        _check(path, report, follow_links=follow_links)
        if report.worst > Exit.NO and not keep_going:
            break
    return report.close(fixed if fix else None)


def _console(console: Console, form: str) -> Console:
    if form == "text":
        return console
    if form == "sarif" and console.as_json:
        raise click.UsageError("--json and --format sarif ask for two documents")
    return type(console)(as_json=True, verbosity=console.verbosity)


def _check(path: str, report: CheckReport, *, follow_links: bool) -> None:
    """Hands each skill to the report as it is found, and draws how many there were."""
    bar = ProgressBar.of(report.console)
    checking = _start(path, report.profile, follow_links=follow_links)
    while (skills := checking.take(POLL_SECONDS)) is not None:
        if skills:
            bar.clear()
        for skill in skills:
            report.skill(skill)
        bar.draw(f"{report.skills:,} skills checked")
    bar.clear()
    report.search(advised(path, checking.findings()))


def _skills(path: str, profile: str, *, follow_links: bool) -> Iterator[_core.CheckedSkill]:
    checking = _start(path, profile, follow_links=follow_links)
    while (skills := checking.take(POLL_SECONDS)) is not None:
        yield from skills


def _start(path: str, profile: str, *, follow_links: bool) -> _core.SkillCheck:
    return _core.SkillCheck(
        path,
        profile=profile,
        follow_links=follow_links,
        jobs=0,
        skill_json_limits=package_limits(None),
        skill_md_limits=package_limits(None),
        reject_hard_links=True,
    )
