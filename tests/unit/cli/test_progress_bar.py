"""The line that says how far a command has come."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from skill_folder import write_skill

from metier.cli import progress_bar
from metier.cli.console import Console
from metier.cli.progress_bar import ProgressBar
from metier.cli.run import run

if TYPE_CHECKING:
    from pathlib import Path


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Called by the test itself: between fixtures and test, pytest puts its own stream back."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    return made


@pytest.mark.parametrize("console", [Console(as_json=True), Console(verbosity=-1)])
def test_bar_is_not_shown_where_nothing_else_is(monkeypatch: pytest.MonkeyPatch, console: Console):
    terminal = terminal_of(monkeypatch)
    bar = ProgressBar.of(console)
    monkey_time(bar)
    bar.draw("10 skills")
    bar.clear()
    assert terminal.getvalue() == ""


def test_bar_is_not_shown_without_a_terminal(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not ProgressBar.of(Console()).shown


def test_bar_is_drawn_over_itself_and_cleared(monkeypatch: pytest.MonkeyPatch):
    terminal = terminal_of(monkeypatch)
    bar = ProgressBar.of(Console())
    bar.draw("too early")
    for text in ("10 skills", "9 more"):
        monkey_time(bar)
        bar.draw(text)
        bar.draw("too soon")
    bar.clear()
    bar.clear()
    assert terminal.getvalue() == "\r10 skills\r9 more   \r      \r"


def test_check_counts_skills_and_leaves_no_line_behind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    for number in range(200):
        write_skill(tmp_path / f"skill-{number}")
    terminal = terminal_of(monkeypatch)
    monkeypatch.setattr(progress_bar, "POLL_SECONDS", 0.0)
    assert run(["check", str(tmp_path)]) == 0
    shown = terminal.getvalue()
    assert "\r200 skills checked" in shown
    assert shown.endswith(" \r")
    assert "200 skills checked (strict): all load" in capsys.readouterr().out


def monkey_time(bar: ProgressBar) -> None:
    """Lets the time pass after which the bar is drawn anew."""
    bar._next = 0.0  # noqa: SLF001 - the clock is not what is tested
