"""`metier unpack` from the shell."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from archive_trees import built, read_folder
from attacks.tar_layout import file as tar_file
from attacks.tar_layout import gzip_of, tar_of
from attacks.variant import DEMO, SKILL
from attacks.zip_layout import stored, zip_of
from limited import names_in, with_small_disk

import metier as library
from metier import _core
from metier.loading.staged_folder import StagedFolder

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier

OTHER = {"SKILL.md": (b"---\nname: demo\ndescription: Other.\n---\n", False)}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    made = tmp_path / "demo.zip"
    made.write_bytes(built(DEMO))
    return made


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A tar.gz with a folder around the skill."""
    made = tmp_path / "demo.tar.gz"
    made.write_bytes(gzip_of(tar_of(tar_file("demo-1/SKILL.md", SKILL))))
    return made


@pytest.mark.usefixtures("archive")
def test_unpack_makes_the_folder_with_its_execute_bits(metier: Metier, tmp_path: Path) -> None:
    ran = metier("unpack", "demo.zip", "-d", "demo")
    digest = library.tree_digest(tmp_path / "demo").digest
    total = sum(len(data) for data, _ in DEMO.values())
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{digest}  demo  (3 files, {total:,} bytes)\n"
    assert read_folder(tmp_path / "demo") == DEMO
    assert names_in(tmp_path) == ["demo", "demo.zip"]


@pytest.mark.usefixtures("archive")
def test_unpack_follows_the_umask(metier: Metier, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        assert metier("unpack", "demo.zip", "-d", "demo").code == 0
    finally:
        os.umask(before)
    modes = [
        (tmp_path / "demo" / path).stat().st_mode & 0o777
        for path in (".", "references", "SKILL.md", "scripts/run.sh")
    ]
    assert modes == [0o750, 0o750, 0o640, 0o750]


def test_unpack_reports_as_json(metier: Metier, archive: Path, tmp_path: Path) -> None:
    document = metier("unpack", "demo.zip", "-d", "demo", "--json").document
    assert document == {
        "command": "unpack",
        "ok": True,
        "path": "demo",
        "mode": "strict",
        "artifact_digest": library.sha256_file(archive),
        "tree_digest": library.tree_digest(tmp_path / "demo").digest,
        "files": 3,
        "bytes": sum(len(data) for data, _ in DEMO.values()),
        "diagnostics": [],
    }


@pytest.mark.usefixtures("foreign")
def test_unpack_of_a_foreign_archive_names_the_mode_that_reads_it(
    metier: Metier, tmp_path: Path
) -> None:
    refused = metier("unpack", "demo.tar.gz", "-d", "demo")
    assert refused.code == 1
    assert "  --> demo.tar.gz\n" in refused.err
    assert "--mode import" in refused.err
    assert names_in(tmp_path) == ["demo.tar.gz"]
    for mode in ("import", "auto"):
        ran = metier("unpack", "demo.tar.gz", "-d", mode, "--mode", mode, "--json")
        assert (ran.code, ran.document["mode"]) == (0, "import")
        assert read_folder(tmp_path / mode) == {"SKILL.md": (SKILL, False)}
        assert len(ran.document["diagnostics"]) == 1


@pytest.mark.usefixtures("archive")
def test_unpack_auto_takes_a_canonical_archive_by_strict(metier: Metier) -> None:
    document = metier("unpack", "demo.zip", "-d", "demo", "--mode", "auto", "--json").document
    assert document["mode"] == "strict"


@pytest.mark.parametrize("mode", ["strict", "import", "auto"])
@pytest.mark.parametrize("name", ["../out", "/out", "a\\..\\..\\out", "a/../../out"])
def test_unpack_writes_nothing_of_an_archive_that_leads_out(
    metier: Metier, tmp_path: Path, mode: str, name: str
) -> None:
    (tmp_path / "bad.zip").write_bytes(zip_of(stored("SKILL.md", SKILL), stored(name, b"x")))
    ran = metier("unpack", "bad.zip", "-d", "demo", "--mode", mode)
    assert ran.code == 1
    assert names_in(tmp_path) == ["bad.zip"]


@pytest.mark.usefixtures("archive")
def test_unpack_leaves_what_is_there(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"kept")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "SKILL.md").write_bytes(b"kept")
    (tmp_path / "link").symlink_to("folder")
    for name in ("file", "folder", "link"):
        ran = metier("unpack", "demo.zip", "-d", name)
        assert ran.code == 2
        assert "error[file_exists]" in ran.err
    for name in ("file", "link"):
        assert "error[file_exists]" in metier("unpack", "demo.zip", "-d", name, "--force").err
    assert (tmp_path / "file").read_bytes() == b"kept"
    assert (tmp_path / "folder" / "SKILL.md").read_bytes() == b"kept"
    assert names_in(tmp_path) == ["demo.zip", "file", "folder", "link"]


@pytest.mark.usefixtures("archive")
def test_unpack_takes_the_place_of_an_empty_folder(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    assert metier("unpack", "demo.zip", "-d", "demo").code == 0
    assert read_folder(tmp_path / "demo") == DEMO


@pytest.mark.parametrize("can_exchange", [True, False])
def test_unpack_by_force_replaces_a_skill_as_a_whole(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, can_exchange: bool
) -> None:
    """Also where the file system can't let two names change places."""
    if not can_exchange:
        monkeypatch.setattr(_core, "exchange", lambda *_: False)
    demo = tmp_path / "demo"
    demo.mkdir()
    (demo / "SKILL.md").write_bytes(b"old")
    (demo / "old.md").write_bytes(b"old")
    with StagedFolder(str(demo), replace=True) as staged:
        for path, (data, executable) in DEMO.items():
            staged.write(path, data, executable=executable)
        assert names_in(demo) == ["SKILL.md", "old.md"]
        staged.commit()
    assert read_folder(demo) == DEMO
    assert names_in(tmp_path) == ["demo", archive.name]


@pytest.mark.usefixtures("archive")
def test_unpack_by_force_from_the_shell(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "SKILL.md").write_bytes(b"old")
    (tmp_path / "demo" / "old.md").write_bytes(b"old")
    assert metier("unpack", "demo.zip", "-d", "demo", "--force").code == 0
    assert read_folder(tmp_path / "demo") == DEMO
    assert names_in(tmp_path) == ["demo", "demo.zip"]


def test_unpack_by_force_replaces_no_folder_without_a_skill(
    metier: Metier, archive: Path, tmp_path: Path
) -> None:
    (tmp_path / "home" / "work").mkdir(parents=True)
    (tmp_path / "home" / "letter.txt").write_bytes(b"kept")
    (tmp_path / "home" / "work" / "SKILL.md").write_bytes(b"kept")
    ran = metier("unpack", "demo.zip", "-d", "home", "--force")
    assert ran.code == 2
    assert "error[target_not_replaceable]" in ran.err
    inside = metier("unpack", str(archive), "-d", ".", "--force", cwd=tmp_path / "home" / "work")
    assert inside.code == 2
    assert "error[target_not_replaceable]: the working folder is in it" in inside.err
    document = metier("unpack", "demo.zip", "-d", "home", "--force", "--json").document
    assert document["code"] == "target_not_replaceable"
    assert (tmp_path / "home" / "work" / "SKILL.md").read_bytes() == b"kept"


@pytest.mark.usefixtures("archive")
def test_unpack_below_a_missing_folder_is_usage(metier: Metier, tmp_path: Path) -> None:
    ran = metier("unpack", "demo.zip", "-d", "nowhere/demo")
    assert ran.code == 2
    assert "error[root_not_found]" in ran.err
    assert names_in(tmp_path) == ["demo.zip"]


def test_unpack_of_what_is_no_archive(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"notes")
    (tmp_path / "empty.zip").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    missing = metier("unpack", "nowhere.zip", "-d", "demo")
    assert (missing.code, "error[root_not_found]" in missing.err) == (2, True)
    for name in (".", "pipe"):
        ran = metier("unpack", name, "-d", "demo")
        assert ran.code == 2
        assert "error[not_a_file]" in ran.err
    for name in ("notes.txt", "empty.zip"):
        ran = metier("unpack", name, "-d", "demo", "--mode", "auto")
        assert (ran.code, f"--> {name}\n" in ran.err) == (1, True)
    assert names_in(tmp_path) == ["empty.zip", "notes.txt", "pipe"]


def test_unpack_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "demo.zip").write_bytes(built({**DEMO, "large": (bytes(200_000), False)}))
    code, errors = with_small_disk(tmp_path, 100_000, "unpack", "demo.zip", "-d", "demo")
    assert code == 3
    assert "error[filesystem_error]" in errors
    assert "  --> demo/large\n" in errors
    assert names_in(tmp_path) == ["demo.zip"]


@pytest.mark.usefixtures("archive")
def test_unpack_into_a_read_only_folder_is_the_environment(
    metier: Metier, read_only_folder: str
) -> None:
    ran = metier("unpack", "demo.zip", "-d", f"{read_only_folder}/demo")
    assert ran.code == 3
    assert "error[permission_denied]" in ran.err or "error[filesystem_error]" in ran.err
