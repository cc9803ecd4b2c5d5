"""Real dependency problems of other ecosystems, reduced to candidate indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from real_catalogs import MODEL_DIFFERENCES, ROOMY, admits, compiled, load, range_of

import metier

if TYPE_CHECKING:
    from pathlib import Path


def check_solution(problem: dict[str, Any], outcome: metier.Resolution) -> None:
    numbers = {name: number for number, name in enumerate(problem["names"])}
    chosen = {numbers[one.id]: int(str(one.version).split(".")[1]) for one in outcome.packages}
    demands = list(problem["deps"][0][0])
    for package, version in chosen.items():
        demands.extend(problem["deps"][package][version])
    for target, intervals in demands:
        assert admits(intervals, chosen[target]), target
    assert set(chosen) == {target for target, _ in demands}


def test_resolve_real_catalogs_have_the_right_status_and_valid_solutions(shared: Path):
    """Spec 04: "Defaults must solve every problem in `../catalogs/` that is solvable"."""
    problems = load(shared)
    assert len(problems) > 30
    for problem in problems:
        if problem.get("expect") is None:
            continue
        catalog, roots = compiled(problem)
        if not roots:
            continue
        outcome = metier.resolve(catalog, roots, limits=ROOMY)
        assert not isinstance(outcome, metier.LimitReached), problem["name"]
        if problem["name"] not in MODEL_DIFFERENCES:
            assert bool(outcome) is problem["expect"]["sat"], problem["name"]
        if isinstance(outcome, metier.Resolution):
            check_solution(problem, outcome)
        else:
            assert outcome.minimal, problem["name"]
            assert len(outcome.text.splitlines()) <= 25, problem["name"]


@pytest.mark.parametrize("prefer", ["newest", "any"])
def test_resolve_each_root_of_pubgrub_large_case_is_decided(
    shared: Path, prefer: Literal["newest", "any"]
):
    """`reference/resolver.md` B: "its bench resolves all 642 (package, version) roots"."""
    (problem,) = (one for one in load(shared) if one["name"] == "pubgrub_large_case")
    names = problem["names"]
    entries = [
        metier.CatalogEntry(
            names[package], f"1.{index}.0", {names[to]: range_of(spans) for to, spans in demands}
        )
        for package, versions in enumerate(problem["deps"])
        for index, demands in enumerate(versions)
    ]
    catalog = metier.Catalog.build(entries, dialect="npm")
    roots = [[(one.id, f"={one.version}")] for one in entries]
    outcomes = metier.resolve_many(catalog, roots, limits=ROOMY, prefer=prefer)
    assert len(outcomes) == len(entries)
    assert not any(isinstance(outcome, metier.LimitReached) for outcome in outcomes)
