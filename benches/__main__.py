"""Measures every row and rewrites `benches/RESULTS.md`: `python -m benches [AREA…]`.

With areas named, measures and prints those alone and leaves the report as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benches.machine import machine_line
from benches.report import markdown
from benches.rows import (
    archive,
    canonical_json,
    corpus,
    resolve,
    startup,
    tree_hash,
    verified_load,
)

if TYPE_CHECKING:
    from benches.row import Row

BENCHES = {
    bench.AREA: bench
    for bench in (
        startup,
        canonical_json,
        tree_hash,
        verified_load,
        archive,
        corpus,
        resolve,
    )
}
COMMAND = "make bench"


def main(areas: list[str]) -> int:
    """Runs the benches and returns the exit code: 2 for an area that is not there."""
    if unknown := set(areas) - set(BENCHES):
        print(f"no area {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
        return 2
    machine = machine_line()
    rows: list[Row] = []
    for area, bench in BENCHES.items():
        if areas and area not in areas:
            continue
        print(f"measuring: {area}", flush=True)
        rows += bench.rows()
    text = markdown(rows, machine, COMMAND)
    print(text)
    if not areas:
        Path(__file__).with_name("RESULTS.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
