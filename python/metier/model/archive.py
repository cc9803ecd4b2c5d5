"""Archives in memory: the canonical form that is written, and trees that are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NoReturn, cast

from metier import _core
from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from metier._core import Diagnostic, TreeDigest
    from metier.model.limits import Limits

__all__ = ["Archive", "File", "archive_limits", "build_archive", "read_archive"]

ArchiveLimits = tuple[int | None, int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class File:
    """One file: its bytes, and whether it is meant to be run by somebody.

    Attributes:
        data: The bytes.
        executable: Whether its mode is 0755 rather than 0644; metier never runs it.
    """

    data: bytes = field(repr=False)
    executable: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        """Checks both."""
        if not isinstance(cast("object", self.data), bytes):
            raise TypeError(f"the data of a file is bytes, got {type(self.data).__name__}")
        if not isinstance(cast("object", self.executable), bool):
            raise TypeError(f"executable is a bool, got {type(self.executable).__name__}")


class Archive(Mapping[str, File]):
    """The files of an archive by their paths, which can't be changed.

    Paths come in canonical order: the entry file first, the rest by their bytes. Two archives are
    equal if their files are. Made by `read_archive` alone.
    """

    __slots__ = ("_diagnostics", "_files", "_tree")

    _files: dict[str, File]
    _tree: TreeDigest
    _diagnostics: tuple[Diagnostic, ...]

    def __init__(
        self, files: dict[str, File], tree: TreeDigest, diagnostics: tuple[Diagnostic, ...]
    ) -> None:
        object.__setattr__(self, "_files", files)
        object.__setattr__(self, "_tree", tree)
        object.__setattr__(self, "_diagnostics", diagnostics)

    @property
    def tree(self) -> TreeDigest:
        """The `metier.tree.v1` digest of the files, the same as of a folder that holds them."""
        return self._tree

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Notes of what import took off; empty under strict."""
        return self._diagnostics

    def __getitem__(self, path: str) -> File:
        """Returns the file at `path`, or raises `KeyError` as mappings do."""
        return self._files[path]

    def __iter__(self) -> Iterator[str]:
        """Gives the paths in canonical order."""
        return iter(self._files)

    def __len__(self) -> int:
        """Returns the number of files."""
        return len(self._files)

    def __hash__(self) -> int:
        """Hashes the tree digest."""
        return hash(self._tree)

    def __eq__(self, other: object) -> bool:
        """Whether `other` has the same files."""
        if isinstance(other, Archive):
            return self._tree == other._tree
        if isinstance(other, Mapping):
            return self._files == dict(other)
        return NotImplemented

    def __repr__(self) -> str:
        """Shows the digest and how many files there are."""
        return f"<Archive {self._tree.digest} of {len(self._files)} files>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuses."""
        raise AttributeError(f"an Archive can't be changed, {name!r} neither")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuses."""
        raise AttributeError(f"an Archive can't be changed, {name!r} neither")

    def __copy__(self) -> Archive:
        """Returns itself."""
        return self

    def __deepcopy__(self, memo: object) -> Archive:
        """Returns itself: its files can't be changed either."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the files with their digest and the notes."""
        return Archive, (self._files, self._tree, self._diagnostics)


def build_archive(files: Mapping[str, bytes | File]) -> bytes:
    """Makes the canonical archive of files: the same files, the same bytes, everywhere.

    Args:
        files: Content by portable path, in any order. Bare bytes are a file that is not executable.

    Returns:
        The stored zip of the archive format, which has no date, no owner and no compression.

    Raises:
        PathError: A path breaks a rule, or two paths clash.
        ArchiveError: There are over 65,534 files (`archive_too_many_entries`), or the archive would
            have 4 GiB or more (`archive_too_large`).
    """
    rows = []
    for path, content in files.items():
        if isinstance(content, File):
            rows.append((path, content.data, content.executable))
        elif isinstance(cast("object", content), bytes):
            rows.append((path, content, False))
        else:
            kind = type(content).__name__
            raise TypeError(f"the content of {path!r} is bytes or a File, got {kind}")
    return _core.build_archive(rows)


def read_archive(
    data: bytes,
    *,
    mode: Literal["strict", "import"] = "strict",
    limits: Limits | None = None,
) -> Archive:
    """Reads an archive into memory; never touches the disk and never opens an archive inside.

    Args:
        data: The archive.
        mode: `strict` takes the canonical form and its deflated twin; `import` takes the zip, tar
            and tar.gz files of other tools as well, and notes what it takes off.
        limits: Bounds on entries (2,000), on one file (16 MiB), on all (64 MiB), on the ratio (100)
            and on names (1 MiB), where they differ from these.

    Returns:
        The files by path, with their tree digest and the notes.

    Raises:
        ArchiveError: The archive is refused; its code names the rule, its path the entry and its
            offset the place.
        ConfigurationError: There is no such mode (`unknown_mode`).
    """
    if mode not in ("strict", "import"):
        raise ConfigurationError(f"mode is 'strict' or 'import', got {mode!r}", code="unknown_mode")
    rows, tree, diagnostics = _core.read_archive(data, mode=mode, limits=archive_limits(limits))
    files = {path: File(content, executable=executable) for path, content, executable in rows}
    return Archive(files, tree, tuple(diagnostics))


def archive_limits(limits: Limits | None) -> ArchiveLimits:
    """The bounds of archives as the core takes them; `None` keeps a default."""
    if limits is None:
        return (None, None, None, None, None)
    return (
        limits.max_entries,
        limits.max_resource_bytes,
        limits.max_package_bytes,
        limits.max_archive_ratio,
        limits.max_archive_name_bytes,
    )
