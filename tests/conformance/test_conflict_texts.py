"""What a person reads where there is no solution, for every such case of the shared vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from real_catalogs import MODEL_DIFFERENCES, ROOMY, compiled, load

import metier

if TYPE_CHECKING:
    from pathlib import Path


def test_conflict_texts_of_real_catalogs_fit_a_screen_and_name_real_versions(shared: Path):
    """Spec 04: "a text that a person can follow (…, real versions only, at most a screenful)"."""
    for problem in load(shared):
        if problem.get("expect") is None or problem["name"] in MODEL_DIFFERENCES:
            continue
        catalog, roots = compiled(problem)
        if not roots or problem["expect"]["sat"]:
            continue
        outcome = metier.resolve(catalog, roots, limits=ROOMY)
        assert isinstance(outcome, metier.Conflict), problem["name"]
        rows = [len(line) // 100 + 1 for line in outcome.text.splitlines()]
        assert sum(rows) <= 24, problem["name"]
        named = {fact.target for fact in outcome.facts} | {fact.id for fact in outcome.facts}
        assert any(name and name in outcome.text for name in named), problem["name"]


@pytest.mark.parametrize("count", [4, 60])
def test_conflict_asked_twice_tells_the_same(count: int):
    entries = [("zz", "1.0.0", {})]
    entries += [("top", f"1.{number}.0", {"zz": "^9.0.0"}) for number in range(count)]
    catalog = metier.Catalog.build(entries)
    first, second = (metier.resolve(catalog, ["top"]) for _ in range(2))
    assert isinstance(first, metier.Conflict)
    assert first == second
    assert hash(first) == hash(second)
    assert first.text == second.explain()
