"""Real problems of other ecosystems, where the shared catalogs are on the machine."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from benches.resolvers.problem import frozen

if TYPE_CHECKING:
    from benches.resolvers.problem import Problem

SHARED = Path(os.environ.get("METIER_SHARED") or Path(__file__).parents[3] / "shared")


def real_problem(name: str) -> Problem | None:
    """Reads one problem; `None` where the shared catalogs are not.

    A version that requires itself says nothing if it is among those it asks for; if it is not,
    it can never be chosen, and its own demand becomes one that nothing meets.
    """
    path = SHARED / "catalogs" / f"{name}.json"
    if not path.is_file():
        return None
    packages = json.loads(path.read_text(encoding="utf-8"))["deps"]
    nothing = len(packages)
    demands = [
        [
            [
                (nothing, [(0, 0)]) if target == package else (target, spans)
                for target, spans in version
                if target != package or not any(low <= number < high for low, high in spans)
            ]
            for number, version in enumerate(versions)
        ]
        for package, versions in enumerate(packages)
    ]
    return frozen(name.partition("_")[2], [*demands, []])
