"""The tree digest of folders on disk: what it depends on, and what it refuses."""

from __future__ import annotations

import base64
import json
import os
import pickle
import threading
from typing import TYPE_CHECKING

import pytest

import metier

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=[0o022, 0o077, 0o000])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def vectors(shared: Path) -> list[dict[str, object]]:
    found = json.loads((shared / "vectors" / "tree_and_zip.json").read_text())["vectors"]
    assert found
    return found


def write(folder: Path, files: dict[str, dict[str, object]], *, backwards: bool = False) -> None:
    folder.mkdir()
    for number, (path, file) in enumerate(sorted(files.items(), reverse=backwards)):
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(base64.b64decode(str(file["b64"])))
        if file["executable"]:
            place.chmod(place.stat().st_mode | (0o100 if backwards else 0o111))
        os.utime(place, (number * 1000, number * 1000))


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("jobs", [0, 1, 2, 8])
def test_vector_trees_on_disk_give_their_digest(
    shared: Path,
    tmp_path: Path,
    backwards: bool,  # noqa: FBT001 - a parameter of the test
    jobs: int,
) -> None:
    for vector in vectors(shared):
        folder = tmp_path / str(vector["name"])
        write(folder, vector["files"], backwards=backwards)
        tree = metier.tree_digest(folder, jobs=jobs)
        assert tree.digest == vector["tree_digest"], vector["name"]
        assert tree.files == len(vector["files"])
        assert [entry[0] for entry in tree.entries] == sorted(vector["files"], key=str.encode)


def test_entries_give_path_bit_size_and_digest(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_bytes(b"echo\n")
    (tmp_path / "run.sh").chmod(0o755)
    tree = metier.tree_digest(str(tmp_path))
    assert tree.entries == (("run.sh", True, 5, metier.sha256(b"echo\n")),)
    assert tree.bytes == 5


def test_executable_bit_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    plain = metier.tree_digest(tmp_path)
    (tmp_path / "a").chmod(0o744)
    assert metier.tree_digest(tmp_path) != plain


def test_left_out_entries_change_nothing_and_are_listed(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_bytes(b"x")
    before = metier.tree_digest(tmp_path)
    folders = [".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"]
    files = [".DS_Store", "Thumbs.db", "desktop.ini", "._SKILL.md"]
    for folder in folders:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bad:name").write_bytes(b"")
    for file in files:
        (tmp_path / file).write_bytes(b"")
    after = metier.tree_digest(tmp_path)
    assert after == before
    assert hash(after) == hash(before)
    assert before.left_out == ()
    assert after.left_out == tuple(sorted([*folders, *files]))


def test_left_out_entries_survive_pickling(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    again = pickle.loads(pickle.dumps(metier.tree_digest(tmp_path)))  # noqa: S301 - made here
    assert again.left_out == (".git",)


def test_left_out_folder_is_noted_once_and_not_entered(tmp_path: Path) -> None:
    """Decision 21: each noted once."""
    (tmp_path / "a" / "node_modules" / ".git").mkdir(parents=True)
    (tmp_path / "a" / "node_modules" / ".DS_Store").write_bytes(b"")
    assert metier.tree_digest(tmp_path).left_out == ("a/node_modules",)


def test_ordinary_dotfile_is_part_of_the_digest(tmp_path: Path) -> None:
    before = metier.tree_digest(tmp_path)
    (tmp_path / ".gitignore").write_bytes(b"")
    assert metier.tree_digest(tmp_path) != before


def test_file_is_refused_as_no_folder(tmp_path: Path) -> None:
    (tmp_path / "SKILL.md").write_bytes(b"")
    with pytest.raises(metier.LoadError, match=r'"SKILL\.md" is not a folder') as caught:
        metier.tree_digest(tmp_path / "SKILL.md")
    assert caught.value.code == "not_a_folder"


def test_missing_folder_is_refused_without_its_absolute_path(tmp_path: Path) -> None:
    with pytest.raises(metier.LoadError) as caught:
        metier.tree_digest(tmp_path / "none")
    assert (caught.value.code, caught.value.path) == ("not_found", "none")
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "code"),
    [("link", "link"), ("pipe", "not_a_file"), ("nul.txt", "path_device_name")],
)
def test_entry_that_no_package_holds_is_refused(tmp_path: Path, name: str, code: str) -> None:
    place = tmp_path / "inner" / name
    place.parent.mkdir()
    if name == "link":
        place.symlink_to("nowhere")
    elif name == "pipe":
        os.mkfifo(place)
    else:
        place.write_bytes(b"")
    with pytest.raises(metier.LoadError) as caught:
        metier.tree_digest(tmp_path)
    assert (caught.value.code, caught.value.path) == (code, f"inner/{name}")


@pytest.mark.parametrize("jobs", [-1, 2**200])
def test_impossible_number_of_jobs_is_a_configuration_error(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(metier.ConfigurationError) as caught:
        metier.tree_digest(tmp_path, jobs=jobs)
    assert caught.value.code == "invalid_options"


def test_progress_ends_at_the_totals_and_never_falls(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / str(number)).write_bytes(bytes(1000))
    progress = metier.Progress()
    seen: list[tuple[int, int]] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            seen.append((progress.files, progress.bytes))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        metier.tree_digest(tmp_path, progress=progress)
    finally:
        done.set()
        watcher.join()
    assert seen == sorted(seen)
    assert (progress.files, progress.total_files, progress.bytes) == (300, 300, 300_000)


def test_sha256_file_equals_sha256_of_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(range(256)) * 4096)
    assert metier.sha256_file(tmp_path / "big") == metier.sha256(bytes(range(256)) * 4096)


def test_sha256_file_of_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(metier.LoadError) as caught:
        metier.sha256_file(tmp_path)
    assert caught.value.code == "not_a_file"
