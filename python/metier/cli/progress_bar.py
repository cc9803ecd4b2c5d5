"""A line on the terminal that says how far a long command has come."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from metier.cli.console import Console

__all__ = ["POLL_SECONDS", "ProgressBar"]

POLL_SECONDS = 0.1
"""How long to wait before looking again how far the work has come."""


class ProgressBar:
    """One line on standard error, drawn over and over; nothing unless that is a terminal.

    Attributes:
        shown: Whether anything is drawn at all.
    """

    __slots__ = ("_next", "_width", "shown")

    def __init__(self, *, shown: bool) -> None:
        """Nothing is drawn before `POLL_SECONDS` have passed."""
        self.shown = shown
        self._next = time.monotonic() + POLL_SECONDS
        self._width = 0

    @classmethod
    def of(cls, console: Console) -> ProgressBar:
        """A bar for the command that prints to `console`."""
        return cls(shown=not console.as_json and not console.quiet and sys.stderr.isatty())

    def draw(self, text: str) -> None:
        """Draws `text`, unless the bar was drawn or made a moment ago."""
        if not self.shown or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + POLL_SECONDS
        padding = " " * (self._width - len(text))
        click.echo(f"\r{text}{padding}", err=True, nl=False)
        self._width = len(text)

    def clear(self) -> None:
        """Takes the line away, so that something else can be printed."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", err=True, nl=False)
            self._width = 0
