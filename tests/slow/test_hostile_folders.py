"""Folders made to exhaust whoever reads them: bounded memory, an end, and a clear code.

Times are guarded against hangs alone; bounds of memory are of the whole process, interpreter
included, which holds about 25 MB before it reads anything.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from peak_memory import call
from skill_folder import skill_text, write_skill

import metier

if TYPE_CHECKING:
    from collections.abc import Iterator

MEGABYTE = 10**6
NOBODY = 65534


@pytest.fixture(scope="module")
def arena() -> Iterator[Path]:
    """A folder in memory where there is such a file system, and gone afterwards at any depth."""
    memory = Path("/dev/shm")  # noqa: S108 - the one place of its kind
    folder = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    yield folder
    # `rm` goes down any depth; the standard library recurses.
    subprocess.run(["rm", "-rf", str(folder)], check=True)  # noqa: S607


@pytest.fixture(scope="module")
def empty_folders(arena: Path) -> Path:
    root = write_skill(arena / "empty")
    for number in range(20_000):
        (root / f"d{number}").mkdir()
    return root


@pytest.mark.parametrize(
    ("name", "code"), [("load", "entry_count_exceeded"), ("package", "manifest_missing")]
)
def test_20000_empty_folders_are_refused_by_the_loaders(
    empty_folders: Path, name: str, code: str
) -> None:
    called = call(empty_folders, name)
    assert (called.ok, called.codes) == (False, [code])
    assert called.grown < 4 * MEGABYTE


def test_20000_empty_folders_beside_skill_json_are_refused(empty_folders: Path) -> None:
    """The manifest that would declare them comes first, and is bounded too."""
    manifest = empty_folders / "skill.json"
    manifest.write_bytes(b'{"schema_version":1,' + b" " * (1 << 20))
    try:
        assert call(empty_folders, "package").codes == ["manifest_too_large"]
        assert call(empty_folders, "load").codes == ["entry_count_exceeded"]
    finally:
        manifest.unlink()


def test_20000_empty_folders_are_searched_within_bounds(empty_folders: Path) -> None:
    called = call(empty_folders, "discover")
    assert not called.ok
    assert "entry_count_exceeded" in called.codes
    assert called.peak < 60 * MEGABYTE
    digest = call(empty_folders, "digest")
    assert digest.codes == ["1"]
    assert digest.peak < 60 * MEGABYTE


def test_20000_empty_folders_without_a_skill_are_searched_to_the_end(
    empty_folders: Path,
) -> None:
    skill = (empty_folders / "SKILL.md").read_bytes()
    (empty_folders / "SKILL.md").unlink()
    try:
        called = call(empty_folders, "discover")
        assert (called.ok, called.codes) == (False, ["no_skills"])
        assert called.peak < 60 * MEGABYTE
    finally:
        (empty_folders / "SKILL.md").write_bytes(skill)


@pytest.fixture(scope="module")
def crowd(arena: Path) -> Path:
    root = write_skill(arena / "crowd")
    descriptor = os.open(root, os.O_DIRECTORY)
    for number in range(1_000_000):
        os.mknod(f"f{number:07}", 0o644, dir_fd=descriptor)
    os.close(descriptor)
    return root


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("backend", ["descriptors", "components", "portable"])
def test_folder_of_a_million_entries_is_refused_early(crowd: Path, backend: str) -> None:
    """The loader stops at the first entry over its bound, so the rest costs nothing."""
    called = call(crowd, "load", environment={"METIER_FS": backend})
    assert called.codes == ["entry_count_exceeded"]
    assert called.grown < 4 * MEGABYTE


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_folder_of_a_million_entries_is_searched_within_bounds(crowd: Path) -> None:
    """A search keeps names up to its own bound of a million, and no more."""
    called = call(crowd, "discover")
    assert called.codes == ["entry_count_exceeded"]
    assert called.peak < 250 * MEGABYTE


@pytest.mark.parametrize(
    ("path", "name", "code"),
    [
        ("assets/big.bin", "load", "resource_too_large"),
        ("SKILL.md", "load", "resource_too_large"),
        ("skill.json", "load", "manifest_too_large"),
        ("skill.json", "package", "manifest_too_large"),
        ("assets/big.bin", "discover", "resource_too_large"),
    ],
)
def test_sparse_file_of_10_gigabytes_is_refused_unread(
    arena: Path, path: str, name: str, code: str
) -> None:
    folder = write_skill(arena / "sparse")
    try:
        (folder / path).parent.mkdir(exist_ok=True)
        with (folder / path).open("wb") as file:
            file.truncate(10 * 10**9)
        called = call(folder, name)
        assert not called.ok
        assert code in called.codes
        assert called.grown < 2 * MEGABYTE
    finally:
        shutil.rmtree(folder)


@pytest.mark.slow
def test_sparse_file_is_hashed_in_little_memory(arena: Path) -> None:
    """The digest of a folder has no bound of size, so it streams."""
    folder = write_skill(arena / "streamed")
    with (folder / "big.bin").open("wb") as file:
        file.truncate(2 * 10**9)
    called = call(folder, "digest")
    assert called.codes == ["2"]
    assert called.grown < 2 * MEGABYTE


def test_name_at_the_limit_of_the_file_system_loads(tmp_path: Path) -> None:
    """255 bytes a name, in any script, and a path near the limit of the system."""
    names = ["n" * 255, "é" * 127, "\U0001f600" * 63]
    folder = write_skill(tmp_path / "demo", files=dict.fromkeys(names, "x"))
    package = metier.load_skill(folder, profile="strict").unwrap()
    assert set(package.resources) == {"SKILL.md", *names}
    long = write_skill(tmp_path / ("f" * 255), skill_text("demo"))
    lenient = metier.load_skill(long)
    assert lenient
    assert "name_folder_mismatch" in [d.code for d in lenient.diagnostics]
    missing = metier.load_skill(tmp_path / ("f" * 256))
    assert not missing
    assert missing.diagnostics[0].code in {"filesystem_error", "root_not_found"}


@pytest.mark.skipif(os.geteuid() != 0, reason="another user can be played by root alone")
def test_folder_of_another_user_says_permission_denied(arena: Path) -> None:
    arena.chmod(0o755)
    skill = write_skill(arena / "others" / "demo", files={"references/a.md": "a"})
    write_skill(arena / "others" / "open")
    (skill / "references" / "a.md").chmod(0)
    called = call(skill, "load", user=NOBODY)
    assert (called.ok, called.codes[-1]) == (False, "permission_denied")
    skill.chmod(0)
    assert call(skill, "load", user=NOBODY).codes == ["permission_denied"]
    found = call(skill.parent, "discover", user=NOBODY)
    assert found.ok
    assert "permission_denied" in found.codes


def test_read_only_root_is_read_and_never_written(tmp_path: Path) -> None:
    """Loading needs no right to write; what would write says that it may not."""
    root = tmp_path / "root"
    write_skill(root / "demo", files={"scripts/a.sh": "x"})
    before = metier.tree_digest(root).digest
    for folder in (root / "demo" / "scripts", root / "demo", root):
        folder.chmod(0o555)
    try:
        user = NOBODY if os.geteuid() == 0 else 0
        for parent in (tmp_path, *tmp_path.parents[:2]):
            parent.chmod(0o755)
        for name in ("load", "discover", "digest"):
            path = root / "demo" if name == "load" else root
            assert call(path, name, user=user).ok
        assert metier.tree_digest(root).digest == before
    finally:
        for folder in (root, root / "demo", root / "demo" / "scripts"):
            folder.chmod(0o755)


def test_growing_file_never_hangs_the_loader(tmp_path: Path) -> None:
    """Either a moment of the file is read whole, or the change is said."""
    folder = write_skill(tmp_path / "demo", files={"log.txt": ""})
    grow = "import sys\nwith open(sys.argv[1], 'ab', 0) as f:\n    while True: f.write(b'x' * 64)\n"
    with subprocess.Popen([sys.executable, "-c", grow, str(folder / "log.txt")]) as writer:
        outcomes: Counter[str] = Counter()
        try:
            for _ in range(500):
                result = metier.load_skill(folder)
                outcomes["ok" if result else result.diagnostics[-1].code] += 1
        finally:
            writer.kill()
    assert set(outcomes) <= {"ok", "filesystem_error", "resource_too_large"}


@pytest.mark.parametrize("path", ["SKILL.md", "references/pipe", "skill.json"])
def test_pipe_is_never_waited_for(tmp_path: Path, path: str) -> None:
    folder = write_skill(tmp_path / "demo", files={"references/a.md": "a"})
    (folder / path).unlink(missing_ok=True)
    os.mkfifo(folder / path)
    for name in ("load", "discover"):
        called = call(folder, name)
        assert "resource_not_regular" in called.codes
        assert called.ok is (path == "references/pipe")
    package = call(folder, "package")
    assert not package.ok
    assert package.codes[0] in {"resource_not_regular", "manifest_missing"}


@pytest.mark.parametrize("backend", ["descriptors", "components", "portable"])
def test_nesting_beyond_the_limit_is_refused(arena: Path, backend: str) -> None:
    """A path far longer than the system takes: made step by step, never entered to its end."""
    folder = write_skill(arena / f"deep-{backend}")
    descriptor = os.open(folder, os.O_DIRECTORY)
    for _ in range(3_000):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_DIRECTORY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)
    environment = {"METIER_FS": backend}
    assert call(folder, "load", environment=environment).codes == ["entry_depth_exceeded"]
    assert "entry_depth_exceeded" in call(folder, "discover", environment=environment).codes
    assert call(folder, "digest", environment=environment).codes == ["entry_depth_exceeded"]
    assert call(folder, "package", environment=environment).codes == ["manifest_missing"]


def test_thousands_of_links_are_each_reported_and_none_followed(arena: Path) -> None:
    root = arena / "links"
    write_skill(root / "demo")
    for number in range(5_000):
        (root / f"l{number}").symlink_to("demo")
    called = call(root, "discover")
    assert called.ok
    assert Counter(called.codes)["link_ignored"] == 5_000
    assert called.peak < 60 * MEGABYTE


def test_thousands_of_links_to_one_skill_give_one_skill(arena: Path) -> None:
    """Following them reads one small folder each, and all but the first are shadowed."""
    root = arena / "links"
    if not root.exists():
        write_skill(root / "demo")
        for number in range(5_000):
            (root / f"l{number}").symlink_to("demo")
    called = call(root, "follow")
    assert called.ok
    assert Counter(called.codes)["shadowed"] == 5_000
    assert called.peak < 120 * MEGABYTE


def test_thousands_of_links_in_a_skill_are_bounded(arena: Path) -> None:
    folder = write_skill(arena / "linked-skill")
    for number in range(4_000):
        (folder / f"l{number}").symlink_to("SKILL.md")
    called = call(folder, "load")
    assert called.ok
    assert Counter(called.codes)["link_ignored"] == 4_000
    assert called.peak < 60 * MEGABYTE
    for number in range(4_000, 5_000):
        (folder / f"l{number}").symlink_to("SKILL.md")
    assert call(folder, "load").codes == ["entry_count_exceeded"]
