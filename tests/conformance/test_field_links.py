"""Reported leaks through links, each by its field case."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from skill_folder import both, error_codes, the, warning_codes, write_skill

import metier
from metier import _core

SECRET = b"a secret that stands outside of the skill"


def files_of(package: metier.Package) -> dict[str, bytes]:
    return {path: resource.data for path, resource in package.resources.items()}


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_bytes(SECRET)
    return write_skill(tmp_path / "skills" / "demo", files={"references/own.md": "own\n"})


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("ref.md", "/etc/hostname"),
        ("ref.md", "../../secret"),
        ("references/ref.md", "../../../secret"),
        ("data", "../../"),
        ("references/data", "/"),
        ("inside.md", "references/own.md"),
        ("inside", "references"),
        ("dangling", "nowhere"),
        ("itself", "itself"),
    ],
)
def test_F043_link_hands_over_no_foreign_byte(skill: Path, link: str, target: str) -> None:
    """Strict refuses with the path of the link; lenient leaves it out and says so.

    One rule for all links, those that stay inside included: none is followed (decision 7).
    """
    own = files_of(metier.load_skill(skill).unwrap())
    (skill / link).symlink_to(target)
    strict, lenient = both(skill)
    assert error_codes(strict) == {"link_ignored"}
    assert the(strict, "link_ignored").path == f"{skill}/{link}"
    assert warning_codes(lenient) == {"link_ignored"}
    assert the(lenient, "link_ignored").path == f"{skill}/{link}"
    assert files_of(lenient.unwrap()) == own
    (found,) = metier.discover(skill.parent).packages
    assert files_of(found) == own
    with pytest.raises(metier.LoadError) as raised:
        metier.tree_digest(skill)
    assert raised.value.code == "link"


def test_F043_folder_that_is_a_link_is_not_loaded(skill: Path, tmp_path: Path) -> None:
    """A skill is loaded from the folder itself, never through a link to one."""
    (tmp_path / "linked").symlink_to(skill)
    for path in (tmp_path / "linked", f"{tmp_path}/linked/", f"{tmp_path}/linked/."):
        for result in both(Path(path)):
            assert "reparse_point" in error_codes(result)


def test_F044_hard_link_to_an_outside_file_is_refused(skill: Path, tmp_path: Path) -> None:
    """A file with a second name is refused before anything is made of the folder.

    A store that is made of hard links can lift the rule, knowingly.
    """
    os.link(tmp_path / "secret", skill / "references" / "stolen.md")
    for result in both(skill):
        assert error_codes(result) == {"hard_link"}
        assert the(result, "hard_link").path == f"{skill}/references/stolen.md"
        assert result.package is None
    lifted = metier.load_skill(skill, reject_hard_links=False).unwrap()
    assert files_of(lifted)["references/stolen.md"] == SECRET


def test_F044_hard_linked_skill_file_is_refused(skill: Path, tmp_path: Path) -> None:
    """The rule holds for `SKILL.md` itself and for a `skill.json` package."""
    os.link(skill / "SKILL.md", tmp_path / "second-name")
    for result in both(skill):
        assert error_codes(result) == {"hard_link"}
    package = tmp_path / "package"
    package.mkdir()
    (package / "skill.json").write_text("{}")
    os.link(package / "skill.json", tmp_path / "third-name")
    loaded = metier.DirectoryLoader(tmp_path).load("package")
    assert error_codes(loaded) == {"hard_link"}


def test_F045_nothing_is_written_through_a_link(skill: Path, tmp_path: Path) -> None:
    """A folder that is a link is written to only by its own name; the refusal names the link."""
    crlf = (skill / "SKILL.md").read_bytes().replace(b"\n", b"\r\n")
    (skill / "SKILL.md").write_bytes(crlf)
    link = tmp_path / "linked"
    link.symlink_to(skill)
    sealed = metier.seal(link)
    assert not sealed.written
    assert error_codes(sealed) == {"reparse_point"}
    assert the(sealed, "reparse_point").path == str(link)
    assert _core.fix_skill(str(link), limits=(None,) * 5) is None
    assert sorted(path.name for path in skill.iterdir()) == ["SKILL.md", "references"]
    assert (skill / "SKILL.md").read_bytes() == crlf
    assert metier.seal(skill).written


def test_F045_a_root_that_is_a_link_is_read_because_it_was_chosen(
    skill: Path, tmp_path: Path
) -> None:
    """The root named by the user may be a link; one met below it is reported and not entered."""
    root = tmp_path / "root"
    root.symlink_to(skill.parent)
    assert [package.id for package in metier.discover(root).packages] == ["demo"]
    store = tmp_path / "store"
    store.mkdir()
    (store / "inner").symlink_to(skill.parent)
    found = metier.discover(store)
    assert not found.packages
    assert the(found, "link_ignored").path == f"{store}/inner"
