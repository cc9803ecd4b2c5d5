"""`metier verify` from the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from archive_trees import built, write_folder
from attacks.variant import DEMO, SKILL
from attacks.zip_layout import stored, zip_of

import metier as library
from metier import _core
from metier.loading.executable_bits import drift_to

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier

WRONG = "sha256:" + "0" * 64


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "demo", DEMO)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    made = tmp_path / "demo.zip"
    made.write_bytes(built(DEMO))
    return made


def test_verify_says_which_digest_of_an_archive_matches(metier: Metier, archive: Path) -> None:
    artifact = library.sha256_file(archive)
    tree = library.read_archive(archive.read_bytes()).tree.digest
    ran = metier("verify", "demo.zip", "--digest", artifact)
    assert ran.code == 0
    assert ran.out == (
        f"{artifact}  demo.zip  (artifact digest matches)\n{tree}  demo.zip  (tree)\n"
    )
    document = metier("verify", "demo.zip", "--digest", tree, "--json").document
    assert document == {
        "command": "verify",
        "ok": True,
        "path": "demo.zip",
        "matched": "tree",
        "digests": {"artifact": artifact, "tree": tree},
        "diagnostics": [],
    }


@pytest.mark.usefixtures("archive", "folder")
def test_verify_refuses_another_digest(metier: Metier) -> None:
    for target in ("demo.zip", "demo"):
        ran = metier("verify", target, "--digest", WRONG)
        assert ran.code == 1
        assert f"error[digest_mismatch]: it is not {WRONG}; got " in ran.err
        assert f"  --> {target}\n" in ran.err
        document = metier("verify", target, "--digest", WRONG, "--json").document
        assert (document["ok"], document["code"]) == (False, "digest_mismatch")


@pytest.mark.parametrize("text", ["sha256:12", "md5:" + "0" * 32, WRONG.upper(), "0" * 64])
@pytest.mark.usefixtures("archive")
def test_verify_of_a_text_that_is_no_digest_is_usage(metier: Metier, text: str) -> None:
    ran = metier("verify", "demo.zip", "--digest", text)
    assert ran.code == 2
    assert "error[digest_" in ran.err


def test_verify_without_a_digest_checks_what_is_there(
    metier: Metier, archive: Path, tmp_path: Path
) -> None:
    assert metier("verify", "demo.zip").code == 0
    data = archive.read_bytes().replace(b"sorted", b"SORTED")
    (tmp_path / "changed.zip").write_bytes(data)
    ran = metier("verify", "changed.zip")
    assert ran.code == 1
    assert "  --> changed.zip!/scripts/run.sh\n" in ran.err


def test_verify_reads_foreign_archives_when_told(metier: Metier, tmp_path: Path) -> None:
    data = zip_of(stored("demo/SKILL.md", SKILL))
    (tmp_path / "foreign.zip").write_bytes(data)
    assert metier("verify", "foreign.zip", "--digest", library.sha256(data)).code == 1
    ran = metier("verify", "foreign.zip", "--mode", "import", "--digest", library.sha256(data))
    assert ran.code == 0


def test_verify_of_a_skill_in_one_file(metier: Metier, folder: Path, tmp_path: Path) -> None:
    alone = write_folder(tmp_path / "alone", {"SKILL.md": (SKILL, False)})
    tree = library.tree_digest(alone).digest
    document = metier("verify", "demo/SKILL.md", "--json").document
    assert document["digests"] == {"artifact": library.sha256(SKILL), "tree": tree}
    assert (folder / "SKILL.md").read_bytes() == SKILL
    (tmp_path / "notes.txt").write_bytes(b"notes")
    ran = metier("verify", "notes.txt")
    assert ran.code == 1
    assert "error[archive_format_unknown]" in ran.err


def test_verify_of_a_folder_says_which_digest_matches(metier: Metier, folder: Path) -> None:
    tree = library.tree_digest(folder).digest
    assert "tree digest matches" in metier("verify", "demo", "--digest", tree).out
    assert metier("seal", "demo").code == 0
    package = library.load_skill(folder).unwrap()
    assert "package digest matches" in metier("verify", "demo", "--digest", package.digest).out
    assert "tree digest matches" in metier("verify", "demo", "--digest", package.tree.digest).out


def test_verify_tells_lost_execute_bits_from_changed_content(metier: Metier, folder: Path) -> None:
    """Spec 01: "that is `executable_bit_drift`, told apart from changed content"."""
    tree = library.tree_digest(folder).digest
    (folder / "scripts" / "run.sh").chmod(0o644)
    drifted = metier("verify", "demo", "--digest", tree)
    assert drifted.code == 1
    assert "error[executable_bit_drift]" in drifted.err
    assert "scripts/run.sh" in drifted.err
    document = metier("verify", "demo", "--digest", tree, "--json").document
    assert document["code"] == "executable_bit_drift"
    (folder / "SKILL.md").write_bytes(SKILL + b"more")
    changed = metier("verify", "demo", "--digest", tree)
    assert changed.code == 1
    assert "error[digest_mismatch]" in changed.err


def test_verify_of_a_sealed_folder_warns_of_execute_bits_and_matches(
    metier: Metier, folder: Path
) -> None:
    """Spec 01: "The executable bit comes from the package's own record when there is one"."""
    assert metier("seal", "demo").code == 0
    tree = library.load_skill(folder).unwrap().tree.digest
    (folder / "scripts" / "run.sh").chmod(0o644)
    ran = metier("verify", "demo", "--digest", tree)
    assert ran.code == 0
    assert "warning[executable_bit_drift]" in ran.err
    assert "  --> demo/scripts/run.sh\n" in ran.err


def test_verify_refuses_a_sealed_folder_that_was_changed(metier: Metier, folder: Path) -> None:
    assert metier("seal", "demo").code == 0
    (folder / "references" / "guide.md").write_bytes(b"changed")
    ran = metier("verify", "demo")
    assert ran.code == 1
    assert "error[resource_size_mismatch]" in ran.err


def test_verify_of_a_missing_file_is_usage(metier: Metier) -> None:
    ran = metier("verify", "nowhere")
    assert ran.code == 2
    assert "error[root_not_found]" in ran.err


def test_drift_is_found_where_many_files_lost_their_bits() -> None:
    digest = library.sha256(b"x")
    right = [(f"bin/{number:03}", number % 3 == 0, 1, digest) for number in range(300)]
    bare = [(path, False, size, text) for path, _, size, text in right]
    every = [(path, True, size, text) for path, _, size, text in right]
    expected = _core.tree_digest_of_entries(bare).digest
    assert drift_to(expected, right) == [path for path, program, *_ in right if program]
    assert drift_to(_core.tree_digest_of_entries(every).digest, bare) == [row[0] for row in bare]
    one = [(path, program or path == "bin/100", 1, digest) for path, program, *_ in right]
    assert drift_to(_core.tree_digest_of_entries(one).digest, right) == ["bin/100"]
    assert drift_to(WRONG, right) is None


def test_drift_of_a_huge_tree_is_given_up_at_once() -> None:
    """Every try hashes the whole list, so that trying each file would be quadratic."""
    digest = library.sha256(b"x")
    many = [(f"{number:06}", False, 1, digest) for number in range(50_000)]
    assert drift_to(WRONG, many) is None


@pytest.mark.usefixtures("archive")
@pytest.mark.parametrize("command", [["check"], ["show"], ["seal"], ["activate", "x", "--from"]])
def test_commands_for_folders_say_what_to_do_with_an_archive(
    metier: Metier, command: list[str]
) -> None:
    ran = metier(*command, "./demo.zip")
    assert ran.code == 2
    text = ran.out + ran.err
    assert "error[root_not_directory]: an archive is there, and a folder is needed" in text
    assert "  help: unpack it first: metier unpack FILE -d DIR\n" in text


def test_digest_of_an_archive_is_that_of_its_tree_and_of_its_bytes(
    metier: Metier, archive: Path, folder: Path
) -> None:
    tree, artifact = library.tree_digest(folder).digest, library.sha256_file(archive)
    ran = metier("digest", "demo.zip")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == [tree, artifact]
    (row,) = metier("digest", "demo.zip", "--json").document["paths"]
    assert (row["tree_digest"], row["artifact_digest"]) == (tree, artifact)
