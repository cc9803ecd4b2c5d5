"""`metier unpack`: an archive as a folder, whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from metier import _core
from metier.cli.console import diagnostic_row, printable
from metier.cli.options import console_options, mode_option
from metier.cli.progress_line import ProgressLine
from metier.loading.archive_file import read_archive_file, require_skill
from metier.loading.staged_folder import StagedFolder

if TYPE_CHECKING:
    from metier.cli.console import Console
    from metier.loading.archive_file import Mode
    from metier.model.archive import Archive

__all__ = ["unpack"]


@click.command()
@click.argument("file", metavar="FILE")
@click.option("-d", "--dir", "folder", metavar="DIR", required=True, help="The folder to make.")
@mode_option
@click.option("--force", is_flag=True, help="Replace a skill that is in DIR, as a whole.")
@console_options
def unpack(file: str, *, folder: str, mode: str, force: bool, console: Console) -> None:
    """Unpacks the archive FILE into the new folder DIR.

    The archive is read whole and checked before anything is written; the folder is written aside
    and renamed. Files are executable as the archive says.
    """
    archive, data, read_as = read_archive_file(file, cast("Mode", mode))
    require_skill(archive, file)
    console.findings(archive.diagnostics)
    _write(archive, folder, replace=force, console=console)
    digest = _core.sha256(data)
    console.line(f"{archive.tree.digest}  {printable(folder)}  ({_size(archive)})")
    if read_as == "import":
        console.aside("not the canonical form: `metier build` makes that of the folder")
    console.document(
        {
            "command": "unpack",
            "ok": True,
            "path": folder,
            "mode": read_as,
            "artifact_digest": digest,
            "tree_digest": archive.tree.digest,
            "files": archive.tree.files,
            "bytes": archive.tree.bytes,
            "diagnostics": [diagnostic_row(finding) for finding in archive.diagnostics],
        }
    )


def _write(archive: Archive, folder: str, *, replace: bool, console: Console) -> None:
    progress = ProgressLine(console)
    try:
        with StagedFolder(folder, replace=replace) as staged:
            for number, (path, file) in enumerate(archive.items()):
                staged.write(path, file.data, executable=file.executable)
                progress.show(f"{number + 1:,} of {len(archive):,} files")
            staged.commit()
    finally:
        progress.clear()


def _size(archive: Archive) -> str:
    files = archive.tree.files
    return f"{files:,} file{'' if files == 1 else 's'}, {archive.tree.bytes:,} bytes"
