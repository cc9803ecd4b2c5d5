"""One row of the report: what was compared, the figure, the bar and whether it is met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class NotMeasuredError(Exception):
    """A row has nothing to measure here; the message says why."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure against its bar.

    Attributes:
        area: The part of metier that is measured, as in the table of bars.
        work: What both sides do.
        figure: The figure, with its unit, and beside it what it was made from.
        bar: The bar, in words; empty where a figure is only stated.
        met: Whether the bar is met; `None` where there is none or nothing was measured.
    """

    area: str
    work: str
    figure: str
    bar: str = ""
    met: bool | None = None


class Bench(Protocol):
    """A module of rows."""

    AREA: str

    def rows(self) -> list[Row]:
        """Measures and returns the rows of the area."""
        ...


def at_least(area: str, work: str, ratio: float, bar: float, detail: str) -> Row:
    """Makes a row whose figure is how many times faster metier is, the more the better."""
    return Row(area, work, f"{ratio:.2f}× ({detail})", f"≥ {bar:g}×", met=ratio >= bar)


def at_most(area: str, work: str, ratio: float, bar: float, detail: str) -> Row:
    """Makes a row whose figure is how much of its peer's cost metier has, the less the better."""
    return Row(area, work, f"{ratio:.2f}× ({detail})", f"≤ {bar:g}×", met=ratio <= bar)


def not_measured(area: str, work: str, bar: str, reason: str) -> Row:
    """Makes a row without a figure that says why there is none."""
    return Row(area, work, f"not measured: {reason}", bar)


def milliseconds(seconds: float) -> str:
    """Writes a time in milliseconds."""
    return f"{seconds * 1e3:.2f} ms"


def microseconds(seconds: float) -> str:
    """Writes a time in microseconds."""
    return f"{seconds * 1e6:.1f} µs"
