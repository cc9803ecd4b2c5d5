"""`metier build`: the canonical archive of a skill."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.console import diagnostic_row, printable
from metier.cli.options import console_options
from metier.errors import ConfigurationError
from metier.loading.atomic_file import replace_file
from metier.loading.folder_archive import expect_outside
from metier.loading.skill import load_skill
from metier.model.archive import File, build_archive

if TYPE_CHECKING:
    from metier.cli.console import Console
    from metier.model.package import Package

__all__ = ["build"]


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    default=None,
    help="The archive.  [default: ID-VERSION.zip here, or beside DIR if here is in DIR]",
)
@console_options
def build(folder: str, *, output: str | None, console: Console) -> None:
    """Builds the canonical archive of the skill in DIR: same files, same bytes, everywhere.

    Refuses what does not load under the strict profile, before it writes anything. The archive is
    written aside and renamed, so there is a whole one or none.
    """
    result = load_skill(folder, profile="strict")
    package = result.unwrap()
    target = _target(folder, output, package)
    data = archive_of(package)
    replace_file(target, data)
    console.findings(result.diagnostics)
    digest = _core.sha256(data)
    console.line(f"{digest}  {printable(target)}  ({len(data):,} bytes)")
    files = f"{package.tree.files:,} file{'' if package.tree.files == 1 else 's'}"
    console.line(f"{package.tree.digest}  tree of {package.id} {package.version}  ({files})")
    console.document(
        {
            "command": "build",
            "ok": True,
            "path": target,
            "size": len(data),
            "digest": digest,
            "id": package.id,
            "version": str(package.version),
            "form": package.form,
            "package_digest": package.digest,
            "tree_digest": package.tree.digest,
            "files": package.tree.files,
            "diagnostics": [diagnostic_row(finding) for finding in result.diagnostics],
        }
    )


def archive_of(package: Package) -> bytes:
    """The canonical archive of a package, of the bytes that were verified."""
    verified = package._verified  # noqa: SLF001 - files that are no resources are reached only so
    return build_archive(
        {
            path: File(verified.read(path), executable=executable)
            for path, executable, _, _ in package.tree.entries
        }
    )


def _target(folder: str, output: str | None, package: Package) -> str:
    """Where the archive goes, never into the folder that it is made of."""
    source = Path(folder).resolve()
    if source.is_file():
        source = source.parent
    if output is None:
        name = f"{package.id}-{package.version}.zip"
        here = Path.cwd()
        return str(source.parent / name) if here.is_relative_to(source) else name
    target = Path(output)
    if target.is_dir():
        raise ConfigurationError(
            "a folder is there, and an archive is a file",
            code="file_exists",
            path=output,
            help=f"name a file: {target / f'{package.id}-{package.version}.zip'}",
        )
    if not target.parent.is_dir():
        raise ConfigurationError(
            "the folder that the archive is to lie in is not there",
            code="root_not_found",
            path=str(target.parent),
            help="make it first, or name another one",
        )
    expect_outside(source, output)
    return output
