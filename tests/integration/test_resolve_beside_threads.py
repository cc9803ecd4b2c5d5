"""A long resolve leaves the interpreter to others."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import metier


def pigeons(count: int) -> tuple[metier.Catalog, list[str]]:
    """One pigeon more than holes; two pigeons never sit in one hole."""
    entries = []
    for pigeon in range(count + 1):
        for hole in range(count):
            demand = {f"h{hole:02}": f"1.{pigeon}.0"}
            entries.append((f"p{pigeon:02}", f"1.{hole}.0", demand))
            entries.append((f"h{hole:02}", f"1.{pigeon}.0", {}))
    return metier.Catalog.build(entries), [f"p{pigeon:02}" for pigeon in range(count + 1)]


def test_resolve_lets_another_thread_advance_meanwhile():
    """Spec 04: "iterative, GIL released"."""
    catalog, roots = pigeons(12)
    done = threading.Event()
    steps = 0
    outcomes = []

    def work() -> None:
        limits = SimpleNamespace(max_conflicts=3_000)
        outcomes.append(metier.resolve(catalog, roots, limits=limits))
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.0005):
        steps += 1
    thread.join()
    assert isinstance(outcomes[0], metier.LimitReached)
    assert steps >= 20


def test_resolve_many_gives_what_each_resolve_gives_alone():
    """Spec 04: "Independent of registration order, thread count, hash seed and platform"."""
    catalog, roots = pigeons(5)
    problems = [roots[:count] for count in (1, 2, 3, 4, 5, 6)] * 5
    together = metier.resolve_many(catalog, problems)
    assert together == [metier.resolve(catalog, problem) for problem in problems]
    assert [bool(outcome) for outcome in together[:6]] == [True] * 5 + [False]
