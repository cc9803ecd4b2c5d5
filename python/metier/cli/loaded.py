"""Loading the folders that a command's `--from` names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier._core import Severity
from metier.errors import RegistrationError
from metier.loading.arguments import checked_profile
from metier.loading.discovery import discover
from metier.registry.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier._core import Diagnostic
    from metier.cli.console import Console
    from metier.loading.result import LoadResult
    from metier.model.package import Package
    from metier.registry.snapshot import Snapshot

__all__ = ["Sources", "load_sources"]


@dataclass(frozen=True, slots=True)
class Sources:
    """What was found below the folders.

    Attributes:
        snapshot: Every package.
        skills: What loading each skill folder gave, by folder and path.
        notes: The findings that belong to no skill.
    """

    snapshot: Snapshot
    skills: tuple[LoadResult, ...]
    notes: tuple[Diagnostic, ...]

    def report(self, console: Console, used: Iterable[Package | None] = ()) -> None:
        """Prints what concerns the packages used, and each skill that does not load.

        With notes asked for, prints every finding.
        """
        chosen = {(package.id, package.version) for package in used if package is not None}
        console.findings(self.notes)
        for skill in self.skills:
            package = skill.package
            if console.verbosity > 0 or (
                package is not None and (package.id, package.version) in chosen
            ):
                console.findings(skill.diagnostics)
            elif package is None:
                console.findings(d for d in skill.diagnostics if d.severity is Severity.ERROR)


def load_sources(sources: tuple[str, ...], *, profile: str, trust: str) -> Sources:
    """Discovers and registers every skill below each folder.

    Raises:
        LoadError: A folder holds no skill that loads.
        RegistrationError: Two folders hold different content under one id and version.
    """
    registry = Registry()
    skills: list[LoadResult] = []
    notes: list[Diagnostic] = []
    for source in sources:
        found = discover(source, profile=checked_profile(profile), trust=trust)
        of_skills = {id(finding) for skill in found.skills for finding in skill.diagnostics}
        skills.extend(found.skills)
        notes.extend(finding for finding in found.diagnostics if id(finding) not in of_skills)
        for package in found.unwrap():
            result = registry.register(package)
            if result.error is not None:
                raise RegistrationError(
                    f"{result.error.message}, from {package.provenance.source_uri}",
                    code=result.error.code,
                    path=source,
                    help="take one of the folders out of --from, or give one another version",
                )
    return Sources(registry.snapshot(), tuple(skills), tuple(notes))
