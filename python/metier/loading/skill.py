"""`load_skill`: one skill from one folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from metier import _core
from metier.loading.archive_file import advised
from metier.loading.arguments import checked_path, checked_profile, package_limits
from metier.loading.load_events import emit_ended, emit_started
from metier.loading.result import LoadResult
from metier.model.package import Package
from metier.model.trust import TrustLevel

if TYPE_CHECKING:
    import os

    from metier.model.limits import Limits

__all__ = ["load_skill"]


def load_skill(
    path: str | os.PathLike[str],
    *,
    profile: Literal["lenient", "strict"] = "lenient",
    version: str | None = None,
    limits: Limits | None = None,
    trust: TrustLevel | str = TrustLevel.RETRIEVED_UNTRUSTED,
    reject_hard_links: bool = True,
) -> LoadResult:
    """Loads and verifies the skill in one folder; never raises for what the folder holds.

    A folder with a `skill.json` is read by the strict contract under either profile; one with a
    `SKILL.md` alone by the AgentSkills rules; one with a `SKILL.yaml` alone, or a single file
    `NAME.skill.md`, as their departure. Nothing is run. Each file is read once, in all at most
    `Limits.max_package_bytes`; where the skill's own file is refused, no other is read.

    Args:
        path: The folder, or the skill's own file in it; or a file `NAME.skill.md`.
        profile: `lenient` loads what real hosts load, with a warning for each departure; `strict`
            makes each departure an error.
        version: The version to take where the skill names none.
        limits: Bounds; fields left `None` keep their default.
        trust: What the host trusts the folder to be.
        reject_hard_links: Whether a file with a second name is refused.

    Raises:
        ConfigurationError: An argument is not one of the allowed values.
    """
    text, word, level = checked_path(path), checked_profile(profile), TrustLevel.of(trust)
    bounds = package_limits(limits)
    emit_started()
    verified, diagnostics = _core.load_skill(
        text,
        profile=word,
        version=version,
        trust=level.value,
        skill_json_limits=bounds,
        skill_md_limits=bounds,
        reject_hard_links=reject_hard_links,
    )
    emit_ended(verified, diagnostics)
    findings = tuple(advised(text, diagnostics))
    return LoadResult(text, Package(verified) if verified else None, findings)
