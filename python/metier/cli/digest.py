"""`metier digest`: tree and package digests."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.archive_digest import archive_row
from metier.cli.exits import Exit, exit_of_error
from metier.cli.options import console_options
from metier.cli.progress_bar import POLL_SECONDS, ProgressBar
from metier.errors import ArchiveError, LoadError
from metier.loading.archive_file import is_archive
from metier.loading.skill import load_skill
from metier.loading.tree import tree_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from metier._core import TreeDigest
    from metier.cli.console import Console

__all__ = ["digest"]


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=0,
    help="Threads; 0 uses every core.  [default: 0]",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Hash on the workers of a Dask scheduler, such as tcp://host:8786 (extra: farm).",
)
@click.option("--keep-going", is_flag=True, help="Digest the other paths when one fails.")
@console_options
def digest(
    paths: tuple[str, ...], *, jobs: int, scheduler: str | None, keep_going: bool, console: Console
) -> int:
    """Prints the tree digest of each folder or archive, and the package digest of a skill."""
    if scheduler is None:
        return _digest(paths, partial(tree_digest, jobs=jobs), console, keep_going=keep_going)
    from metier.loading.scheduler import executor_of

    with executor_of(scheduler) as executor:
        hasher = partial(tree_digest, executor=executor)
        return _digest(paths, hasher, console, keep_going=keep_going)


def _digest(
    paths: tuple[str, ...], hasher: Callable[..., TreeDigest], console: Console, *, keep_going: bool
) -> int:
    rows: list[dict[str, object]] = []
    worst = Exit.DONE
    for path in paths:
        try:
            if is_archive(path):
                rows.append(archive_row(path, console))
                continue
            tree = _tree(path, hasher, console)
        except (ArchiveError, LoadError) as error:
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


def _tree(path: str, hasher: Callable[..., TreeDigest], console: Console) -> TreeDigest:
    """Hashes with a progress line on a terminal, polled from this thread."""
    bar = ProgressBar.of(console)
    if not bar.shown:
        return hasher(path)
    progress = _core.Progress()
    outcome: list[TreeDigest | BaseException] = []

    def work() -> None:
        try:
            outcome.append(hasher(path, progress=progress))
        except BaseException as error:  # noqa: BLE001 - handed to the calling thread
            outcome.append(error)

    worker = threading.Thread(target=work, name="metier-digest", daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(POLL_SECONDS)
        of = f" of {progress.total_files:,}" if progress.total_files else ""
        bar.draw(f"{progress.files:,}{of} files, {progress.bytes / 1e6:,.0f} MB")
    bar.clear()
    (result,) = outcome
    if isinstance(result, BaseException):
        raise result
    return result
