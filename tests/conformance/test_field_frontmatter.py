"""Reported troubles with frontmatter, each by its id in the shared list of field cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from skill_folder import both, error_codes, skill_text, the, warning_codes, write_skill

import metier
from metier import _core

if TYPE_CHECKING:
    from pathlib import Path


def read(text: str, profile: str = "lenient") -> _core.SkillMd:
    skill, found = _core.read_skill_md(text.encode(), folder=None, profile=profile)
    assert skill is not None, found
    return skill


def test_F002_unquoted_colon_is_repaired_or_refused(tmp_path: Path) -> None:
    """Strict places an error on the second colon; lenient reads the line whole and warns.

    No text of the description ever becomes another key.
    """
    text = "---\nname: foo\ndescription: Story helper. Trigger words: character, scene\n---\nB"
    strict, lenient = both(write_skill(tmp_path / "foo", text))
    error = strict.error
    assert error is not None
    assert (error.code, error.line) == ("yaml_unquoted_colon", 3)
    # The column is that of the colon that a reader of YAML takes for a second key.
    assert error.column == text.split("\n")[2].index("words:") + len("words:")
    assert lenient.unwrap().description == "Story helper. Trigger words: character, scene"
    assert the(lenient, "yaml_unquoted_colon").severity is metier.Severity.WARNING
    assert read(text).extensions == {}
    assert read(text).metadata == {}


def test_F003_indented_key_after_a_plain_value_is_refused_with_its_place(tmp_path: Path) -> None:
    """The file is refused at the place of the fault; no skill loads with its fields dropped."""
    text = "---\nname: nx\ndescription: Framework guide.\n\n  Keywords: a, b\nlicense: MIT\n---\nB"
    for result in both(write_skill(tmp_path / "nx", text)):
        error = result.error
        assert error is not None
        assert error.line == 5
        assert error.column is not None
        assert result.package is None


def test_F005_broken_flow_list_is_refused_with_its_place(tmp_path: Path) -> None:
    """Text after a closed flow list is a fault with line and column; nothing is half read."""
    text = skill_text("demo", keys="argument-hint: [PROMPT] | --analyze\n")
    for result in both(write_skill(tmp_path / "demo", text)):
        error = result.error
        assert error is not None
        assert error.code == "yaml_syntax"
        assert error.line == 4
        assert error.column is not None
        assert result.package is None


def test_F006_folded_block_is_one_line_of_text(tmp_path: Path) -> None:
    """A folded block gives its lines joined by a space, and the key after it is still read."""
    text = "---\nname: demo\ndescription: >-\n  one two\n  three: four\nlicense: MIT\n---\nB"
    strict, lenient = both(write_skill(tmp_path / "demo", text))
    assert strict.unwrap().description == "one two three: four"
    assert lenient.unwrap().description == "one two three: four"
    assert read(text).license == "MIT"


def test_F008_hyphens_inside_a_value_close_no_fence(tmp_path: Path) -> None:
    """All three keys are read, so that whoever decides about tools sees the wildcard."""
    text = '---\ndescription: "harmless a---b"\nallowed-tools: "*"\nname: x\n---\nB'
    strict, lenient = both(write_skill(tmp_path / "x", text))
    assert strict.unwrap().description == lenient.unwrap().description == "harmless a---b"
    skill = read(text)
    assert (skill.name, skill.allowed_tools, skill.body) == ("x", "*", "B")


def test_F010_rules_in_the_body_stay_body(tmp_path: Path) -> None:
    """Only the first fenced block is frontmatter; the rest is kept byte for byte."""
    body = "# A\n\n---\n\n# B\n---\nkey: v\n"
    strict, lenient = both(write_skill(tmp_path / "demo", skill_text("demo", body=body)))
    assert strict.unwrap().instructions == lenient.unwrap().instructions == body
    assert read(skill_text("demo", body=body)).extensions == {}


def test_F018_key_of_a_host_is_named_with_its_place(tmp_path: Path) -> None:
    """Strict names the key and where it could go; lenient keeps it; a typo fails in both."""
    text = skill_text("demo", keys="user-invocable: false\n")
    strict, lenient = both(write_skill(tmp_path / "demo", text))
    refused = the(strict, "key_unknown")
    assert refused.severity is metier.Severity.ERROR
    assert refused.line == 4
    assert "user-invocable" in refused.message
    assert "metadata" in (refused.help or "")
    assert lenient
    assert warning_codes(lenient) == {"key_unknown"}
    assert read(text).extensions == {"user-invocable": "false"}

    typo = skill_text("typo").replace("description:", "descriptoin:")
    for result in both(write_skill(tmp_path / "typo", typo)):
        assert "description_missing" in error_codes(result)
        assert "descriptoin" in (the(result, "description_missing").help or "")


@pytest.mark.parametrize(
    ("written", "version"),
    [
        ("1.10", "1.10.0"),
        ("1.0", "1.0.0"),
        ("1", "1.0.0"),
        ("01", "0.0.0"),
        ("2024-01-15", "0.0.0"),
        ("yes", "0.0.0"),
    ],
)
def test_F020_text_of_a_scalar_is_kept(tmp_path: Path, written: str, version: str) -> None:
    """What looks like a number, a date or a truth stays the text that was written.

    A version is completed beside its text or does not read; never is it another one.
    """
    below = skill_text("demo", keys=f"metadata:\n  version: {written}\n  edition: {written}\n")
    beside = skill_text("demo", keys=f"version: {written}\n")
    for text in (below, beside):
        skill = read(text)
        assert skill.version_text == written
        assert skill.version == version
    assert read(below).metadata == {"version": written, "edition": written}
    folder = write_skill(tmp_path / "demo", below)
    assert metier.load_skill(folder).unwrap().manifest.metadata["edition"] == written
    strict = metier.load_skill(folder, profile="strict")
    assert error_codes(strict) <= {"version_incomplete", "version_invalid"}
    assert not strict


@pytest.mark.parametrize("written", ["[]", "x", "[a]", "3"])
def test_F021_metadata_that_is_no_mapping_is_named(tmp_path: Path, written: str) -> None:
    """A list or scalar under `metadata` is an error that names the key; lenient warns."""
    text = skill_text("demo", keys=f"metadata: {written}\n")
    strict, lenient = both(write_skill(tmp_path / "demo", text))
    refused = the(strict, "field_type")
    assert refused.severity is metier.Severity.ERROR
    assert (refused.line, refused.json_path) == (4, "$.metadata")
    assert lenient
    assert warning_codes(lenient) == {"field_type"}
    assert "metadata" in read(text).extensions


def test_F021_null_metadata_is_empty_with_a_warning(tmp_path: Path) -> None:
    """No value counts as empty, which lenient says and strict refuses (spec 02)."""
    text = skill_text("demo", keys="metadata: null\n")
    strict, lenient = both(write_skill(tmp_path / "demo", text))
    assert error_codes(strict) == {"metadata_null"}
    assert warning_codes(lenient) == {"metadata_null"}
    assert read(text).metadata == {}


def test_F021_plain_scalar_in_metadata_is_its_text(tmp_path: Path) -> None:
    """The case asks strict to report `42`; spec 02 takes a plain scalar as its source text."""
    strict, lenient = both(
        write_skill(tmp_path / "demo", skill_text("demo", keys="metadata:\n  icon: 42\n"))
    )
    assert strict.unwrap().manifest.metadata["icon"] == "42"
    assert lenient.unwrap().manifest.metadata["icon"] == "42"


def test_F023_unindented_second_line_says_how_to_write_it(tmp_path: Path) -> None:
    """The fault is on the line that no key starts; the advice is a folded block."""
    text = "---\nname: bad\ndescription: first line\nsecond line\n---\nB"
    for result in both(write_skill(tmp_path / "bad", text)):
        error = result.error
        assert error is not None
        assert error.line == 4
        assert ">-" in (error.help or "")


@pytest.mark.parametrize(
    ("description", "count"),
    [
        ("d" * 1024, 1024),
        ("d" * 1025, 1025),
        ("\U0001f600" * 1024, 1024),
        ("\U0001f600" * 1025, 1025),
        (">-\n" + "\n".join(["  " + "w" * 542] * 2), 1085),
        (">-\n  " + "w" * 511 + "\n  " + "w" * 512, 1024),
    ],
)
def test_F034_description_is_counted_in_code_points_after_folding(
    tmp_path: Path, description: str, count: int
) -> None:
    """1,024 Unicode scalar values pass and one more does not; the message has the count."""
    text = f"---\nname: demo\ndescription: {description}\n---\nB"
    strict, lenient = both(write_skill(tmp_path / "demo", text))
    assert len(lenient.unwrap().description) == count
    if count <= 1024:
        assert strict
        assert not warning_codes(lenient)
        return
    assert error_codes(strict) == {"description_too_long"}
    message = the(strict, "description_too_long").message
    assert str(count) in message.replace(",", "")
    assert warning_codes(lenient) == {"description_too_long"}
