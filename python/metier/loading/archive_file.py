"""Archives as files: what is read of one, and what tells one from a folder."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Literal

from metier.errors import ArchiveError, ConfigurationError, LoadError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier._core import Diagnostic
    from metier.model.archive import Archive

__all__ = [
    "ENTRY_FILES",
    "Mode",
    "advised",
    "is_archive",
    "read_archive_file",
    "read_artifact",
    "require_skill",
]

Mode = Literal["strict", "import", "auto"]

ENTRY_FILES = ("SKILL.md", "skill.json", "PACK.yaml")
"""What stands at the root of a skill or pack: one of these."""

MAX_ARTIFACT_BYTES = 256 << 20
"""The largest file read as an artifact; what archives may hold in all is far less."""

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b")
_TAR_MAGIC, _TAR_MAGIC_AT = b"ustar", 257


def is_archive(path: str) -> bool:
    """Whether a regular file that starts like a zip, gzip or tar file is there; never raises."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - pathlib costs an import
            return False
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs an import
            head = file.read(512)
    except (OSError, ValueError):
        return False
    return head.startswith(_MAGIC) or head.startswith(_TAR_MAGIC, _TAR_MAGIC_AT)


def advised(path: str, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings of loading `path`; that an archive is no folder says what to do about it."""
    return [
        _with_advice(path, finding) if finding.code == "root_not_directory" else finding
        for finding in findings
    ]


def _with_advice(path: str, finding: Diagnostic) -> Diagnostic:
    from metier._core import Diagnostic

    if finding.help is not None or not is_archive(path):
        return finding
    return Diagnostic(
        finding.severity,
        finding.code,
        "an archive is there, and a folder is needed",
        path=finding.path,
        help="unpack it first: metier unpack FILE -d DIR",
    )


def read_artifact(path: str) -> bytes:
    """Reads a file whole, up to a bound.

    Raises:
        ConfigurationError: Nothing is there (`root_not_found`), or it is no regular file
            (`not_a_file`).
        LoadError: It is too large, or can't be read.
    """
    try:
        # A FIFO is opened without waiting for a writer, and then refused.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _unfit(path, "not_a_file", "an archive is a regular file")
            data = file.read(MAX_ARTIFACT_BYTES + 1)
    except FileNotFoundError as error:
        raise _unfit(path, "root_not_found", "it does not exist") from error
    except IsADirectoryError as error:
        raise _unfit(path, "not_a_file", "an archive is a regular file") from error
    except OSError as error:
        denied = isinstance(error, PermissionError)
        code = "permission_denied" if denied else "filesystem_error"
        raise LoadError(
            f"it can't be read: {error.strerror or error}", code=code, path=path
        ) from error
    if len(data) > MAX_ARTIFACT_BYTES:
        message = f"it has more than {MAX_ARTIFACT_BYTES:,} bytes"
        raise LoadError(message, code="file_too_large", path=path)
    return data


def read_archive_file(path: str, mode: Mode = "strict") -> tuple[Archive, bytes, str]:
    """Reads an archive from a file.

    Args:
        path: The file.
        mode: `strict` takes the canonical form alone and `import` what other tools make; `auto` is
            strict, and import for what strict refuses.

    Returns:
        The archive, the bytes it was read from, and the mode in which it was.

    Raises:
        ArchiveError: It is refused; the error's path is `path`, with the entry behind `!/`.
        ConfigurationError: There is no such file.
        LoadError: It can't be read.
    """
    data = read_artifact(path)
    for each in ("strict", "import") if mode == "auto" else (mode,):
        try:
            return _read(data, each), data, each
        except ArchiveError as error:
            refused = error
    raise _placed(refused, path, mode)


def require_skill(archive: Archive, path: str) -> None:
    """Refuses an archive without a skill or pack at its root, empty ones apart.

    Raises:
        ArchiveError: It holds none (`archive_without_skill`), or only further down
            (`archive_skill_below`); the message says where.
    """
    if not archive or any(name in archive for name in ENTRY_FILES):
        return
    below = [name.rpartition("/")[0] for name in archive if name.endswith(ENTRY_FILES[:2])]
    if not below:
        raise ArchiveError(
            f"of its {len(archive):,} files none is a SKILL.md, skill.json or PACK.yaml",
            code="archive_without_skill",
            path=path,
        )
    where = ", ".join(below[:3]) + (" …" if len(below) > len(below[:3]) else "")
    message = "its skill lies" if len(below) == 1 else f"its {len(below):,} skills lie"
    raise ArchiveError(
        f"{message} below its root, in {where}",
        code="archive_skill_below",
        path=path,
        help="archive each skill by itself, with its SKILL.md at the root or in one folder",
    )


def _read(data: bytes, mode: str) -> Archive:
    from metier.model.archive import read_archive

    return read_archive(data, mode="import" if mode == "import" else "strict")


def _placed(error: ArchiveError, path: str, mode: Mode) -> ArchiveError:
    inside = f"{path}!/{error.path}" if error.path else path
    advice = error.help
    if mode == "strict" and (advice is None or "import" in advice):
        advice = f"{advice or 'if another tool made it, read it by import'}: --mode import"
    return ArchiveError(
        error.message,
        code=error.code,
        path=inside,
        offset=error.offset,
        help=advice,
        diagnostics=error.diagnostics,
    )


def _unfit(path: str, code: str, message: str) -> ConfigurationError:
    return ConfigurationError(message, code=code, path=path)
