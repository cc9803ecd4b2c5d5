"""Replacing one file as a whole."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from metier.errors import Error

__all__ = ["replace_file", "sync_folder"]


def replace_file(path: str, data: bytes, *, expected: bytes | None = None) -> None:
    """Writes the bytes to a new file beside `path`, then renames it: all or nothing.

    Mode bits of the file that is replaced are kept; a new file gets those of the umask. File and
    folder are synced, so that a crash leaves the old bytes or the new ones.

    Args:
        path: The file.
        data: Its new bytes.
        expected: The bytes it is known to have; anything else is left as it is.

    Raises:
        Error: The disk refuses (`filesystem_error`, `permission_denied`), `path` is no regular
            file, or it no longer has the expected bytes (`file_changed`).
    """
    temporary = f"{path}.{os.urandom(8).hex()}.tmp"
    try:
        mode = _mode(path)
        if expected is not None and _read(path, len(expected)) != expected:
            raise Error(
                "the file was changed by somebody else meanwhile, and is left as it is",
                code="file_changed",
                path=path,
                help="run the command again",
            )
        try:
            _write(temporary, data, mode)
            os.replace(temporary, path)  # noqa: PTH105 - pathlib costs an import
        finally:
            with suppress(FileNotFoundError):
                os.unlink(temporary)  # noqa: PTH108 - pathlib costs an import
        sync_folder(os.path.dirname(path) or ".")  # noqa: PTH120 - pathlib costs an import
    except OSError as error:
        denied = isinstance(error, PermissionError)
        raise Error(
            f"the file can't be written: {error.strerror or error}",
            code="permission_denied" if denied else "filesystem_error",
            path=path,
        ) from error


def _mode(path: str) -> int | None:
    """The mode bits of the file there; `None` where there is none."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise Error("no regular file, and never replaced", code="resource_not_regular", path=path)
    return stat.S_IMODE(status.st_mode)


def _read(path: str, size: int) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs an import
        return file.read(size + 1)


def _write(path: str, data: bytes, mode: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Makes the names in a folder durable, where folders can be opened for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
