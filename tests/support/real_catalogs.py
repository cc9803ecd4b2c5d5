"""Dependency problems of other ecosystems, read for metier."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import metier

if TYPE_CHECKING:
    from pathlib import Path

MODEL_DIFFERENCES = {
    # reference/resolver.md B: "Not usable as status oracle".
    "molinillo_circular": "there a cycle is refused by the model, here by spec 04: both say no",
    "resolvelib_different-extras": "extras were dropped when the problem was reduced",
    "resolvelib_same-package-extras": "extras were dropped when the problem was reduced",
    "resolvelib_with-without-extras": "extras were dropped when the problem was reduced",
}
ROOMY = SimpleNamespace(max_packages=4096, max_depth=4096)


def load(shared: Path) -> list[dict[str, Any]]:
    problems: list[dict[str, Any]] = []
    for path in sorted((shared / "catalogs").glob("*.json")):
        loaded = json.loads(path.read_text("utf-8"))
        problems.extend(loaded if isinstance(loaded, list) else [loaded])
    return problems


def range_of(intervals: list[list[int]]) -> str:
    if not intervals:
        return "<0.0.0"
    return " || ".join(f">=1.{low}.0 <1.{high}.0" for low, high in intervals)


def admits(intervals: list[list[int]], index: int) -> bool:
    return any(low <= index < high for low, high in intervals)


def compiled(problem: dict[str, Any]) -> tuple[metier.Catalog, list[tuple[str, str]]]:
    names = problem["names"]
    entries = []
    for package, versions in enumerate(problem["deps"]):
        for index, demands in enumerate(versions):
            if package == 0:
                continue
            if any(to == package and not admits(spans, index) for to, spans in demands):
                continue  # asks for another version of itself: never a candidate, there and here
            # A catalog refuses a version that requires itself; one that admits itself says nothing.
            others = [(to, spans) for to, spans in demands if to != package]
            requires = {names[to]: range_of(spans) for to, spans in others}
            assert len(requires) == len(others)
            entries.append(metier.CatalogEntry(names[package], f"1.{index}.0", requires))
    roots = [(names[target], range_of(intervals)) for target, intervals in problem["deps"][0][0]]
    return metier.Catalog.build(entries, dialect="npm"), roots
