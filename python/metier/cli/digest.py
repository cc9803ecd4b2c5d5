"""`metier digest`: tree and package digests."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.exits import Exit, exit_of_error
from metier.cli.options import console_options
from metier.errors import LoadError
from metier.loading.skill import load_skill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metier._core import TreeDigest
    from metier.cli.console import Console

__all__ = ["digest"]

_POLL_SECONDS = 0.1


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=0,
    help="Threads; 0 uses every core.  [default: 0]",
)
@click.option("--keep-going", is_flag=True, help="Digest the other paths when one fails.")
@console_options
def digest(paths: tuple[str, ...], *, jobs: int, keep_going: bool, console: Console) -> int:
    """Prints the tree digest of each folder, and the package digest where it is a skill."""
    rows: list[dict[str, object]] = []
    worst = Exit.DONE
    for path in paths:
        try:
            tree = _tree(path, jobs, console)
        except LoadError as error:
            if not keep_going:
                raise
            rows.append({"path": path, "ok": False, "code": error.code, "message": error.message})
            type(console)().error(error)
            worst = max(worst, exit_of_error(error))
            continue
        row: dict[str, object] = {
            "path": path,
            "ok": True,
            "tree_digest": tree.digest,
            "files": tree.files,
            "bytes": tree.bytes,
            "left_out": list(tree.left_out),
        }
        console.line(f"{tree.digest}  {path}  ({tree.files:,} files, {tree.bytes:,} bytes)")
        console.findings(_left_out(path, tree))
        package = load_skill(path).package
        if package is not None:
            row.update(id=package.id, version=str(package.version), package_digest=package.digest)
            if package.form == "skill.json":
                console.line(f"{package.digest}  {path}  (package {package.id} {package.version})")
        rows.append(row)
    console.document({"command": "digest", "ok": worst is Exit.DONE, "paths": rows})
    return worst


def _left_out(path: str, tree: TreeDigest) -> Iterator[_core.Diagnostic]:
    """A note for each path that is no part of the digest."""
    for relative in tree.left_out:
        yield _core.Diagnostic(
            _core.Severity.INFORMATION,
            "left_out",
            "never part of a skill; left out",
            path=f"{path.rstrip('/')}/{relative}",
        )


def _tree(path: str, jobs: int, console: Console) -> TreeDigest:
    """Hashes with a progress line on a terminal, polled from this thread."""
    if console.as_json or console.quiet or not sys.stderr.isatty():
        return _core.tree_digest(path, jobs=jobs)
    progress = _core.Progress()
    outcome: list[TreeDigest | BaseException] = []

    def work() -> None:
        try:
            outcome.append(_core.tree_digest(path, jobs=jobs, progress=progress))
        except BaseException as error:  # noqa: BLE001 - handed to the calling thread
            outcome.append(error)

    worker = threading.Thread(target=work, name="metier-digest", daemon=True)
    worker.start()
    shown = False
    while worker.is_alive():
        worker.join(_POLL_SECONDS)
        if worker.is_alive():
            shown = True
            of = f" of {progress.total_files:,}" if progress.total_files else ""
            click.echo(
                f"\r{progress.files:,}{of} files, {progress.bytes / 1e6:,.0f} MB ",
                err=True,
                nl=False,
            )
    if shown:
        click.echo("\r" + " " * 60 + "\r", err=True, nl=False)
    (result,) = outcome
    if isinstance(result, BaseException):
        raise result
    return result
