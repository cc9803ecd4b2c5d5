"""`SkillDefinition`: what a skill says of itself, in AGENT-33's terms.

A definition is a value that anybody can make, compare and change a copy of. It has no bytes and
proves nothing: a `Package` gives its definition, and a definition never gives a package.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

from metier import _core
from metier.model.frozen_map import FrozenMap, freeze

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier._core import SkillMd, Version
    from metier.model.package import Package

__all__ = ["SkillDefinition", "SkillDependency", "definition_from_skill", "definition_of"]

InvocationMode = Literal["user-only", "llm-only", "both"]
ExecutionContext = Literal["inline", "fork"]
SkillStatus = Literal["active", "deprecated", "experimental"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillDependency:
    """Something a skill depends on, by name.

    Attributes:
        name: The name of the skill or tool.
        kind: Which of the two it is.
        optional: Whether the skill works without it.
    """

    name: str
    kind: Literal["skill", "tool"] = "skill"
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillDefinition:
    """A skill as its file describes it. A frozen value; lists keep the order of the file.

    Attributes:
        name: The skill's name, by which a host calls it.
        version: The version; `0.0.0` where the skill names none or one that does not read.
        description: What it does and when to use it.
        instructions: Tier L1: what to do.
        allowed_tools: Tools to narrow to. `None` is no restriction; empty is no tools at all.
        disallowed_tools: Tools to take away.
        tool_parameter_defaults: Defaults of parameters by tool.
        invocation_mode: Who may call it.
        execution_context: Whether it runs in the conversation or in a copy of it.
        autonomy_level: How far it may go alone, in the host's words.
        approval_required_for: What needs approval.
        scripts_dir: Folder of scripts; of a package `scripts` where that is there.
        templates_dir: Folder of templates; of a package `templates` where that is there.
        references: Tier L2: paths in the skill, of the key `references` and of the list under
            the heading `Resources`.
        unavailable_references: Those that leave the skill, as written; of a package also those
            that are not there. They are never read.
        tags: Words to find it by.
        category: Its category.
        provenance: Where it comes from, in its own words; nothing follows from them.
        author: Who wrote it, in its own words.
        status: How alive it is.
        dependencies: What it depends on.
        schema_version: Version of AGENT-33's format.
        command_name: Its slash command, where that is not its name.
        command_help: Help for the command.
        supporting_files: Other files it brings.
        license: The licence, as written.
        compatibility: What it needs to run, in words.
        allowed_tools_hint: `allowed-tools` of AgentSkills.io: advice to show, never enforced
            and never widening. `None` where the skill gives none.
        metadata: `metadata` in the order of the file; what is no text is JSON.
        subagent: The sub-agent it is for.
        version_text: The version as written, if one is.
        extensions: Top-level keys that are unknown, and fields of the wrong type, as JSON.
    """

    name: str
    version: Version
    description: str
    instructions: str = ""
    allowed_tools: tuple[str, ...] | None = None
    disallowed_tools: tuple[str, ...] = ()
    tool_parameter_defaults: FrozenMap[Any] = field(default_factory=FrozenMap)
    invocation_mode: InvocationMode = "both"
    execution_context: ExecutionContext = "inline"
    autonomy_level: str | None = None
    approval_required_for: tuple[str, ...] = ()
    scripts_dir: str | None = None
    templates_dir: str | None = None
    references: tuple[str, ...] = ()
    unavailable_references: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    category: str | None = None
    provenance: str | None = None
    author: str | None = None
    status: SkillStatus = "active"
    dependencies: tuple[SkillDependency, ...] = ()
    schema_version: str | None = None
    command_name: str | None = None
    command_help: str | None = None
    supporting_files: tuple[str, ...] = ()
    license: str | None = None
    compatibility: str | None = None
    allowed_tools_hint: tuple[str, ...] | None = None
    metadata: FrozenMap[Any] = field(default_factory=FrozenMap)
    subagent: str | None = None
    version_text: str | None = None
    extensions: FrozenMap[Any] = field(default_factory=FrozenMap)


def definition_of(package: Package) -> SkillDefinition:
    """Returns the definition of a package."""
    paths = [resource.path for resource in package.resources.values()]
    skill = _core.skill_of(package._verified)  # noqa: SLF001 - the package's own view
    if skill is not None:
        return definition_from_skill(skill, files=paths)
    return _definition_from_manifest(package, paths)


def definition_from_skill(skill: SkillMd, *, files: Iterable[str] | None = None) -> SkillDefinition:
    """Returns the definition in a skill file.

    Args:
        skill: What the file says.
        files: The paths of the skill's files, where they are known.
    """
    fields = skill.agent33
    for name, default in (
        ("invocation_mode", "both"),
        ("execution_context", "inline"),
        ("status", "active"),
        ("tool_parameter_defaults", {}),
    ):
        if fields[name] is None:
            fields[name] = default
    dependencies = cast("list[dict[str, Any]]", fields.pop("dependencies"))
    known = None if files is None else _with_folders(files)
    fields["references"], unavailable = _references(skill, known)
    for name in ("scripts", "templates"):
        if fields[f"{name}_dir"] is None and known is not None and name in known:
            fields[f"{name}_dir"] = name
    return SkillDefinition(
        name=skill.name,
        version=_core.Version.parse(skill.version),
        version_text=skill.version_text,
        description=skill.description,
        instructions=skill.body,
        unavailable_references=unavailable,
        dependencies=tuple(SkillDependency(**row) for row in dependencies),
        license=skill.license,
        compatibility=skill.compatibility,
        allowed_tools_hint=_hint(skill.allowed_tools),
        metadata=_frozen(skill.metadata),
        subagent=skill.subagent,
        extensions=_frozen(skill.extensions),
        **{name: freeze(value) for name, value in fields.items()},  # type: ignore[arg-type]
    )


def _definition_from_manifest(package: Package, paths: list[str]) -> SkillDefinition:
    kinds = {resource.path: resource.kind for resource in package.resources.values()}
    known = _with_folders(paths)
    skills = (SkillDependency(name=one.id, optional=one.optional) for one in package.requirements)
    tools = (
        SkillDependency(name=one.name, kind="tool", optional=one.optional) for one in package.tools
    )
    manifest = package.manifest
    return SkillDefinition(
        name=package.id,
        version=package.version,
        version_text=str(package.version),
        description=package.description,
        instructions=package.instructions,
        scripts_dir="scripts" if "scripts" in known else None,
        templates_dir="templates" if "templates" in known else None,
        references=tuple(path for path in paths if kinds[path] == "knowledge"),
        tags=package.tags,
        status="deprecated" if manifest.deprecated else "active",
        dependencies=(*skills, *tools),
        supporting_files=tuple(
            path for path in paths if kinds[path] not in {"instructions", "knowledge"}
        ),
        metadata=_frozen(manifest.metadata),
    )


def _references(skill: SkillMd, known: set[str] | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The references that can be read, by path, and those that can't, as written."""
    inside, unavailable = [], []
    for target, path in skill.listed_references:
        if path is not None and (known is None or path in known):
            inside.append(path)
        else:
            unavailable.append(target)
    return tuple(inside), tuple(unavailable)


def _with_folders(files: Iterable[str]) -> set[str]:
    """The paths and every folder above one of them."""
    known = set()
    for path in files:
        known.add(path)
        while "/" in path:
            path = path.rpartition("/")[0]  # noqa: PLW2901 - climbs
            known.add(path)
    return known


def _hint(tools: str | list[str] | None) -> tuple[str, ...] | None:
    if tools is None:
        return None
    return tuple(_core.split_tools(tools) if isinstance(tools, str) else tools)


def _frozen(value: object) -> FrozenMap[Any]:
    frozen = freeze(value)
    return frozen if isinstance(frozen, FrozenMap) else FrozenMap()
