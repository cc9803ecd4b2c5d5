"""The binding of `read_skill_md`."""

from __future__ import annotations

import pytest

from metier import errors
from metier._core import Diagnostic, Severity, SkillMd, check_skill_references, read_skill_md

TEXT = """---
name: demo
description: Sorts words.
allowed-tools: Read Grep
metadata:
  version: 1.0.0
  metier.requires: "base@^1.0.0"
  metier.requires.tools: fs.read=1
tags: [words]
invocation_mode: user-only
hooks: {before: [x]}
---
See [guide](references/my%20guide.md).

## Resources
- ../shared/words.md
"""


def loaded(text: str, **options: bool) -> SkillMd:
    skill, found = read_skill_md(text.encode(), folder="demo", **options)
    assert skill is not None, found
    return skill


def test_skill_md_fields_become_python_values() -> None:
    skill = loaded(TEXT)
    assert (skill.name, skill.version, skill.allowed_tools) == ("demo", "1.0.0", "Read Grep")
    assert skill.metadata["version"] == "1.0.0"
    assert skill.requires_skills == [("base", "^1.0.0")]
    assert skill.requires_tools == [("fs.read", "1")]
    assert skill.extensions == {"hooks": {"before": ["x"]}}


def test_skill_md_fields_of_packs_stand_in_their_own_mapping() -> None:
    skill = loaded(TEXT)
    assert skill.tags == ["words"]
    assert skill.agent33["invocation_mode"] == "user-only"
    assert skill.agent33["allowed_tools"] is None


def test_skill_md_references_have_target_path_and_place() -> None:
    assert loaded(TEXT).references == [
        ("references/my guide.md", "references/my guide.md", 13, 13, False),
        ("../shared/words.md", None, 16, 3, True),
    ]


def test_skill_md_references_that_are_not_there_are_warnings() -> None:
    found = check_skill_references(loaded(TEXT), {"references/my guide.md"}, path="demo/SKILL.md")
    assert [(one.code, one.path, one.line) for one in found] == [
        ("resource_outside", "demo/SKILL.md", 16)
    ]
    assert found[0].severity == Severity.WARNING


def test_skill_md_in_a_pack_knows_the_keys_of_packs() -> None:
    text = "---\nname: demo\ndescription: d\nversion: 1.0.0\ntags: [a]\n---\n"
    skill, found = read_skill_md(text.encode(), folder="demo", profile="strict", in_pack=True)
    assert skill is not None
    assert found == []


def test_skill_md_that_fails_says_what_to_write() -> None:
    skill, found = read_skill_md(b"# Demo\n", folder="demo", path="demo/SKILL.md")
    assert skill is None
    assert found == [
        Diagnostic(
            Severity.ERROR,
            "frontmatter_missing",
            "there is no frontmatter, expected `---` on line 1",
            path="demo/SKILL.md",
            line=1,
            column=1,
            help="start the file with `---`, then `name:` and `description:`, then `---`",
        )
    ]


def test_unknown_profile_is_refused() -> None:
    with pytest.raises(errors.ConfigurationError) as caught:
        read_skill_md(b"", folder="demo", profile="loose")
    assert caught.value.code == "unknown_profile"
