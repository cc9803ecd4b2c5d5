"""`metier seal` from the shell."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

import metier as library
from metier.loading import atomic_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier

TEXT = "---\nname: demo\ndescription: Sorts words.\nmetadata:\n  version: 1.0.0\n---\n# Demo\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "demo"
    made.mkdir()
    (made / "SKILL.md").write_text(TEXT, encoding="utf-8")
    return made


def test_seal_then_check_is_current_and_show_reads_the_sealed_package(
    metier: Metier, folder: Path
) -> None:
    unsealed = metier("seal", "demo", "--check")
    assert unsealed.code == 1
    assert "error[seal_missing]" in unsealed.out
    assert not (folder / "skill.json").exists()
    sealed = metier("seal", "demo")
    assert sealed.code == 0, sealed.err
    digest = library.load_skill(folder).unwrap().digest
    assert sealed.out == f"demo sealed demo 1.0.0 {digest}\n"
    assert metier("seal", "demo").out == f"demo is current: demo 1.0.0 {digest}\n"
    assert metier("seal", "demo/SKILL.md", "--check").code == 0
    assert metier("check", "demo").code == 0
    assert metier("show", "./demo", "--json").document["form"] == "skill.json"


def test_check_says_which_file_differs_in_text_and_json(metier: Metier, folder: Path) -> None:
    assert metier("seal", "demo").code == 0
    (folder / "SKILL.md").write_text(TEXT.replace("words", "lines"), encoding="utf-8")
    (folder / "new.txt").write_bytes(b"")
    ran = metier("seal", "demo", "--check")
    assert ran.code == 1
    assert "error[seal_file_changed]: the file was changed\n  --> demo/SKILL.md" in ran.out
    document = metier("seal", "demo", "--check", "--json").document
    assert document["ok"] is False
    assert document["written"] is False
    found = [(row["code"], row["path"]) for row in document["differences"]]
    assert found == [
        ("seal_file_changed", "demo/SKILL.md"),
        ("seal_file_added", "demo/new.txt"),
        ("seal_field_differs", "demo/skill.json"),
    ]
    written = metier("seal", "demo", "--json").document
    assert (written["ok"], written["written"], written["id"]) == (True, True, "demo")


def test_a_foreign_skill_json_stays_without_force(metier: Metier, folder: Path) -> None:
    (folder / "skill.json").write_bytes(b"{}")
    refused = metier("seal", "demo")
    assert refused.code == 1
    assert "error[skill_json_not_sealed]" in refused.err
    assert (folder / "skill.json").read_bytes() == b"{}"
    assert metier("seal", "demo", "--force").code == 0
    assert library.load_skill(folder).unwrap().form == "skill.json"


def test_seal_of_a_skill_yaml_is_refused_and_writes_nothing(metier: Metier, tmp_path: Path) -> None:
    document = tmp_path / "words" / "SKILL.yaml"
    document.parent.mkdir()
    document.write_text("description: Sorts words.\ninstructions: Go.\n", encoding="utf-8")
    ran = metier("seal", "words")
    assert ran.code == 1
    assert "error[skill_form_not_sealed]" in ran.err
    assert "write a SKILL.md" in ran.err
    assert [path.name for path in document.parent.iterdir()] == ["SKILL.yaml"]


def test_seal_of_a_folder_that_is_not_there_is_usage(metier: Metier) -> None:
    ran = metier("seal", "nowhere")
    assert ran.code == 2
    assert "error[root_not_found]" in ran.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_seal_of_a_folder_without_write_permission_is_the_environment(
    metier: Metier, folder: Path
) -> None:
    folder.chmod(0o555)
    try:
        ran = metier("seal", "demo")
    finally:
        folder.chmod(0o755)
    assert ran.code == 3
    assert "error[permission_denied]" in ran.err


def test_replacing_keeps_mode_bits_and_leaves_nothing_beside(folder: Path) -> None:
    assert library.seal(folder)
    (folder / "skill.json").chmod(0o640)
    (folder / "SKILL.md").write_text(TEXT + "more\n", encoding="utf-8")
    assert library.seal(folder).written
    assert (folder / "skill.json").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in folder.iterdir()) == ["SKILL.md", "skill.json"]


def test_a_write_that_fails_leaves_the_old_file_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert library.seal(folder)
    before = (folder / "skill.json").read_bytes()
    (folder / "SKILL.md").write_text(TEXT + "more\n", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_file.os, "fsync", full)
    with pytest.raises(library.Error) as caught:
        library.seal(folder)
    assert caught.value.code == "filesystem_error"
    assert (folder / "skill.json").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["SKILL.md", "skill.json"]


def test_a_file_changed_meanwhile_is_left_as_it_is(folder: Path) -> None:
    with pytest.raises(library.Error) as caught:
        atomic_file.replace_file(str(folder / "SKILL.md"), b"new", expected=b"old")
    assert caught.value.code == "file_changed"
    assert (folder / "SKILL.md").read_text("utf-8") == TEXT
