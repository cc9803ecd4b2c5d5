"""What `load_skill` says about one fault in a skill folder: one code a fault, in both profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import metier

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "---\nname: demo\ndescription: Sorts words.\nversion: 1.0.0\n"


def found(root: Path, text: str, *, profile: str = "lenient", **options: object) -> dict[str, str]:
    """Loads a skill of this text and gives the severity of each code."""
    folder = root / "demo"
    folder.mkdir()
    (folder / "SKILL.md").write_bytes(text.encode())
    return codes(metier.load_skill(folder, profile=profile, **options))


def codes(result: metier.LoadResult) -> dict[str, str]:
    return {finding.code: str(finding.severity) for finding in result.diagnostics}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("---\n---\nBody.\n", "frontmatter_empty"),
        ("---\n# nothing\n---\nBody.\n", "frontmatter_empty"),
        ("---\n- a\n- b\n---\n", "frontmatter_not_mapping"),
        ("---\nname: [demo]\ndescription: Sorts words.\n---\n", "name_not_text"),
        ("---\nname: ../demo\ndescription: Sorts words.\n---\n", "name_unsafe"),
        ("---\nname: demo\ndescription: ' '\n---\n", "description_empty"),
        ("---\nname: demo\ndescription: {a: b}\n---\n", "description_not_text"),
    ],
)
@pytest.mark.parametrize("profile", ["lenient", "strict"])
def test_skill_that_can_not_be_used_is_refused_in_both_profiles(
    tmp_path: Path, text: str, code: str, profile: str
):
    assert found(tmp_path, text, profile=profile)[code] == "error"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("---\nname: nul\ndescription: Sorts words.\n---\n", "name_reserved"),
        (f"{HEAD}compatibility: ''\n---\n", "compatibility_length"),
        (f"{HEAD}compatibility: {'x' * 501}\n---\n", "compatibility_length"),
        (f"{HEAD}invocation_mode: sometimes\n---\n", "field_value"),
        (f"{HEAD}license: [MIT]\n---\n", "field_type"),
        (f"{HEAD}metadata: {{subagent: Not A Name}}\n---\n", "subagent_invalid"),
        (f"{HEAD}--- \nBody.\n", "fence_blanks"),
    ],
)
def test_departure_is_a_warning_in_lenient(tmp_path: Path, text: str, code: str):
    assert found(tmp_path, text)[code] == "warning"


def test_frontmatter_over_its_limit_is_refused(tmp_path: Path):
    limits = metier.Limits(max_manifest_bytes=64)
    text = f"{HEAD}license: {'x' * 64}\n---\n"
    assert found(tmp_path, text, limits=limits)["frontmatter_too_large"] == "error"


def test_listed_resource_that_is_not_there_is_a_warning(tmp_path: Path):
    text = f"{HEAD}---\n## Resources\n- references/words.md\n"
    assert found(tmp_path, text)["listed_resource_missing"] == "warning"


def test_folder_without_a_skill_file_is_refused(tmp_path: Path):
    assert codes(metier.load_skill(tmp_path)) == {"skill_file_missing": "error"}


@pytest.mark.parametrize("profile", ["lenient", "strict"])
def test_two_spellings_of_the_skill_file_are_refused(tmp_path: Path, profile: str):
    for name in ("SKILL.md", "skill.md"):
        (tmp_path / name).write_text(f"{HEAD}---\n", encoding="utf-8")
    if len(list(tmp_path.iterdir())) < 2:
        pytest.skip("the file system takes both for one")
    assert codes(metier.load_skill(tmp_path, profile=profile)) == {"skill_file_ambiguous": "error"}


@pytest.mark.parametrize(("profile", "severity"), [("lenient", "warning"), ("strict", "error")])
def test_files_that_differ_in_case_alone_are_reported(tmp_path: Path, profile: str, severity: str):
    (tmp_path / "demo").mkdir()
    for name in ("Notes.md", "notes.md"):
        (tmp_path / "demo" / name).write_text("x", encoding="utf-8")
    if len(list((tmp_path / "demo").iterdir())) < 2:
        pytest.skip("the file system takes both for one")
    (tmp_path / "demo" / "SKILL.md").write_text(f"{HEAD}---\n", encoding="utf-8")
    result = metier.load_skill(tmp_path / "demo", profile=profile)
    assert codes(result)["case_collision"] == severity


def test_folder_that_never_belongs_to_a_skill_is_noted(tmp_path: Path):
    (tmp_path / "demo" / "node_modules").mkdir(parents=True)
    (tmp_path / "demo" / "node_modules" / "x.js").write_text("x", encoding="utf-8")
    (tmp_path / "demo" / "SKILL.md").write_text(f"{HEAD}---\n", encoding="utf-8")
    result = metier.load_skill(tmp_path / "demo")
    assert codes(result)["left_out"] == "information"
    assert list(result.unwrap().resources) == ["SKILL.md"]


def test_path_too_long_for_the_file_system_is_a_finding(tmp_path: Path):
    assert codes(metier.load_skill(tmp_path / ("x" * 300))) == {"filesystem_error": "error"}
