"""`archive_folder`: the canonical archive of a folder, from disk to disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from metier import _core
from metier.errors import ConfigurationError
from metier.loading.arguments import checked_path
from metier.model.archive import archive_limits

if TYPE_CHECKING:
    import os

    from metier._core import Progress, TreeDigest
    from metier.model.limits import Limits

__all__ = ["FolderArchive", "archive_folder", "expect_outside"]


@dataclass(frozen=True, slots=True)
class FolderArchive:
    """An archive that was written to a file.

    Attributes:
        path: The file.
        size: Its bytes.
        digest: Its SHA-256, `sha256:` and 64 lower-case hexadecimal digits.
        tree: The files in it, and what of the folder was left out.
    """

    path: str
    size: int
    digest: str
    tree: TreeDigest = field(repr=False)


def archive_folder(
    path: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> FolderArchive:
    """Writes the canonical archive of a folder to a file: the bytes that `build_archive` makes.

    Takes whatever files are there, a skill or not. Each is read once, and one is in memory at a
    time; no link is followed. The archive is written beside `target` and renamed, so a whole one is
    there or what was there before. Executable bits are those of a sealed `skill.json`, else of the
    file modes. The GIL is released.

    Args:
        path: The folder; not a link. What never belongs to a skill is left out of it.
        target: The file, outside of the folder; a regular file that is there is replaced.
        limits: Bounds on entries (2,000), on one file (16 MiB), on all (64 MiB) and on names
            (1 MiB), where they differ from these; `read_archive` reads the archive within them.
        progress: A counter to watch from another thread.

    Returns:
        What was written.

    Raises:
        ArchiveError: The files are over a limit, or the file can't be written
            (`archive_write_failed`).
        LoadError: The folder can't be read, or holds what no archive does: a link, a device, a path
            that breaks a rule.
        ConfigurationError: `target` is in the folder (`output_inside_folder`), or one of the two is
            no path (`invalid_path_argument`).
    """
    source, file = checked_path(path), checked_path(target)
    expect_outside(source, file)
    size, digest, tree = _core.archive_folder(
        source, file, limits=archive_limits(limits), progress=progress
    )
    return FolderArchive(file, size, digest, tree)


def expect_outside(source: str | os.PathLike[str], target: str) -> None:
    """Refuses an archive that would be part of the next one of the same folder.

    Raises:
        ConfigurationError: `output_inside_folder`.
    """
    try:
        inside = Path(target).parent.resolve().is_relative_to(Path(source).resolve())
    except (OSError, RuntimeError):
        # What can't be looked up can't be written either, and that has an error of its own.
        return
    if inside:
        raise ConfigurationError(
            "an archive in the folder that it is made of would be part of the next one",
            code="output_inside_folder",
            path=target,
            help="name a file outside of the folder",
        )
