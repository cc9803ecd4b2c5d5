"""The defined answer of spec 04, against answers worked out by exhaustive search."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import metier

if TYPE_CHECKING:
    from pathlib import Path

Outcome = metier.Resolution | metier.Conflict | metier.LimitReached


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(
        (shared / "vectors" / "defined_answers.json").read_text("utf-8")
    )["cases"]
    return loaded


def entries_of(case: dict[str, Any]) -> list[metier.CatalogEntry]:
    return [
        metier.CatalogEntry(name, version, row["requires"], row["optional"], row["yanked"])
        for name, rows in case["entries"].items()
        for version, row in rows.items()
    ]


def answer_of(case: dict[str, Any], shuffled: random.Random | None = None) -> Outcome:
    entries, roots = entries_of(case), list(case["roots"])
    if shuffled is not None:
        shuffled.shuffle(entries)
        shuffled.shuffle(roots)
    strict = [(name, metier.Requirement.parse(text)) for name, text in roots]
    return metier.resolve(metier.Catalog.build(entries), strict, locked=case["locked"])


def as_data(outcome: Outcome) -> dict[str, Any] | None:
    if not outcome:
        assert isinstance(outcome, metier.Conflict)
        return None
    return {
        "selected": {package.id: str(package.version) for package in outcome.packages},
        "order": [package.id for package in outcome.packages],
        "skipped_optional": [[one.parent, one.id] for one in outcome.skipped],
    }


def test_resolve_every_vector_gives_the_defined_answer(cases: list[dict[str, Any]]):
    """Spec 04: "The answer is defined, not the run (vectors: `defined_answers.json`)"."""
    assert len(cases) == 300
    wrong = [case["id"] for case in cases if as_data(answer_of(case)) != case["answer"]]
    assert wrong == []


def test_resolve_shuffled_registration_gives_the_same_answer_and_counters(
    cases: list[dict[str, Any]],
):
    """Spec 04: "Independent of registration order, thread count, hash seed and platform"."""
    source = random.Random(7)  # noqa: S311 - an order, not a secret
    for case in cases:
        straight, shuffled = answer_of(case), answer_of(case, source)
        assert shuffled == straight, case["id"]
