"""The line a finding stands in, with a mark under the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metier._core import Diagnostic

__all__ = ["source_line"]

_MAX_FILE_BYTES = 4 << 20
_MAX_SHOWN = 100


def source_line(diagnostic: Diagnostic, cache: dict[str, list[str] | None]) -> Iterator[str]:
    """Yields the source line and a caret; nothing where the file can't be read as text.

    `cache` keeps the lines of the file that was shown last: findings come file by file.
    """
    path, number, column = diagnostic.path, diagnostic.line, diagnostic.column
    if path is None or number is None:
        return
    if path not in cache:
        cache.clear()
        cache[path] = _lines(path)
    lines = cache[path]
    if lines is None or number > len(lines):
        return
    text = lines[number - 1].replace("\t", " ")
    start = 0
    if column is not None and column > _MAX_SHOWN // 2:
        start = column - _MAX_SHOWN // 2
    shown = "".join(c if c.isprintable() else "�" for c in text[start : start + _MAX_SHOWN])
    margin = " " * len(str(number))
    bar = click.style("|", fg="blue")
    yield f" {number} {bar} {shown}"
    if column is not None and start < column <= len(text) + 1:
        yield f" {margin} {bar} {' ' * (column - 1 - start)}{click.style('^', fg='red', bold=True)}"


def _lines(path: str) -> list[str] | None:
    import stat
    from pathlib import Path

    try:
        file = Path(path)
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_FILE_BYTES:
            return None
        text = file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
