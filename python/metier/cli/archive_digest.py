"""The digests of an archive, as `metier digest` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier import _core
from metier.cli.console import printable
from metier.loading.archive_file import read_archive_file

if TYPE_CHECKING:
    from metier.cli.console import Console

__all__ = ["archive_row"]


def archive_row(path: str, console: Console) -> dict[str, object]:
    """Prints the tree digest of an archive and the digest of its own bytes; gives the JSON form.

    Raises:
        ArchiveError: It is refused even by import.
        LoadError: It can't be read.
    """
    archive, data, mode = read_archive_file(path, "auto")
    tree, artifact = archive.tree, _core.sha256(data)
    shown = printable(path)
    console.line(f"{tree.digest}  {shown}  ({tree.files:,} files, {tree.bytes:,} bytes)")
    console.line(f"{artifact}  {shown}  (artifact)")
    console.findings(archive.diagnostics)
    return {
        "path": path,
        "ok": True,
        "mode": mode,
        "tree_digest": tree.digest,
        "artifact_digest": artifact,
        "files": tree.files,
        "bytes": tree.bytes,
        "left_out": [],
    }
