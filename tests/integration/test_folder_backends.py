"""Reading as an ordinary user, by every backend: a process each, for the backend is chosen once."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

BACKENDS = ["descriptors", "components", "portable"]

PROGRAM = """
import json, os, sys
from metier import Error, _core, tree_digest  # before the installation is out of reach

root = sys.argv[1]
if os.getuid() == 0:
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
found = {}

def attempt(name, call):
    try:
        found[name] = call()
    except Error as error:
        found[name] = [error.code, error.path]

for path in ("open", "secret", "closed/file", "passed/file"):
    attempt(path, lambda: _core.read_file(root, path, 10)[0].decode())
attempt("tree", lambda: tree_digest(root).digest)
attempt("list", lambda: tree_digest(root + "/passed").digest)
json.dump(found, sys.stdout)
"""


@pytest.fixture
def guarded() -> Iterator[Path]:
    """A folder whose parents everyone may pass, unlike those of `tmp_path`."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        root.chmod(0o755)
        for folder, mode in [("closed", 0o600), ("passed", 0o711)]:
            (root / folder).mkdir()
            (root / folder / "file").write_text(folder)
            (root / folder / "file").chmod(0o644)
            (root / folder).chmod(mode)
        for name, mode in [("open", 0o644), ("secret", 0o200)]:
            (root / name).write_text(name)
            (root / name).chmod(mode)
        yield root
        for folder in ("closed", "passed"):
            (root / folder).chmod(0o700)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make files that others may not read")
@pytest.mark.parametrize("backend", BACKENDS)
def test_reader_without_permission_is_told_so(guarded: Path, backend: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(guarded)],
        env={**os.environ, "METIER_FS": backend},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(ran.stdout) == {
        "open": "open",
        "secret": ["permission_denied", "secret"],
        "closed/file": ["permission_denied", "closed/file"],
        "passed/file": "passed",
        "tree": ["permission_denied", "closed"],
        "list": ["permission_denied", "."],
    }


FILTERED = """
import ctypes, errno, json, os, struct, sys
from metier import LoadError, _core

root, refusal = sys.argv[1], int(sys.argv[2])
library = ctypes.CDLL(None, use_errno=True)
OPENAT2, ALLOW, ERRNO = 437, 0x7FFF0000, 0x00050000
instructions = [
    (0x20, 0, 0, 0),  # load the number of the system call
    (0x15, 0, 1, OPENAT2),  # another one: skip the refusal
    (0x06, 0, 0, ERRNO | refusal),
    (0x06, 0, 0, ALLOW),
]
program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *row) for row in instructions))
header = struct.pack("@HP", len(instructions), ctypes.addressof(program))
assert library.prctl(38, 1, 0, 0, 0) == 0
assert library.prctl(22, 2, ctypes.create_string_buffer(header), 0, 0) == 0
assert library.syscall(OPENAT2, -1, b"x", None, 0) == -1
assert ctypes.get_errno() == refusal

found = []
for path in ("docs/guide.md", "link/guide.md", "docs/none"):
    try:
        found.append(_core.read_file(root, path, 10)[0].decode())
    except LoadError as error:
        found.append(error.code)
json.dump(found, sys.stdout)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="seccomp is Linux's")
@pytest.mark.parametrize("refusal", [errno.ENOSYS, errno.EPERM])
def test_reader_falls_back_where_a_filter_refuses_openat2(tmp_path: Path, refusal: int) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "guide.md").write_text("guide")
    (tmp_path / "link").symlink_to("docs")
    ran = subprocess.run(
        [sys.executable, "-c", FILTERED, str(tmp_path), str(refusal)],
        env={**os.environ, "METIER_FS": "descriptors"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(ran.stdout) == ["guide", "link", "not_found"]


LOADER_SUITES = [
    "tests/conformance/test_directory_loader.py",
    "tests/conformance/test_skill_definition.py",
    "tests/conformance/test_skill_folder.py",
    "tests/unit/test_tree_digest.py",
]


def run_suite(backend: str, *arguments: str) -> None:
    """Runs tests of this repository in a process whose folders are read by `backend`."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        env={**os.environ, "METIER_FS": backend},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]


@pytest.mark.parametrize("backend", ["components", "portable"])
def test_loader_suites_pass_whatever_reads_the_folders(backend: str) -> None:
    """Spec 02: same codes, selectable on Linux (`METIER_FS=portable`)."""
    run_suite(backend, *LOADER_SUITES)


# Whatever is called to read a folder or a file, and the fixtures and commands that do.
READS_FOLDERS = re.compile(
    r"\b(load_skill|load_from_\w+|DirectoryLoader|discover|tree_digest|sha256_file|seal|SkillCheck"
    r"|read_file|read_skill_at|fix_skill|write_skill|Metier|tools/corpus_table)\b"
)


def suites_that_read_folders() -> list[str]:
    """Every test file that does, but this one and the slow ones."""
    tests = Path(__file__).parents[1]
    found = sorted(tests.rglob("test_*.py"))
    reading = [path for path in found if READS_FOLDERS.search(path.read_text("utf-8"))]
    left = [path for path in reading if path.parent.name != "slow" and path != Path(__file__)]
    return [str(path.relative_to(tests.parent)) for path in left]


def test_suites_that_read_folders_are_found() -> None:
    found = suites_that_read_folders()
    assert {*LOADER_SUITES, "tests/conformance/test_seal.py"} <= set(found)
    assert "tests/unit/test_version.py" not in found


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("backend", ["components", "portable"])
def test_whole_suite_passes_whatever_reads_the_folders(backend: str) -> None:
    """Spec 02: selectable on Linux so that the whole suite runs on it too; what reads no folder
    can't tell the backends apart and is left out."""
    run_suite(backend, *suites_that_read_folders())
