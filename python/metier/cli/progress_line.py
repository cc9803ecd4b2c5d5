"""One line on a terminal that says how far a command has come."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from metier.cli.console import Console

__all__ = ["ProgressLine"]

_SECONDS = 0.1
_WIDTH = 60


class ProgressLine:
    """A line on standard error that is written over; nothing where nobody would see it."""

    __slots__ = ("_next", "_on", "_shown")

    def __init__(self, console: Console) -> None:
        self._on = not (console.as_json or console.quiet) and sys.stderr.isatty()
        self._shown = False
        self._next = time.monotonic() + _SECONDS

    def show(self, text: str) -> None:
        """Shows `text`, at most ten times a second."""
        if self._on and time.monotonic() >= self._next:
            click.echo(f"\r{text[:_WIDTH]:<{_WIDTH}}", err=True, nl=False)
            self._next = time.monotonic() + _SECONDS
            self._shown = True

    def clear(self) -> None:
        """Takes the line away, if there is one."""
        if self._shown:
            click.echo(f"\r{' ' * _WIDTH}\r", err=True, nl=False)
            self._shown = False
