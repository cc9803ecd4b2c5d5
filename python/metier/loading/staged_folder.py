"""A folder that is written aside and appears whole, or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from metier import _core
from metier.errors import ConfigurationError, Error, LoadError
from metier.loading.archive_file import ENTRY_FILES
from metier.loading.atomic_file import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

__all__ = ["StagedFolder", "file_system_errors"]


class StagedFolder:
    """A new folder beside its place; leaving the `with` block without `commit` removes it.

    The temporary folder is `.NAME.<16 hex>.tmp` in the folder of the target, for its owner alone.
    A process that is killed leaves it behind, and the target as it was.
    """

    __slots__ = ("_made", "_shown", "_target", "_temporary")

    def __init__(self, target: str, *, replace: bool = False) -> None:
        """Makes the temporary folder.

        Args:
            target: The folder that is to appear; its parent has to be there.
            replace: Whether a skill that is there already is replaced as a whole.

        Raises:
            ConfigurationError: Something is in the way (`file_exists`, `target_not_replaceable`),
                or the parent is missing (`root_not_found`).
            Error: The disk refuses (`filesystem_error`, `permission_denied`).
        """
        self._shown = target
        self._target = Path(os.path.abspath(target))  # noqa: PTH100 - links are left alone
        parent, name = self._target.parent, self._target.name
        if not parent.is_dir():
            raise ConfigurationError(
                f"the folder that '{name}' is to lie in is not there",
                code="root_not_found",
                path=str(Path(target).parent),
                help="make it first, or name another one",
            )
        _check_way(self._target, target, replace=replace)
        self._temporary = parent / f".{name[:64]}.{secrets.token_hex(8)}.tmp"
        self._made = {""}
        with file_system_errors(target):
            self._temporary.mkdir(mode=0o700)

    def write(self, path: str, data: bytes, *, executable: bool) -> None:
        """Writes one new file and its folders; the mode is 0644 or 0755 less the umask.

        Args:
            path: A portable path, as an archive reader gives it; it is not checked again.
            data: The bytes, which are synced to disk.
            executable: Whether it gets execute bits.

        Raises:
            Error: The disk refuses (`filesystem_error`, `permission_denied`).
        """
        with file_system_errors(f"{self._shown}/{path}"):
            self._make_folders(path.rpartition("/")[0])
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            mode = 0o755 if executable else 0o644
            with os.fdopen(os.open(self._temporary / path, flags, mode), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())

    def commit(self) -> None:
        """Puts the folder in its place in one step.

        Where another is replaced and the file system can't exchange two names, the old one is
        moved aside first: a crash between these two steps leaves it there and nothing in place.

        Raises:
            Error: The disk refuses (`filesystem_error`, `permission_denied`).
        """
        with file_system_errors(self._shown):
            for folder in self._made:
                sync_folder(self._temporary / folder)
            self._temporary.chmod(0o777 & ~_umask())
            if _is_free(self._target):
                self._temporary.rename(self._target)
            elif not _core.exchange(self._temporary, self._target):
                self._move_aside()
            sync_folder(self._target.parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # After an exchange this is the old folder; after a plain rename there is nothing.
        shutil.rmtree(self._temporary, ignore_errors=True)

    def _make_folders(self, path: str) -> None:
        if path not in self._made:
            self._make_folders(path.rpartition("/")[0])
            (self._temporary / path).mkdir()
            self._made.add(path)

    def _move_aside(self) -> None:
        aside = self._temporary.with_suffix(".old")
        self._target.rename(aside)
        try:
            self._temporary.rename(self._target)
        except OSError:
            aside.rename(self._target)
            raise
        shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def file_system_errors(path: str) -> Iterator[None]:
    """Turns a refusal of the operating system into an error with a code, placed at `path`."""
    try:
        yield
    except (OSError, LoadError) as error:
        denied = isinstance(error, PermissionError)
        reason = error.message if isinstance(error, LoadError) else error.strerror or error
        raise Error(
            f"it can't be written: {reason}",
            code="permission_denied" if denied else "filesystem_error",
            path=path,
        ) from error


def _check_way(target: Path, shown: str, *, replace: bool) -> None:
    """Refuses to replace what is no skill, what is no folder, and where the caller stands."""
    resolved = target.resolve()
    if Path.cwd().is_relative_to(resolved):
        _refuse(shown, "the working folder is in it, and it is left as it is")
    if _is_free(target):
        return
    is_folder = target.is_dir() and not target.is_symlink()
    if not replace or not is_folder:
        raise ConfigurationError(
            "it is there already and is left as it is",
            code="file_exists",
            path=shown,
            help="name another folder, or replace the skill in it with --force"
            if is_folder
            else "name a folder that is not there yet",
        )
    if not any(os.path.lexists(target / name) for name in ENTRY_FILES):
        _refuse(shown, "there is no skill in it, and it is left as it is")


def _refuse(shown: str, reason: str) -> None:
    raise ConfigurationError(
        reason,
        code="target_not_replaceable",
        path=shown,
        help="name a folder that is not there yet",
    )


def _is_free(path: Path) -> bool:
    """Whether nothing is there, or an empty folder, which a rename takes the place of."""
    if path.is_symlink() or not path.is_dir():
        return not os.path.lexists(path)
    with file_system_errors(str(path)):
        return next(path.iterdir(), None) is None


def _umask() -> int:
    """The umask, which can only be read by setting it."""
    value = os.umask(0o077)
    os.umask(value)
    return value
