"""A check that keeps no package: the same skills and findings as loading, in the same order."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from skill_folder import skill_text, write_skill

import metier
from metier import _core

if TYPE_CHECKING:
    from pathlib import Path

NO_LIMITS = (None,) * 5
FAR = 60.0


def start(folder: Path, *, jobs: int = 0, profile: str = "lenient") -> _core.SkillCheck:
    return _core.SkillCheck(
        str(folder),
        profile=profile,
        follow_links=False,
        jobs=jobs,
        skill_json_limits=NO_LIMITS,
        skill_md_limits=NO_LIMITS,
        reject_hard_links=True,
    )


def rows_of(checking: _core.SkillCheck) -> list[_core.CheckedSkill]:
    rows = []
    while (taken := checking.take(FAR)) is not None:
        rows += taken
    return rows


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for number in range(40):
        files = {f"docs/{number}.md": "x" * number, "data.bin": "y" * (number * 5000)}
        write_skill(root / f"part{number % 3}" / f"skill-{number}", files=files)
    write_skill(root / "part0" / "twin", skill_text("skill-3"))
    (root / "one.skill.md").write_text(skill_text("one"), encoding="utf-8")
    (root / "bad").mkdir()
    (root / "bad" / "SKILL.md").write_text("no frontmatter", encoding="utf-8")
    (root / "link").symlink_to("part0")
    sealed = write_skill(root / "sealed", skill_text("sealed"))
    assert metier.seal(sealed)
    return root


@pytest.mark.parametrize("jobs", [0, 1, 2, 7])
def test_check_says_what_discovery_says_whatever_the_threads(tree: Path, jobs: int):
    found = metier.discover(tree)
    checking = start(tree, jobs=jobs)
    rows = rows_of(checking)
    assert [row[0] for row in rows] == [skill.path for skill in found.skills]
    for (_, findings, shadowed, identity), skill in zip(rows, found.skills, strict=True):
        assert tuple(findings) == skill.diagnostics
        assert shadowed is (skill.package is not None and skill.package not in found.packages)
        assert (identity is None) is (skill.package is None)
        if identity is not None and skill.package is not None:
            package = skill.package
            tree_digest = package.tree.digest
            expected = (package.id, str(package.version), package.form, package.digest, tree_digest)
            assert identity == expected
    of_search = [finding for finding in found.diagnostics if finding.code == "link_ignored"]
    assert checking.findings() == of_search
    assert sum(row[2] for row in rows) == 1


def test_check_has_skills_below_a_skill_too(tmp_path: Path):
    write_skill(tmp_path / "outer", skill_text("outer"))
    write_skill(tmp_path / "outer" / "more" / "inner", skill_text("inner"))
    rows = rows_of(start(tmp_path))
    assert [(row[0], row[3] and row[3][0]) for row in rows] == [
        (f"{tmp_path}/outer", "outer"),
        (f"{tmp_path}/outer/more/inner", "inner"),
    ]


def test_check_that_is_over_stays_over(tmp_path: Path):
    checking = start(tmp_path)
    assert checking.findings() == []
    assert rows_of(checking) == []
    assert checking.take(0.0) is None
    assert [finding.code for finding in checking.findings()] == ["no_skills"]


def test_check_that_nobody_waits_for_ends(tree: Path):
    """Dropped with hundreds of skills to go, it leaves no thread behind."""
    for number in range(600):
        write_skill(tree / "many" / f"skill-{number}")
    before = len(threads())
    checking = start(tree)
    assert checking.take(FAR)
    del checking
    deadline = time.monotonic() + FAR
    while len(threads()) > before:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def threads() -> list[str]:
    from pathlib import Path

    return [path.name for path in Path("/proc/self/task").iterdir()]


def test_check_of_an_unknown_profile_is_refused(tmp_path: Path):
    with pytest.raises(metier.ConfigurationError) as raised:
        start(tmp_path, profile="loose")
    assert raised.value.code == "unknown_profile"
