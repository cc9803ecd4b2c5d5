"""Reported faults of packing and unpacking, each by its field case."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from archive_class_codes import CODES
from archive_trees import built, read_folder, write_folder
from attacks.variant import DEMO, RUN, SKILL
from attacks.zip_layout import deflated, stored, zip_of
from skill_folder import skill_text, write_skill

import metier

if TYPE_CHECKING:
    from pathlib import Path

    from attacks.variant import Files


def command(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "metier", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def refusal(data: bytes, mode: str) -> metier.ArchiveError:
    with pytest.raises(metier.ArchiveError) as caught:
        metier.read_archive(data, mode=mode)
    return caught.value


def zip_with(*names: str | bytes) -> bytes:
    return zip_of(stored("SKILL.md", SKILL), *(stored(name, b"x") for name in names))


@pytest.mark.parametrize(
    "pair", [("SKILL.md", "skill.md"), ("Docs/a.md", "docs/a.md"), ("\u00e9.md", "e\u0301.md")]
)
@pytest.mark.parametrize("mode", ["strict", "import"])
def test_F032_spellings_that_collide_are_refused_in_archives(
    tmp_path: Path, pair: tuple[str, str], mode: str
) -> None:
    """From an archive, and packing: both paths are named."""
    names = sorted({"SKILL.md", *pair}, key=lambda name: (name != "SKILL.md", name.encode()))
    error = refusal(zip_of(*(stored(name, SKILL) for name in names)), mode)
    if "\u0301" in pair[1]:
        assert error.code == "path_not_nfc"
    else:
        assert error.code == "path_collision"
        assert all(name in error.message for name in pair)
    write_skill(tmp_path / "demo", files=dict.fromkeys(set(pair) - {"SKILL.md"}, "x"))
    with pytest.raises(metier.PathError) as caught:
        metier.build_archive(dict.fromkeys(names, b"x"))
    assert caught.value.code == error.code
    code, errors = command(tmp_path, "build", "demo", "-o", "out.zip")
    assert code == 1, errors
    assert not (tmp_path / "out.zip").exists()


def test_F040_linked_file_is_not_packed(tmp_path: Path) -> None:
    skill = write_skill(tmp_path / "demo")
    (skill / "own.md").symlink_to("SKILL.md")
    code, errors = command(tmp_path, "build", "demo", "-o", "out.zip")
    assert code == 1
    assert "demo/own.md" in errors
    assert not (tmp_path / "out.zip").exists()


@pytest.mark.parametrize(("name", "target"), [("ref.md", "/etc/hostname"), ("data", "../../")])
def test_F043_link_out_of_the_skill_is_refused_by_packing(
    tmp_path: Path, name: str, target: str
) -> None:
    """Also `zip -y` of such a folder is refused: "no outside byte is read into the package"."""
    skill = write_skill(tmp_path / "demo")
    (skill / name).symlink_to(target)
    code, errors = command(tmp_path, "build", "demo", "-o", "out.zip")
    assert code == 1
    assert f"demo/{name}" in errors
    assert not (tmp_path / "out.zip").exists()
    link = stored(name, target.encode(), attributes=0o120777 << 16)
    for mode in ("strict", "import"):
        error = refusal(zip_of(stored("SKILL.md", SKILL), link), mode)
        assert (error.code, error.path) == (CODES["zip-symlink"], name)


def test_F044_packing_fails_before_an_archive_is_written(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    skill = write_skill(tmp_path / "demo")
    os.link(tmp_path / "secret", skill / "stolen")
    code, errors = command(tmp_path, "build", "demo", "-o", "out.zip")
    assert code == 1
    assert "error[hard_link]" in errors
    assert not (tmp_path / "out.zip").exists()


NAMES = ["../x", "/x", "C:\\x", "a\\..\\x", "a/../../x", "./SKILL.md", "a//b", "a/b/../", "a\0b"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", ["strict", "import"])
def test_F046_bad_names_are_refused_before_a_byte_is_written(
    tmp_path: Path, name: str, mode: str
) -> None:
    """The whole archive, from memory and from disk with one verdict."""
    data = zip_with(name)
    code = refusal(data, mode).code
    (tmp_path / "bad.zip").write_bytes(data)
    ended, errors = command(tmp_path, "unpack", "bad.zip", "-d", "out", "--mode", mode)
    assert ended == 1
    assert f"error[{code}]" in errors
    assert [path.name for path in tmp_path.iterdir()] == ["bad.zip"]


def test_F046_two_skill_files_and_a_slash_behind_a_file_are_refused() -> None:
    for mode in ("strict", "import"):
        twice = refusal(zip_with("SKILL.md"), mode)
        assert twice.code == CODES["zip-dup-cd"]
        slash = refusal(zip_with("a/"), mode)
        assert slash.code == CODES["zip-dir-data"]


def test_F048_size_that_lies_stops_inflating() -> None:
    """Header says 10 bytes, the stream has 100 MB; peak memory is tested among the bombs."""
    entry = deflated("zeros", bytes(100_000_000)).both(size=10)
    for mode in ("strict", "import"):
        error = refusal(zip_of(stored("SKILL.md", SKILL), entry), mode)
        assert error.code == CODES["zip-size-wrong"]
        assert error.path == "zeros"


def test_F050_skill_file_at_the_root_or_below_one_folder() -> None:
    """A accepted; B by import, with a note; the rest is no skill, each with its own message."""
    at_root = built(DEMO)
    below = zip_of(stored("demo/SKILL.md", SKILL))
    assert metier.read_archive(at_root)
    refused = refusal(below, "strict")
    assert refused.code == CODES["zip-wrapper"]
    assert "import" in str(refused.help)
    imported = metier.read_archive(below, mode="import")
    assert list(imported) == ["SKILL.md"]
    assert {finding.code for finding in imported.diagnostics} == {CODES["zip-wrapper"]}


@pytest.mark.parametrize(
    ("files", "code", "said"),
    [
        (["one/SKILL.md", "two/SKILL.md"], "archive_skill_below", "its 2 skills lie below"),
        ([f"s{n}/SKILL.md" for n in range(5)], "archive_skill_below", "in s0, s1, s2 …"),
        (["README.md"], "archive_without_skill", "of its 1 files none is a SKILL.md"),
    ],
)
def test_F050_archives_of_several_or_no_skill_are_refused(
    tmp_path: Path, files: list[str], code: str, said: str
) -> None:
    data = zip_of(*(stored(name, SKILL) for name in files))
    assert refusal(data, "strict").code == CODES["zip-wrapper"]
    (tmp_path / "in.zip").write_bytes(data)
    ended, errors = command(tmp_path, "unpack", "in.zip", "-d", "out", "--mode", "import")
    assert ended == 1
    assert f"error[{code}]" in errors
    assert said in errors
    assert not (tmp_path / "out").exists()


def test_F051_backslashes_are_never_written_and_never_converted(tmp_path: Path) -> None:
    with pytest.raises(metier.PathError) as caught:
        metier.build_archive({"SKILL.md": SKILL, "references\\a.md": b"x"})
    assert caught.value.code == "path_backslash"
    write_skill(tmp_path / "demo", files={"references/a.md": "x"})
    assert command(tmp_path, "build", "demo", "-o", "out.zip")[0] == 0
    data = (tmp_path / "out.zip").read_bytes()
    assert b"references/a.md" in data
    assert b"\\" not in data
    for mode in ("strict", "import"):
        assert refusal(zip_with("references\\a.md"), mode).code == CODES["zip-backslash"]


def test_F055_archive_is_the_same_for_every_user_and_time(tmp_path: Path) -> None:
    first = write_skill(tmp_path / "one" / "demo", files={"a.md": "a", "b.md": "b"})
    second = write_skill(tmp_path / "two" / "demo", files={"b.md": "b", "a.md": "a"})
    for path in second.iterdir():
        path.chmod(0o600)
        os.utime(path, (1, 1))
    for folder in (first, second):
        assert command(folder.parent, "build", "demo", "-o", "out.zip")[0] == 0
    made = [(tmp_path / name / "out.zip").read_bytes() for name in ("one", "two")]
    assert made[0] == made[1]


@pytest.mark.parametrize("mode", [0o755, 0o4755, 0o1777, 0o700])
def test_F056_execute_bit_is_kept_and_other_bits_are_masked(tmp_path: Path, mode: int) -> None:
    tree: Files = {"SKILL.md": (skill_text("demo").encode(), False), "scripts/run.sh": (RUN, True)}
    folder = write_folder(tmp_path / "demo", tree)
    (folder / "scripts" / "run.sh").chmod(mode)
    assert command(tmp_path, "build", "demo", "-o", "out.zip")[0] == 0
    assert command(tmp_path, "unpack", "out.zip", "-d", "again")[0] == 0
    assert read_folder(tmp_path / "again") == tree
    modes = [path.stat().st_mode & 0o7777 for path in (tmp_path / "again").rglob("*.*")]
    umask = os.umask(0o022)
    os.umask(umask)
    assert sorted(modes) == [0o644 & ~umask, 0o755 & ~umask]


def test_F066_digest_is_of_the_stored_bytes_whatever_a_checkout_does(tmp_path: Path) -> None:
    """The archive's digest is the same wherever it is; a converted checkout has another."""
    unix = write_skill(tmp_path / "unix" / "demo")
    windows = write_skill(tmp_path / "windows" / "demo", skill_text("demo").replace("\n", "\r\n"))
    assert command(tmp_path, "build", str(unix), "-o", "out.zip")[0] == 0
    digest = metier.read_archive((tmp_path / "out.zip").read_bytes()).tree.digest
    assert command(tmp_path, "verify", str(unix), "--digest", digest)[0] == 0
    code, errors = command(tmp_path, "verify", str(windows), "--digest", digest)
    assert code == 1
    assert "error[digest_mismatch]" in errors


def test_F123_archives_inside_are_listed_and_never_opened() -> None:
    inner = zip_of(stored("../../x", b"x"))
    tree: Files = {
        "SKILL.md": (SKILL, False),
        "assets/inner.zip": (inner, False),
        "scripts/__pycache__/a.cpython-311.pyc": (b"\0", False),
    }
    archive = metier.read_archive(built(tree))
    assert {path: file.data for path, file in archive.items()} == {
        path: data for path, (data, _) in tree.items()
    }


BAD: dict[str, tuple[bytes, str]] = {
    "encrypted": (zip_of(stored("SKILL.md", SKILL).both(flags=0x0801)), CODES["zip-enc"]),
    "lying size": (zip_of(deflated("SKILL.md", SKILL).both(size=9)), CODES["zip-size-wrong"]),
    "truncated": (built(DEMO)[:-30], "archive_truncated"),
    "empty": (b"", "archive_not_zip"),
    "not a zip": (b"<html>404</html>", "archive_not_zip"),
}


@pytest.mark.parametrize("name", BAD)
def test_F049_bad_archive_has_a_stable_code(name: str) -> None:
    """What the server is to answer with; never an exception of another kind."""
    data, code = BAD[name]
    assert refusal(data, "strict").code == code
    with pytest.raises(metier.ArchiveError):
        metier.read_archive(data, mode="import")
