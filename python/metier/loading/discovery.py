"""`discover`: every skill below a folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from metier import _core
from metier.loading.archive_file import advised
from metier.loading.arguments import checked_path, checked_profile, package_limits
from metier.loading.result import LoadResult, load_error
from metier.model.package import Package
from metier.model.trust import TrustLevel

if TYPE_CHECKING:
    import os

    from metier._core import Diagnostic
    from metier.model.limits import Limits

__all__ = ["Discovery", "discover"]


@dataclass(frozen=True, slots=True)
class Discovery:
    """Every skill below a folder; truthy when at least one loaded.

    Attributes:
        root: The folder, as the caller named it.
        skills: One result a skill, by path, those that failed or are shadowed included; a skill in
            one file has that file as its path.
        packages: The packages to use, by path: of several with one id and version the first.
        diagnostics: Every finding: those of the search first, then each skill's by path.
    """

    root: str
    skills: tuple[LoadResult, ...]
    packages: tuple[Package, ...]
    diagnostics: tuple[Diagnostic, ...]

    def __bool__(self) -> bool:
        return bool(self.packages)

    def unwrap(self) -> tuple[Package, ...]:
        """Returns the packages.

        Raises:
            LoadError: No skill loaded; the error has the first failure's code and all findings.
        """
        if self.packages:
            return self.packages
        raise load_error(self.diagnostics)


def discover(
    root: str | os.PathLike[str],
    *,
    profile: Literal["lenient", "strict"] = "lenient",
    follow_links: bool = False,
    limits: Limits | None = None,
    trust: TrustLevel | str = TrustLevel.RETRIEVED_UNTRUSTED,
    reject_hard_links: bool = True,
) -> Discovery:
    """Finds, loads and verifies every skill at or below a folder; one bad skill harms no other.

    A folder with a `skill.json`, `SKILL.md` or `SKILL.yaml` is a skill, and what lies below it is
    its own; elsewhere a file `NAME.skill.md` is one. What never belongs to a skill, such as
    `.git` and `node_modules`, is not entered.

    Args:
        root: The folder to search. It may be a skill itself or the file of one, and may be a link.
        profile: As in `load_skill`.
        follow_links: Whether links to skill folders inside the root are followed.
        limits: Bounds of each skill; fields left `None` keep their default.
        trust: What the host trusts the folders to be.
        reject_hard_links: Whether a file with a second name is refused.

    Raises:
        ConfigurationError: An argument is not one of the allowed values.
    """
    text = checked_path(root)
    found, diagnostics = _core.discover(
        text,
        profile=checked_profile(profile),
        follow_links=follow_links,
        trust=TrustLevel.of(trust).value,
        skill_json_limits=package_limits(limits),
        skill_md_limits=package_limits(limits),
        reject_hard_links=reject_hard_links,
    )
    skills = []
    packages = []
    findings = advised(text, diagnostics)
    for path, verified, of_skill, shadowed in found:
        package = Package(verified) if verified else None
        skills.append(LoadResult(path, package, tuple(of_skill)))
        findings.extend(of_skill)
        if package is not None and not shadowed:
            packages.append(package)
    return Discovery(text, tuple(skills), tuple(packages), tuple(findings))
