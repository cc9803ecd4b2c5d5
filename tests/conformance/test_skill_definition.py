"""`SkillDefinition`, the three `load_from_*`, `SKILL.yaml` and `*.skill.md` (spec 02)."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
from typing import TYPE_CHECKING

import pytest

import metier

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEYS = """\
name: review-pr
version: 1.10.0
description: Review a pull request against project conventions.
license: MIT
compatibility: Needs git.
allowed-tools: Read, Bash(git log:*)
metadata:
  category: quality
  subagent: reviewer
allowed_tools: [file_ops, search]
disallowed_tools: [shell]
tool_parameter_defaults:
  search: {limit: 5}
invocation_mode: user-only
execution_context: fork
autonomy_level: supervised
approval_required_for: [push]
scripts_dir: scripts
templates_dir: templates
references: [docs/style.md]
tags: [review, quality]
category: quality
provenance: in-house
author: Ada
status: experimental
dependencies: [base, {name: git, kind: tool, optional: true}]
schema_version: 1
command_name: review
command_help: Reviews a pull request.
supporting_files: [extra.md]
surprise: [1, 2]
"""
BODY = "# Review\n\n## Resources\n- docs/tests.md\n- ../outside.md\n- docs/missing.md\n"
LENIENT_ONLY = "---\ndescription: Sorts words.\n---\n# Sort\n"


def indented(text: str) -> str:
    return "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))


def write_markdown(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(f"---\n{KEYS}---\n{BODY}", encoding="utf-8")
    return folder


def write_yaml(folder: Path, name: str = "SKILL.yaml") -> Path:
    folder.mkdir(parents=True)
    text = f"{KEYS}instructions: |\n{indented(BODY)}"
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def add_files(folder: Path) -> None:
    for path in ("docs/style.md", "docs/tests.md", "extra.md", "scripts/run.sh"):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("x\n", encoding="utf-8")


def codes(findings: tuple[metier.Diagnostic, ...]) -> list[str]:
    return [finding.code for finding in findings]


def test_every_field_of_the_file_is_typed_in_the_definition(tmp_path: Path) -> None:
    """Spec 02: AGENT-33 fields are part of the lenient model and of `SkillDefinition`."""
    definition = metier.load_from_skillmd(write_markdown(tmp_path / "review-pr") / "SKILL.md")
    assert definition == metier.SkillDefinition(
        name="review-pr",
        version=metier.Version.parse("1.10.0"),
        version_text="1.10.0",
        description="Review a pull request against project conventions.",
        instructions=BODY,
        allowed_tools=("file_ops", "search"),
        disallowed_tools=("shell",),
        tool_parameter_defaults=definition.tool_parameter_defaults,
        invocation_mode="user-only",
        execution_context="fork",
        autonomy_level="supervised",
        approval_required_for=("push",),
        scripts_dir="scripts",
        templates_dir="templates",
        references=("docs/style.md", "docs/tests.md", "docs/missing.md"),
        unavailable_references=("../outside.md",),
        tags=("review", "quality"),
        category="quality",
        provenance="in-house",
        author="Ada",
        status="experimental",
        dependencies=(
            metier.SkillDependency(name="base"),
            metier.SkillDependency(name="git", kind="tool", optional=True),
        ),
        schema_version="1",
        command_name="review",
        command_help="Reviews a pull request.",
        supporting_files=("extra.md",),
        license="MIT",
        compatibility="Needs git.",
        allowed_tools_hint=("Read", "Bash(git log:*)"),
        metadata=definition.metadata,
        subagent="reviewer",
        extensions=definition.extensions,
    )
    assert definition.tool_parameter_defaults == {"search": {"limit": "5"}}
    assert definition.metadata == {"category": "quality", "subagent": "reviewer"}
    assert definition.extensions == {"surprise": ("1", "2")}


@pytest.mark.parametrize("name", ["SKILL.yaml", "skill.yaml", "skill.yml", "Skill.YAML"])
def test_yaml_file_gives_the_definition_that_markdown_gives(tmp_path: Path, name: str) -> None:
    """Spec 02: `SKILL.yaml` / `skill.yaml` load through the same model."""
    markdown = write_markdown(tmp_path / "a" / "review-pr")
    yaml = write_yaml(tmp_path / "b" / "review-pr", name)
    add_files(markdown)
    add_files(yaml)
    assert metier.load_from_yaml(yaml / name) == metier.load_from_skillmd(markdown / "SKILL.md")
    assert metier.load_from_directory(yaml) == metier.load_from_directory(markdown)


def test_directory_knows_which_references_are_there(tmp_path: Path) -> None:
    """Spec 02: references outside the skill are listed as unavailable, never read."""
    folder = write_markdown(tmp_path / "review-pr")
    add_files(folder)
    definition = metier.load_from_directory(folder)
    assert definition.references == ("docs/style.md", "docs/tests.md")
    assert definition.unavailable_references == ("../outside.md", "docs/missing.md")


def test_directory_without_keys_takes_the_folders_that_are_there(tmp_path: Path) -> None:
    folder = tmp_path / "sort"
    (folder / "scripts").mkdir(parents=True)
    (folder / "scripts" / "run.sh").write_text("x\n")
    (folder / "SKILL.md").write_text(LENIENT_ONLY)
    definition = metier.load_from_directory(folder)
    assert (definition.scripts_dir, definition.templates_dir) == ("scripts", None)
    assert definition.invocation_mode == "both"
    assert definition.execution_context == "inline"
    assert definition.status == "active"


@pytest.mark.parametrize(
    ("line", "expected"),
    [("", None), ("allowed_tools: []\n", ()), ("allowed_tools: [a]\n", ("a",))],
)
def test_no_allowed_tools_and_none_allowed_are_not_the_same(
    tmp_path: Path, line: str, expected: tuple[str, ...] | None
) -> None:
    """Decision 8: an empty result means no tools, never no restriction."""
    path = tmp_path / "any.md"
    path.write_text(f"---\nname: sort\ndescription: Sorts.\n{line}---\n")
    definition = metier.load_from_skillmd(path)
    assert definition.allowed_tools == expected
    assert definition.allowed_tools_hint is None


@pytest.mark.parametrize(
    "remake",
    [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],  # noqa: S301
    ids=["copy", "deepcopy", "pickle"],
)
def test_definition_is_a_value(
    tmp_path: Path, remake: Callable[[metier.SkillDefinition], metier.SkillDefinition]
) -> None:
    definition = metier.load_from_directory(write_markdown(tmp_path / "review-pr"))
    again = remake(definition)
    assert again == definition
    assert hash(again) == hash(definition)
    assert dataclasses.replace(definition, name="other") != definition
    with pytest.raises(dataclasses.FrozenInstanceError):
        definition.name = "other"  # type: ignore[misc]


def test_definition_of_a_package_is_made_once_and_survives_pickling(tmp_path: Path) -> None:
    package = metier.load_skill(write_yaml(tmp_path / "review-pr")).unwrap()
    assert package.definition is package.definition
    again = pickle.loads(pickle.dumps(package))  # noqa: S301 - made here
    assert again == package
    assert again.definition == package.definition
    assert again.instructions == package.instructions == BODY


def test_definition_of_a_sealed_package_comes_from_its_manifest(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("guide")
    digest = metier.sha256(b"guide").removeprefix("sha256:")
    resource = {"id": "guide", "path": "guide.md", "size": 5, "sha256": digest}
    manifest = {
        "schema_version": 1,
        "id": "org.example.demo",
        "version": "1.2.3",
        "name": "Demo",
        "description": "A demonstration.",
        "tags": ["a"],
        "deprecated": True,
        "resources": [{**resource, "kind": "knowledge"}],
        "requires": {"skills": [{"id": "base", "version": "^1.0.0"}], "tools": [{"name": "fs"}]},
        "metadata": {"key": "value"},
    }
    (tmp_path / "skill.json").write_text(json.dumps(manifest))
    definition = metier.load_from_directory(tmp_path)
    assert (definition.name, str(definition.version)) == ("org.example.demo", "1.2.3")
    assert definition.references == ("guide.md",)
    assert definition.status == "deprecated"
    assert definition.metadata == {"key": "value"}
    assert definition.dependencies == (
        metier.SkillDependency(name="base"),
        metier.SkillDependency(name="fs", kind="tool"),
    )
    assert definition.allowed_tools is None


def test_yaml_folder_is_a_package_of_all_its_files(tmp_path: Path) -> None:
    folder = write_yaml(tmp_path / "review-pr")
    add_files(folder)
    result = metier.load_skill(folder)
    package = result.unwrap()
    assert package.id == "review-pr"
    assert package.instructions == BODY
    assert package.digest == metier.tree_digest(folder).digest
    assert set(package.resources) == {
        "SKILL.yaml",
        "docs/style.md",
        "docs/tests.md",
        "extra.md",
        "scripts/run.sh",
    }
    assert package.resource("SKILL.yaml").kind == "instructions"
    assert package.resource("SKILL.yaml").media_type == "application/yaml"
    (outside,) = [d for d in result.diagnostics if d.code == "resource_outside"]
    text = (folder / "SKILL.yaml").read_text().splitlines()
    assert outside.line is not None
    assert outside.column is not None
    assert text[outside.line - 1][outside.column - 1 :].startswith("../outside.md")


def test_yaml_folder_is_refused_in_strict_by_one_code(tmp_path: Path) -> None:
    """Decision 1: a bare skill in strict is AgentSkills.io alone, which has `SKILL.md`."""
    folder = tmp_path / "sort"
    folder.mkdir()
    (folder / "SKILL.yaml").write_text("name: sort\ndescription: Sorts.\ninstructions: Sort.\n")
    assert metier.load_skill(folder)
    refused = metier.load_skill(folder, profile="strict")
    errors = [d.code for d in refused.diagnostics if d.severity is metier.Severity.ERROR]
    assert errors == ["skill_yaml"]
    with pytest.raises(metier.LoadError) as raised:
        metier.load_from_yaml(folder / "SKILL.yaml", profile="strict")
    assert raised.value.code == "skill_yaml"
    assert raised.value.path == f"{folder}/SKILL.yaml"


def test_markdown_comes_before_yaml_which_is_then_a_resource(tmp_path: Path) -> None:
    folder = tmp_path / "sort"
    folder.mkdir()
    (folder / "SKILL.md").write_text("---\nname: sort\ndescription: By MD.\n---\n")
    (folder / "skill.yaml").write_text("name: sort\ndescription: By YAML.\n")
    result = metier.load_skill(folder / "skill.yaml", profile="strict")
    assert result.unwrap().description == "By MD."
    assert result.unwrap().resource("skill.yaml").kind == "asset"
    assert "skill_yaml_unused" in codes(result.diagnostics)


def test_yaml_in_two_spellings_is_ambiguous(tmp_path: Path) -> None:
    (tmp_path / "skill.yaml").write_text("description: a\n")
    (tmp_path / "skill.yml").write_text("description: b\n")
    assert metier.load_skill(tmp_path).error.code == "skill_file_ambiguous"  # type: ignore[union-attr]


def test_skill_in_one_file_is_a_package_of_that_file(tmp_path: Path) -> None:
    """Spec 02: `*.skill.md` loads through the same model; its name defaults to the stem."""
    (tmp_path / "sort.skill.md").write_text(LENIENT_ONLY)
    (tmp_path / "secret.txt").write_text("not its own")
    result = metier.load_skill(tmp_path / "sort.skill.md")
    package = result.unwrap()
    assert package.id == "sort"
    assert list(package.resources) == ["sort.skill.md"]
    assert package.instructions == "# Sort\n"
    assert codes(result.diagnostics)[:2] == ["skill_single_file", "name_missing"]
    assert {d.path for d in result.diagnostics} == {f"{tmp_path}/sort.skill.md"}
    assert package.definition == metier.load_from_skillmd(tmp_path / "sort.skill.md")
    assert pickle.loads(pickle.dumps(package)).definition == package.definition  # noqa: S301
    refused = metier.load_skill(tmp_path / "sort.skill.md", profile="strict")
    assert refused.error.code == "skill_single_file"  # type: ignore[union-attr]


def test_folder_called_like_a_single_file_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "sort.skill.md"
    folder.mkdir()
    (folder / "SKILL.md").write_text(LENIENT_ONLY)
    assert metier.load_skill(folder).unwrap().instructions == "# Sort\n"


@pytest.mark.parametrize("load", [metier.load_from_skillmd, metier.load_from_yaml])
@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda _: None, "skill_file_missing"),
        (lambda path: path.mkdir(), "resource_not_regular"),
        (lambda path: path.symlink_to("/etc/passwd"), "reparse_point"),
        (os.mkfifo, "resource_not_regular"),
        (lambda path: path.write_bytes(b"\xff"), "skill_encoding"),
        (lambda path: path.write_bytes(b"x" * (4 << 20 | 1)), "skill_file_too_large"),
        (lambda path: path.write_bytes(b""), None),
    ],
    ids=["missing", "folder", "link", "pipe", "bytes", "large", "empty"],
)
def test_file_that_is_no_skill_is_a_load_error_with_its_place(
    tmp_path: Path,
    load: Callable[[Path], metier.SkillDefinition],
    make: Callable[[Path], object],
    code: str | None,
) -> None:
    path = tmp_path / "SKILL.md"
    make(path)
    with pytest.raises(metier.LoadError) as raised:
        load(path)
    assert code in (None, raised.value.code)
    assert raised.value.path == str(path)
    assert raised.value.diagnostics


def test_load_from_directory_raises_every_finding(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_text("---\nname: [a]\nversion: [b]\n---\n")
    with pytest.raises(metier.LoadError) as raised:
        metier.load_from_directory(tmp_path)
    found = codes(raised.value.diagnostics)
    assert {"name_not_text", "description_missing", "field_type"} <= set(found)


@pytest.mark.parametrize(
    "load", [metier.load_from_skillmd, metier.load_from_yaml, metier.load_from_directory]
)
def test_argument_that_is_none_of_the_values_is_a_configuration_error(
    load: Callable[..., metier.SkillDefinition],
) -> None:
    with pytest.raises(metier.ConfigurationError):
        load("x", profile="loose")
    with pytest.raises(metier.ConfigurationError):
        load("a\0b")
