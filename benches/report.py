"""The report: a Markdown table of every row, and the line about the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benches.row import Row

MET = {True: "yes", False: "**no**", None: "–"}


def markdown(rows: Sequence[Row], machine: str, command: str) -> str:
    """Returns the text of `RESULTS.md`."""
    lines = [
        "# Ratios",
        "",
        f"Made by `{command}`; do not edit.",
        "Contenders run interleaved in one process or as whole processes, and each figure is a",
        "median of at least five rounds. Ratios hold from machine to machine; times do not.",
        "",
        f"Machine: {machine}",
        "",
        "| area | work | figure | bar | met |",
        "|---|---|---|---|---|",
        *(_line(row) for row in rows),
        "",
    ]
    return "\n".join(lines)


def _line(row: Row) -> str:
    cells = (row.area, row.work, row.figure, row.bar or "–", MET[row.met])
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
