"""Reported troubles with names and letter case, each by its field case."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from skill_folder import both, codes, error_codes, skill_text, the, warning_codes, write_skill

import metier

if TYPE_CHECKING:
    from pathlib import Path


def test_F026_upper_case_name_is_refused_on_every_system(tmp_path: Path) -> None:
    """The name is compared by its text, so a file system that folds case changes nothing.

    Both faults are named: upper case, and a folder of another name.
    """
    strict, lenient = both(write_skill(tmp_path / "omarchy", skill_text("Omarchy")))
    assert error_codes(strict) == {"name_not_portable", "name_folder_mismatch"}
    assert "upper-case" in the(strict, "name_not_portable").message
    assert warning_codes(lenient) == {"name_not_portable", "name_folder_mismatch"}
    assert lenient.unwrap().id == "Omarchy"


@pytest.mark.parametrize(
    "name",
    ["café", "数据分析", "Café", "my_skill", "my--skill", "x-", "a.b", "n" * 65],
)
def test_F027_name_beyond_the_grammar_loads_only_under_lenient(tmp_path: Path, name: str) -> None:
    """Strict names are ASCII; lenient keeps exactly the name, with a warning (decision 5)."""
    strict, lenient = both(write_skill(tmp_path / name, skill_text(name)))
    assert error_codes(strict) == {"name_not_portable"}
    finding = the(lenient, "name_not_portable")
    assert finding.severity is metier.Severity.WARNING
    assert (finding.line, finding.json_path) == (2, "$.name")
    assert lenient.unwrap().id == lenient.unwrap().name == name


@pytest.mark.parametrize("name", ["a", "x1", "my-skill", "n" * 64])
def test_F027_name_within_the_grammar_loads_under_both(tmp_path: Path, name: str) -> None:
    """Lower-case ASCII letters, digits and single inner hyphens, at most 64."""
    for result in both(write_skill(tmp_path / name)):
        assert result.unwrap().id == name
        assert not warning_codes(result)


@pytest.mark.parametrize("name", ["-x", "\uff41"])
def test_F027_name_that_is_another_thing_elsewhere_is_never_loaded_strictly(
    tmp_path: Path, name: str
) -> None:
    """A name that reads as an option, or as another letter, is an error in strict."""
    strict, lenient = both(write_skill(tmp_path / "demo", skill_text(f'"{name}"')))
    assert error_codes(strict) & {"name_not_portable", "name_unsafe"}
    assert {"name_not_portable", "name_unsafe"} & set(codes(lenient))
    if lenient:
        assert lenient.unwrap().id == name


def test_F028_colon_in_a_name_is_refused(tmp_path: Path) -> None:
    """No folder and no NTFS stream can ever be made from such a name: it does not load."""
    folder = write_skill(tmp_path / "banner", skill_text('"pfx:banner"'))
    for result in both(folder):
        assert "name_unsafe" in error_codes(result)
        assert (the(result, "name_unsafe").line, result.package) == (2, None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["banner"]


@pytest.mark.parametrize("name", ["../victim", "..", ".", "/victim", "a/b", "a\\\\b", "~"])
def test_F030_name_that_leaves_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A name is one safe path component or the skill does not load, so nobody acts on it."""
    victim = tmp_path / "victim"
    victim.mkdir()
    for result in both(write_skill(tmp_path / "skills" / "demo", skill_text(f'"{name}"'))):
        assert "name_unsafe" in error_codes(result)
        assert result.package is None
    assert victim.is_dir()


@pytest.mark.parametrize("file", ["skill.md", "Skill.md", "SKILL.MD"])
def test_F031_other_spelling_of_the_file_is_seen(tmp_path: Path, file: str) -> None:
    """Lenient loads it with `skill_file_case`, strict refuses; it is invisible to neither."""
    folder = write_skill(tmp_path / "demo", file=file)
    strict, lenient = both(folder)
    assert error_codes(strict) == {"skill_file_case"}
    assert file in (the(strict, "skill_file_case").path or "")
    assert warning_codes(lenient) == {"skill_file_case"}
    assert lenient.unwrap().id == "demo"
    assert [package.id for package in metier.discover(tmp_path).packages] == ["demo"]


@pytest.mark.parametrize("same", [True, False], ids=["equal", "different"])
def test_F032_two_spellings_of_the_file_are_an_error(
    tmp_path: Path,
    same: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """`SKILL.md` beside `skill.md` is refused under both profiles, and both are named."""
    other = skill_text("demo") if same else skill_text("demo", body="other\n")
    for result in both(write_skill(tmp_path / "demo", files={"skill.md": other})):
        finding = the(result, "skill_file_ambiguous")
        assert finding.severity is metier.Severity.ERROR
        said = f"{finding.message} {finding.help}"
        assert "SKILL.md" in said
        assert "skill.md" in said
        assert result.package is None


@pytest.mark.parametrize(
    "pair", [("Docs/a.md", "docs/a.md"), ("docs/a.md", "docs/A.md"), ("docs", "Docs/b.md")]
)
def test_F032_names_that_fold_to_one_are_refused(tmp_path: Path, pair: tuple[str, str]) -> None:
    """What a file system that folds case would merge is refused, and both paths are listed."""
    strict, lenient = both(write_skill(tmp_path / "demo", files=dict.fromkeys(pair, "text\n")))
    assert error_codes(strict) == {"case_collision"}
    for path in pair:
        assert f"'{path}'" in the(strict, "case_collision").message
    assert "case_collision" in warning_codes(lenient)
    with pytest.raises(metier.PathError) as raised:
        metier.check_paths(pair)
    for path in pair:
        assert path in raised.value.message


def test_F032_composed_and_decomposed_names_are_refused(tmp_path: Path) -> None:
    """`é` in two normal forms is one name on some systems: strict refuses, lenient leaves out."""
    composed, decomposed = "docs/\u00e9.md", "docs/e\u0301.md"
    strict, lenient = both(
        write_skill(tmp_path / "demo", files={composed: "one\n", decomposed: "two\n"})
    )
    assert error_codes(strict) == {"path_not_nfc"}
    assert decomposed in (the(strict, "path_not_nfc").path or "")
    assert set(lenient.unwrap().resources) == {"SKILL.md", composed}
    assert os.listdir(tmp_path / "demo" / "docs")  # noqa: PTH208 - nothing was renamed
    with pytest.raises(metier.PathError):
        metier.check_paths([composed, decomposed])


def test_F035_limit_of_a_name_is_of_the_bare_name(tmp_path: Path) -> None:
    """64 characters of the skill's own name pass, wherever the folder stands."""
    folder = write_skill(tmp_path / ("p" * 32) / ("s" * 32))
    assert metier.load_skill(folder, profile="strict").unwrap().id == "s" * 32
    longest = write_skill(tmp_path / ("p" * 200) / ("s" * 64))
    assert metier.load_skill(longest, profile="strict").unwrap().id == "s" * 64
    over = write_skill(tmp_path / ("s" * 65))
    assert error_codes(metier.load_skill(over, profile="strict")) == {"name_not_portable"}
    assert "64" in the(metier.load_skill(over), "name_not_portable").message


def test_F025_a_skill_goes_by_the_name_shown_whatever_its_folder(tmp_path: Path) -> None:
    """Found in folder `a` under the name `b`, it is shown, looked up and removed as `b`."""
    skill = write_skill(tmp_path / "a", skill_text("a"))
    registry = metier.Registry()
    (before,) = metier.discover(tmp_path).packages
    assert registry.register(before)
    (skill / "SKILL.md").write_text(skill_text("b"), encoding="utf-8")
    found = metier.discover(tmp_path)
    (after,) = found.packages
    assert (found.skills[0].path, after.id) == (str(skill), "b")
    assert "name_folder_mismatch" in codes(found.skills[0])
    assert registry.register(after)
    assert not registry.unregister("c", after.version)
    assert registry.unregister("b", after.version)
    assert [package.id for package in registry.snapshot().packages()] == ["a"]
    assert registry.unregister("a", before.version)
