"""Problems without an answer in sight: the default bounds end them, at the same step each time."""

from __future__ import annotations

import random

import pytest

import metier


def pigeons(count: int) -> tuple[list[metier.CatalogEntry], list[str]]:
    """One pigeon more than holes; two pigeons never sit in one hole."""
    entries = []
    for pigeon in range(count + 1):
        for hole in range(count):
            demand = {f"h{hole:02}": f"1.{pigeon}.0"}
            entries.append(metier.CatalogEntry(f"p{pigeon:02}", f"1.{hole}.0", demand))
            entries.append(metier.CatalogEntry(f"h{hole:02}", f"1.{pigeon}.0"))
    return entries, [f"p{pigeon:02}" for pigeon in range(count + 1)]


def random_clauses(variables: int) -> tuple[list[metier.CatalogEntry], list[str]]:
    """Random 3-SAT at the hard ratio: a clause's versions are its literals."""
    source = random.Random(1)  # noqa: S311 - a problem, not a secret
    entries = [
        metier.CatalogEntry(f"x{number:03}", f"{value}.0.0")
        for number in range(variables)
        for value in (0, 1)
    ]
    roots = []
    for clause in range(int(4.26 * variables)):
        roots.append(f"c{clause:03}")
        for place, number in enumerate(source.sample(range(variables), 3)):
            demand = {f"x{number:03}": f"{source.randrange(2)}.0.0"}
            entries.append(metier.CatalogEntry(roots[-1], f"{place}.0.0", demand))
    return entries, roots


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("problem", [pigeons(12), random_clauses(200)], ids=["pigeons", "clauses"])
def test_resolve_hopeless_problem_meets_a_default_bound_at_the_same_step(
    problem: tuple[list[metier.CatalogEntry], list[str]],
):
    """Spec 04: "Bounds are counters, not clocks"."""
    entries, roots = problem
    catalog = metier.Catalog.build(entries)
    first, second = (metier.resolve(catalog, roots) for _ in range(2))
    assert isinstance(first, metier.LimitReached)
    assert first.counters == second.counters
