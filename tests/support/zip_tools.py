"""Other people's readers of zip files, each as two answers: what it lists and what it extracts."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from typing import TYPE_CHECKING

import pytest
from archive_trees import read_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from attacks.variant import Files

    Reader = Callable[[Path, Path], tuple[list[str], Files]]

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def run(tool: str, *arguments: str | Path) -> str:
    """Runs a tool, which must end well, and gives what it printed."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed; .ci/run installs it")
    done = subprocess.run(
        [tool, *map(str, arguments)],
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, (tool, done.returncode, done.stdout, done.stderr)
    return done.stdout.decode()


def by_zipfile(archive: Path, folder: Path) -> tuple[list[str], Files]:
    """Python extracts no modes; they are those that it lists."""
    with zipfile.ZipFile(archive) as opened:
        names = [entry.filename for entry in opened.infolist()]
        opened.extractall(folder)
        for entry in opened.infolist():
            (folder / entry.filename).chmod(entry.external_attr >> 16 & 0o777)
    return names, read_folder(folder)


def by_unzip(archive: Path, folder: Path) -> tuple[list[str], Files]:
    """`-V` keeps names that end as versions of VMS do, in a semicolon and digits."""
    names = run("unzip", "-Z1", archive).splitlines()
    run("unzip", "-q", "-V", archive, "-d", folder)
    return names, read_folder(folder)


def by_7zip(archive: Path, folder: Path) -> tuple[list[str], Files]:
    listing = run("7zz", "l", "-slt", "-ba", archive).splitlines()
    names = [line.removeprefix("Path = ") for line in listing if line.startswith("Path = ")]
    run("7zz", "x", "-y", f"-o{folder}", archive)
    return names, read_folder(folder)


def by_bsdtar(archive: Path, folder: Path) -> tuple[list[str], Files]:
    folder.mkdir(exist_ok=True)
    names = run("bsdtar", "-tf", archive).splitlines()
    run("bsdtar", "-xf", archive, "-C", folder)
    return names, read_folder(folder)


READERS: dict[str, Reader] = {
    "zipfile": by_zipfile,
    "unzip": by_unzip,
    "7zz": by_7zip,
    "bsdtar": by_bsdtar,
}


def assert_all_agree(
    data: bytes, names: Sequence[str], files: Files, folder: Path, readers: Sequence[str]
) -> None:
    """Each reader lists these names in this order and extracts these files."""
    folder.mkdir()
    archive = folder / "archive.zip"
    archive.write_bytes(data)
    for name in readers:
        listed, extracted = READERS[name](archive, folder / name)
        assert (name, listed) == (name, list(names))
        assert (name, extracted) == (name, files)
