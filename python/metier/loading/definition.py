"""`load_from_skillmd`, `load_from_yaml`, `load_from_directory`: definitions of skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from metier import _core
from metier.loading.arguments import checked_path, checked_profile, package_limits
from metier.loading.result import load_error
from metier.loading.skill import load_skill
from metier.model.definition import definition_from_skill

if TYPE_CHECKING:
    import os

    from metier.model.definition import SkillDefinition
    from metier.model.limits import Limits

__all__ = ["load_from_directory", "load_from_skillmd", "load_from_yaml"]


def load_from_skillmd(
    path: str | os.PathLike[str],
    *,
    profile: Literal["lenient", "strict"] = "lenient",
    limits: Limits | None = None,
) -> SkillDefinition:
    """Reads the skill in one Markdown file, `SKILL.md` or `NAME.skill.md`, and nothing beside it.

    Args:
        path: The file, which is no link. One called `SKILL.md` is expected to be named after its
            folder, and one called `NAME.skill.md` is named `NAME` where it names itself nothing.
        profile: `lenient` reads what real hosts read; `strict` refuses each departure.
        limits: Bounds of the file and its frontmatter; fields left `None` keep their default.

    Raises:
        LoadError: The file is not there, or describes no skill; it carries every finding.
        ConfigurationError: An argument is not one of the allowed values.
    """
    return _load_file(path, is_yaml=False, profile=profile, limits=limits)


def load_from_yaml(
    path: str | os.PathLike[str],
    *,
    profile: Literal["lenient", "strict"] = "lenient",
    limits: Limits | None = None,
) -> SkillDefinition:
    """Reads the skill in one YAML file such as `SKILL.yaml`, and nothing beside it.

    The file has the keys of a `SKILL.md` and one more, `instructions`.

    Args:
        path: The file, which is no link.
        profile: As in `load_from_skillmd`; a YAML file is itself a departure, so `strict`
            refuses it.
        limits: Bounds of the file; fields left `None` keep their default.

    Raises:
        LoadError: The file is not there, or describes no skill; it carries every finding.
        ConfigurationError: An argument is not one of the allowed values.
    """
    return _load_file(path, is_yaml=True, profile=profile, limits=limits)


def load_from_directory(
    path: str | os.PathLike[str],
    *,
    profile: Literal["lenient", "strict"] = "lenient",
    limits: Limits | None = None,
) -> SkillDefinition:
    """Loads the skill in a folder, by `skill.json`, `SKILL.md` or `SKILL.yaml`, in this order.

    The whole folder is read and verified, as by `load_skill`; what is kept is the definition.

    Args:
        path: The folder.
        profile: As in `load_skill`.
        limits: Bounds; fields left `None` keep their default.

    Raises:
        LoadError: The folder holds no skill that loads; it carries every finding.
        ConfigurationError: An argument is not one of the allowed values.
    """
    return load_skill(path, profile=profile, limits=limits).unwrap().definition


def _load_file(
    path: str | os.PathLike[str],
    *,
    is_yaml: bool,
    profile: Literal["lenient", "strict"],
    limits: Limits | None,
) -> SkillDefinition:
    skill, findings = _core.read_skill_at(
        checked_path(path),
        is_yaml=is_yaml,
        profile=checked_profile(profile),
        version=None,
        in_pack=False,
        limits=package_limits(limits),
        reject_hard_links=True,
    )
    if skill is None:
        raise load_error(findings)
    return definition_from_skill(skill)
