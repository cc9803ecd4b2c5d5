"""`metier check --fix`: what it puts right, and that it touches nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metier import _core

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier

BROKEN = (
    b"\xef\xbb\xbf---\r\nname: demo\r\ndescription: Sorts: words.\t# all\r\n"
    b"metadata:\r\n  version: '1.0'\r\n---\r\n# Demo\r\r\n  trailing \xc3\xa9  \n"
)
FIXED = (
    b"---\nname: demo\ndescription: 'Sorts: words.\t# all'\n"
    b"metadata:\n  version: '1.0.0'\n---\n# Demo\n\n  trailing \xc3\xa9  \n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "demo" / "SKILL.md"
    path.parent.mkdir()
    path.write_bytes(BROKEN)
    path.chmod(0o640)
    return path


def test_fix_writes_shows_the_diff_and_checks_again(metier: Metier, file: Path) -> None:
    assert metier("check", "demo").code == 1
    ran = metier("check", "demo", "--fix")
    assert ran.code == 0, ran.out
    assert file.read_bytes() == FIXED
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in file.parent.iterdir()] == ["SKILL.md"]
    lines = ran.out.splitlines()
    assert lines[:3] == ["--- demo/SKILL.md", "+++ demo/SKILL.md", "@@ -1,9 +1,9 @@"]
    assert "-description: Sorts: words.    # all\\r" in lines
    assert "+description: 'Sorts: words.    # all'" in lines
    edits = "1 byte_order_mark, 8 line_ends, 1 version_incomplete, 1 yaml_unquoted_colon"
    assert f"fixed demo/SKILL.md: {edits}" in lines
    assert lines[-1] == "1 skill checked (strict): all load; 0 errors, 0 warnings"
    again = metier("check", "demo", "--fix")
    assert "fixed" not in again.out
    assert file.read_bytes() == FIXED


def test_dry_run_shows_and_writes_nothing(metier: Metier, file: Path) -> None:
    ran = metier("check", "demo", "--fix", "--dry-run", "--json")
    assert ran.code == 1
    assert file.read_bytes() == BROKEN
    (fixed,) = ran.document["fixed"]
    assert fixed["path"] == "demo/SKILL.md"
    assert fixed["written"] is False
    assert fixed["edits"]["line_ends"] == 8
    assert fixed["diff"].startswith("--- demo/SKILL.md\n")
    assert metier("check", "demo", "--dry-run").code == 2


def test_what_has_no_one_right_form_is_left_and_reported(metier: Metier, file: Path) -> None:
    text = b"---\nname: demo\ndescription: a: b\nfoo: x\nmetadata:\n  version: latest\n---\n"
    file.write_bytes(text)
    ran = metier("check", "demo", "--fix")
    assert ran.code == 1
    assert file.read_bytes() == text.replace(b"a: b", b"'a: b'")
    assert "error[key_unknown]" in ran.out
    assert "error[version_invalid]" in ran.out
    assert "yaml_unquoted_colon]" not in ran.out


def test_a_sealed_folder_is_not_fixed(metier: Metier, file: Path) -> None:
    assert metier("seal", "demo").code == 0
    assert metier("check", "demo", "--fix").code == 0
    assert file.read_bytes() == BROKEN


@pytest.mark.parametrize("text", [b"\xff\xfe-\x00", b"a\r\n\0", b""])
def test_a_file_that_is_no_text_is_not_touched(metier: Metier, file: Path, text: bytes) -> None:
    file.write_bytes(text)
    assert metier("check", "demo", "--fix").code == 1
    assert file.read_bytes() == text


def test_a_linked_or_hard_linked_file_is_not_touched(metier: Metier, file: Path) -> None:
    other = file.parent.parent / "elsewhere.md"
    file.rename(other)
    file.hardlink_to(other)
    metier("check", "demo", "--fix")
    assert other.read_bytes() == BROKEN
    file.unlink()
    file.symlink_to(other)
    metier("check", "demo", "--fix")
    assert other.read_bytes() == BROKEN
    assert file.is_symlink()


def test_fix_in_one_skill_of_many_leaves_the_others(metier: Metier, file: Path) -> None:
    good = file.parent.parent / "good" / "SKILL.md"
    good.parent.mkdir()
    good.write_bytes(b"---\nname: good\ndescription: d\n---\n")
    before = good.stat()
    assert metier("check", ".", "--fix").code == 0
    assert file.read_bytes() == FIXED
    after = good.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_edits_name_code_and_line(file: Path) -> None:
    found = _core.fix_skill(str(file.parent), limits=(None,) * 5)
    assert found is not None
    path, before, after, edits = found
    assert (path, before, after) == (str(file), BROKEN, FIXED)
    assert [edit for edit in edits if edit[0] != "line_ends"] == [
        ("byte_order_mark", 1),
        ("yaml_unquoted_colon", 3),
        ("version_incomplete", 5),
    ]


def test_fix_puts_a_skill_yaml_and_a_skill_in_one_file_right(
    metier: Metier, tmp_path: Path
) -> None:
    document = tmp_path / "words" / "SKILL.yaml"
    document.parent.mkdir()
    document.write_bytes(
        b"name: words\r\ndescription: A: b\r\nversion: 1.0\r\ninstructions: Go.\r\n"
    )
    single = tmp_path / "sums.skill.md"
    single.write_bytes(b"---\r\nname: sums\r\ndescription: A: b\r\n---\r\n# Sums\r\n")
    ran = metier("check", ".", "--fix", "--profile", "lenient")
    assert ran.code == 0, ran.out
    fixed = b"name: words\ndescription: 'A: b'\nversion: 1.0.0\ninstructions: Go.\n"
    assert document.read_bytes() == fixed
    assert single.read_bytes() == b"---\nname: sums\ndescription: 'A: b'\n---\n# Sums\n"
    assert "+++ ./sums.skill.md" in ran.out
    assert "+++ ./words/SKILL.yaml" in ran.out


def test_fix_leaves_a_file_beside_a_skill_json(metier: Metier, tmp_path: Path) -> None:
    single = tmp_path / "sums.skill.md"
    single.write_bytes(b"---\r\nname: sums\r\ndescription: b\r\n---\r\n")
    tmp_path.joinpath("skill.json").write_bytes(b"{}")
    before = single.read_bytes()
    metier("check", "sums.skill.md", "--fix")
    assert single.read_bytes() == before
