"""Reported troubles with finding skills, each by its field case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from skill_folder import both, codes, error_codes, skill_text, the, warning_codes, write_skill

import metier

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("profile", ["strict", "lenient"])
def test_F037_copy_of_a_skill_inside_itself_is_a_resource(tmp_path: Path, profile: str) -> None:
    """One skill is found, the copy below it is one of its files, and that is said."""
    write_skill(tmp_path / "x", files={"x/SKILL.md": skill_text("x", body="inner\n")})
    found = metier.discover(tmp_path, profile=profile)  # type: ignore[arg-type]
    (package,) = found.packages
    assert [skill.path for skill in found.skills] == [f"{tmp_path}/x"]
    assert set(package.resources) == {"SKILL.md", "x/SKILL.md"}
    assert package.instructions == "# Demo\n"
    assert the(found, "nested_skills").path == f"{tmp_path}/x"


def test_F038_every_skill_says_where_it_stands(tmp_path: Path) -> None:
    """Discovery enters agents' folders too, so the path tells published from private skills.

    Searching the folder of published skills alone finds no private one.
    """
    write_skill(tmp_path / "skills" / "app")
    write_skill(tmp_path / ".claude" / "skills" / "release")
    found = metier.discover(tmp_path)
    assert [skill.path for skill in found.skills] == [
        f"{tmp_path}/.claude/skills/release",
        f"{tmp_path}/skills/app",
    ]
    published = metier.discover(tmp_path / "skills")
    assert [package.id for package in published.packages] == ["app"]


def test_F039_skill_at_the_root_has_all_its_files(tmp_path: Path) -> None:
    """A repository that is itself a skill gives every file, under the digest of the folder."""
    root = write_skill(tmp_path / "slop", files={"references/a.md": "a\n", "scripts/b.py": "b\n"})
    (package,) = metier.discover(root).packages
    assert set(package.resources) == {"SKILL.md", "references/a.md", "scripts/b.py"}
    assert package.digest == metier.tree_digest(root).digest
    assert {path: r.data for path, r in package.resources.items()} == {
        path: (root / path).read_bytes() for path in package.resources
    }


def test_F040_linked_skill_file_is_refused_with_its_path(tmp_path: Path) -> None:
    """A folder whose `SKILL.md` leads elsewhere does not load, and says so, in both profiles."""
    outside = write_skill(tmp_path / "outside")
    folder = tmp_path / "root" / "demo"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").symlink_to(outside / "SKILL.md")
    for result in both(folder):
        assert the(result, "reparse_point").path == f"{folder}/SKILL.md"
        assert result.package is None
    found = metier.discover(tmp_path / "root")
    assert not found.packages
    assert "reparse_point" in error_codes(found)


def test_F040_linked_skill_folder_is_never_silent(tmp_path: Path) -> None:
    """A link below the root is followed only when asked and inside; else it is reported."""
    write_skill(tmp_path / "outside" / "foreign")
    root = tmp_path / "root"
    write_skill(root / "store" / "real")
    (root / "skills").mkdir()
    (root / "skills" / "foreign").symlink_to(tmp_path / "outside" / "foreign")
    (root / "skills" / "again").symlink_to(root / "store" / "real")
    default = metier.discover(root)
    assert [package.id for package in default.packages] == ["real"]
    places = [d.path for d in default.diagnostics if d.code == "link_ignored"]
    assert places == [f"{root}/skills/again", f"{root}/skills/foreign"]
    asked = metier.discover(root, follow_links=True)
    assert "foreign" not in {package.id for package in asked.packages}
    assert f"{root}/skills/foreign" in {d.path for d in asked.diagnostics}


def test_F040_linked_root_is_followed(tmp_path: Path) -> None:
    """The root is the caller's own choice: it may be a link."""
    write_skill(tmp_path / "real" / "demo")
    (tmp_path / "skills").symlink_to("real")
    found = metier.discover(tmp_path / "skills", profile="strict")
    assert [package.id for package in found.packages] == ["demo"]
    assert not warning_codes(found)


@pytest.mark.parametrize("follow", [False, True])
def test_F042_loops_of_links_end_with_one_entry(
    tmp_path: Path,
    follow: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Each skill is listed once, the search ends, and a finding names every loop."""
    root = tmp_path / "skills"
    write_skill(root / "demo")
    (root / "demo" / "demo").symlink_to(root / "demo")
    for name, target in {"a": "b", "b": "a"}.items():
        (root / name).mkdir()
        (root / name / "loop").symlink_to(root / target)
    (root / "up").symlink_to(root)
    found = metier.discover(root, follow_links=follow)
    assert [package.id for package in found.packages] == ["demo"]
    places = {d.path for d in found.diagnostics if d.code == "link_ignored"}
    assert places == {f"{root}/{path}" for path in ("demo/demo", "a/loop", "b/loop", "up")}


def test_F113_same_name_in_several_places_has_one_winner(tmp_path: Path) -> None:
    """The first by path wins on every machine; the finding of a loser names both places.

    The case wants identical copies collapsed without a word; spec 02 reports every shadowed
    skill, and nothing is skipped in silence (decision 2).
    """
    bodies = {"1-user": "one\n", "2-project": "two\n", "3-pack": "one\n"}
    for place, body in bodies.items():
        write_skill(tmp_path / place / "demo", skill_text("demo", body=body))
    found = metier.discover(tmp_path)
    (package,) = found.packages
    assert package.instructions == "one\n"
    shadowed = [d for d in found.diagnostics if d.code == "shadowed"]
    assert [d.path for d in shadowed] == [f"{tmp_path}/{p}/demo" for p in ("2-project", "3-pack")]
    for finding in shadowed:
        assert f"{tmp_path}/1-user/demo" in finding.message
    # The losers stay reachable by their place.
    assert {skill.path: skill.unwrap().instructions for skill in found.skills} == {
        f"{tmp_path}/{place}/demo": body for place, body in bodies.items()
    }
    strict = metier.discover(tmp_path, profile="strict")
    assert codes(strict).count("shadowed") == 2
    assert "shadowed" in error_codes(strict)
