"""`metier build` from the shell."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from archive_trees import built, write_folder
from attacks.variant import DEMO, SKILL
from limited import names_in, with_small_disk

import metier as library

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "demo", DEMO)


def test_build_writes_the_canonical_archive_and_prints_its_digests(
    metier: Metier, folder: Path, tmp_path: Path
) -> None:
    ran = metier("build", "demo", "-o", "out.zip")
    assert (ran.code, ran.err) == (0, "")
    data = (tmp_path / "out.zip").read_bytes()
    assert data == built(DEMO)
    tree = library.tree_digest(folder).digest
    assert ran.out == (
        f"{library.sha256(data)}  out.zip  ({len(data):,} bytes)\n"
        f"{tree}  tree of demo 0.0.0  (3 files)\n"
    )


def test_build_names_the_archive_by_id_and_version(metier: Metier, tmp_path: Path) -> None:
    text = SKILL.replace(b"---\n#", b'metadata:\n  version: "1.2.0"\n---\n#')
    write_folder(tmp_path / "demo", {"SKILL.md": (text, False)})
    document = metier("build", "demo", "--json").document
    data = (tmp_path / "demo-1.2.0.zip").read_bytes()
    assert document == {
        "command": "build",
        "ok": True,
        "path": "demo-1.2.0.zip",
        "size": len(data),
        "digest": library.sha256(data),
        "id": "demo",
        "version": "1.2.0",
        "form": "SKILL.md",
        "package_digest": library.tree_digest(tmp_path / "demo").digest,
        "tree_digest": library.tree_digest(tmp_path / "demo").digest,
        "files": 1,
        "diagnostics": [],
    }


def test_build_in_the_folder_itself_writes_beside_it(
    metier: Metier, folder: Path, tmp_path: Path
) -> None:
    assert metier("build", ".", cwd=folder).code == 0
    assert names_in(tmp_path) == ["demo", "demo-0.0.0.zip"]
    assert names_in(folder) == ["SKILL.md", "references", "scripts"]


def test_build_twice_gives_the_same_bytes(metier: Metier, folder: Path, tmp_path: Path) -> None:
    assert metier("build", "demo", "-o", "first.zip").code == 0
    os.utime(folder / "SKILL.md", (1, 1))
    folder.chmod(0o700)
    assert metier("build", "demo", "-o", "second.zip", environment={"TZ": "Asia/Tokyo"}).code == 0
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_build_of_a_sealed_folder_takes_its_execute_bits_from_skill_json(
    metier: Metier, folder: Path, tmp_path: Path
) -> None:
    assert metier("seal", "demo").code == 0
    (folder / "scripts" / "run.sh").chmod(0o644)
    assert metier("build", "demo", "-o", "out.zip").code == 0
    archive = library.read_archive((tmp_path / "out.zip").read_bytes())
    assert archive["scripts/run.sh"].executable
    assert archive.tree.digest == library.load_skill(folder).unwrap().tree.digest


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda folder: (folder / "SKILL.md").write_text("no frontmatter"), "frontmatter_missing"),
        (lambda folder: (folder / "a:b").write_text("x"), "path_colon"),
        (lambda folder: (folder / "link").symlink_to("SKILL.md"), "link_ignored"),
        (lambda folder: (folder / "readme.md").mkdir() or _twice(folder), "case_collision"),
    ],
)
def test_build_refuses_what_strict_refuses_and_writes_nothing(
    metier: Metier, folder: Path, tmp_path: Path, damage: object, code: str
) -> None:
    assert callable(damage)
    damage(folder)
    (tmp_path / "out.zip").write_bytes(b"old")
    ran = metier("build", "demo", "-o", "out.zip")
    assert ran.code == 1
    assert f"error[{code}]" in ran.err
    assert (tmp_path / "out.zip").read_bytes() == b"old"
    assert names_in(tmp_path) == ["demo", "out.zip"]


def _twice(folder: Path) -> None:
    (folder / "readme.md" / "a").write_text("x")
    (folder / "README.md").write_text("x")


def test_build_of_a_missing_folder_is_usage(metier: Metier, tmp_path: Path) -> None:
    ran = metier("build", "nowhere")
    assert ran.code == 2
    assert "error[root_not_found]" in ran.err
    assert names_in(tmp_path) == []


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("demo/out.zip", "output_inside_folder"),
        ("demo/references/out.zip", "output_inside_folder"),
        ("demo", "file_exists"),
        ("nowhere/out.zip", "root_not_found"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_build_to_a_place_that_can_not_be_is_usage(
    metier: Metier, tmp_path: Path, output: str, code: str
) -> None:
    ran = metier("build", "demo", "-o", output)
    assert ran.code == 2
    assert f"error[{code}]" in ran.err
    assert names_in(tmp_path) == ["demo"]
    assert names_in(tmp_path / "demo") == ["SKILL.md", "references", "scripts"]


@pytest.mark.usefixtures("folder")
def test_build_never_writes_through_a_link(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"kept")
    (tmp_path / "out.zip").symlink_to("kept")
    ran = metier("build", "demo", "-o", "out.zip")
    assert "error[resource_not_regular]" in ran.err
    assert (tmp_path / "kept").read_bytes() == b"kept"


def test_build_on_a_full_disk_leaves_the_old_archive(folder: Path, tmp_path: Path) -> None:
    (folder / "large").write_bytes(bytes(200_000))
    (tmp_path / "out.zip").write_bytes(b"old")
    code, errors = with_small_disk(tmp_path, 100_000, "build", "demo", "-o", "out.zip")
    assert code == 3
    assert "error[filesystem_error]" in errors
    assert "File too large" in errors
    assert (tmp_path / "out.zip").read_bytes() == b"old"
    assert names_in(tmp_path) == ["demo", "out.zip"]


@pytest.mark.usefixtures("folder")
def test_build_to_a_read_only_folder_is_the_environment(
    metier: Metier, read_only_folder: str
) -> None:
    ran = metier("build", "demo", "-o", f"{read_only_folder}/out.zip")
    assert ran.code == 3
    assert "error[permission_denied]" in ran.err or "error[filesystem_error]" in ran.err
