"""What the upstream resolver's tests say, and what it got wrong (`reference/wuwe.md` §11, §12)."""

from __future__ import annotations

from time import perf_counter
from types import SimpleNamespace
from typing import Any

import pytest

import metier

ENTRY = metier.CatalogEntry
Outcome = metier.Resolution | metier.Conflict | metier.LimitReached


def resolve(entries: list[Any], roots: list[Any], limits: object = None) -> Outcome:
    return metier.resolve(metier.Catalog.build(entries), roots, limits=limits)


def names(outcome: Outcome) -> list[str]:
    return [f"{one.id}@{one.version}" for one in outcome.packages]


def codes(outcome: Outcome) -> list[str]:
    return [finding.code for finding in outcome.diagnostics]


SHARED_DEPENDENCY = [
    ("common", "1.5.0", {}),
    ("common", "2.5.0", {}),
    ("app", "1.0.0", {"common": "^1.0.0"}),
    ("app", "2.0.0", {"common": "^2.0.0"}),
    ("zother", "1.0.0", {"common": "^1.0.0"}),
]


def test_resolve_shared_dependency_backtracks_to_one_version():
    """36: "roots app `*`, zother `1.0.0` → order common, app@1.0.0, zother (3 skills)"."""
    outcome = resolve(SHARED_DEPENDENCY, ["app", ("zother", metier.Requirement.parse("1.0.0"))])
    assert names(outcome) == ["common@1.5.0", "app@1.0.0", "zother@1.0.0"]
    assert [one.root for one in outcome.packages] == [False, True, True]
    assert [one.parents for one in outcome.packages] == [("app", "zother"), (), ()]


def test_resolve_twice_gives_the_same_result():
    """37: "the same resolution repeated → same result"."""
    first = resolve(SHARED_DEPENDENCY, ["app", "zother"])
    assert resolve(SHARED_DEPENDENCY, ["app", "zother"]) == first


def test_resolve_cycle_of_only_versions_fails():
    """38: "a→b, b→a; roots a,b → failure, last diagnostic dependency_cycle"."""
    outcome = resolve([("a", "1.0.0", {"b": "*"}), ("b", "1.0.0", {"a": "*"})], ["a", "b"])
    assert not outcome
    assert codes(outcome)[-1] == "dependency_cycle"
    assert "a → b → a" in outcome.diagnostics[-1].message
    assert [fact.kind for fact in outcome.facts].count("cycle") == 1


def test_resolve_cycle_that_an_older_version_escapes_takes_it():
    """Spec 04: "Cycles are conflicts that an older version may escape"."""
    entries = [
        ("a", "1.0.0", {"b": "*"}),
        ("b", "2.0.0", {"a": "*"}),
        ("b", "1.0.0", {}),
    ]
    assert names(resolve(entries, ["a"])) == ["b@1.0.0", "a@1.0.0"]


def test_resolve_missing_optional_is_skipped_with_a_warning():
    """39: "root with optional dep `missing ^1.0.0` → success, 1 skill, first diagnostic …"."""
    outcome = resolve([ENTRY("root", "1.0.0", {}, {"missing": "^1.0.0"})], ["root"])
    assert names(outcome) == ["root@1.0.0"]
    assert codes(outcome)[0] == "optional_dependency_skipped"
    assert outcome.diagnostics[0].severity is metier.Severity.WARNING
    (skipped,) = outcome.skipped
    assert (skipped.parent, skipped.id, skipped.requirement.text) == ("root", "missing", "^1.0.0")


def test_resolve_as_many_packages_as_allowed_succeeds():
    """40: "max_skills = 1 with one selected skill → success"."""
    assert resolve([("a", "1.0.0", {})], ["a"], limits=SimpleNamespace(max_packages=1))


def test_resolve_with_no_package_allowed_reports_the_limit():
    """41: "max_skills = 0 → resolution_limit_exceeded"."""
    outcome = resolve([("a", "1.0.0", {})], ["a"], limits=SimpleNamespace(max_packages=0))
    assert isinstance(outcome, metier.LimitReached)
    assert (outcome.which, outcome.limit) == ("max_packages", 0)
    assert codes(outcome) == ["resolution_limit_exceeded"]


def test_resolve_optional_constraint_holds_when_its_target_is_there():
    """W9: an optional requirement still constrains; spec 00, decision 10: the proof says so."""
    entries = [
        ENTRY("root", "1.0.0", {}, {"common": "^1.0.0"}),
        ENTRY("z", "1.0.0", {"common": "^2.0.0"}),
        ENTRY("common", "1.0.0"),
        ENTRY("common", "2.0.0"),
    ]
    outcome = resolve(entries, ["root", "z"])
    assert codes(outcome) == ["version_conflict"]
    assert "optional_constraint" in {fact.kind for fact in outcome.facts}
    assert "root 1.0.0 goes only with common ^1.0.0" in outcome.explain()


@pytest.mark.parametrize("count", [150, 255])
def test_resolve_dense_graph_takes_moment_not_minutes(count: int):
    """W2: upstream took n^4 time and overflowed its stack; each skill requires all later ones."""
    entries = [
        (f"s{i:03}", "1.0.0", {f"s{j:03}": "^1.0.0" for j in range(i + 1, count)})
        for i in range(count)
    ]
    catalog = metier.Catalog.build(entries)
    started = perf_counter()
    outcome = metier.resolve(catalog, ["s000"])
    assert perf_counter() - started < 10
    assert [one.id for one in outcome.packages] == [f"s{i:03}" for i in reversed(range(count))]
    assert outcome.counters.depth == count - 1
    assert len(outcome.edges) == count * (count - 1) // 2


def test_resolve_long_chain_needs_no_stack():
    """Spec 04: the engine is iterative."""
    count = 5000
    entries = [(f"s{i}", "1.0.0", {f"s{i + 1}": "*"}) for i in range(count)]
    entries.append((f"s{count}", "1.0.0", {}))
    limits = SimpleNamespace(max_packages=10_000, max_depth=10_000)
    assert resolve(entries, ["s0"], limits=limits).counters.depth == count
    beyond = resolve(entries, ["s0"], limits=SimpleNamespace(max_packages=10_000, max_depth=4_999))
    assert (beyond.which, beyond.limit) == ("max_depth", 4_999)


def test_resolve_missing_root_beside_many_versions_names_it():
    """W3: "k independent roots with 10 versions each + one missing root `zz`"."""
    entries = [(f"r{i}", f"1.{j}.0", {}) for i in range(20) for j in range(10)]
    outcome = resolve(entries, [f"r{i}" for i in range(20)] + ["zz"])
    assert codes(outcome) == ["dependency_not_found"]
    assert "`zz`" in outcome.diagnostics[0].message
    assert {fact.kind for fact in outcome.facts} == {"root", "no_candidate"}


def test_resolve_unmatched_root_beside_many_versions_names_it():
    """W3, with a package that is there in another version only."""
    entries = [(f"r{i}", f"1.{j}.0", {}) for i in range(20) for j in range(10)]
    entries.append(("zz", "1.0.0", {}))
    outcome = resolve(entries, [f"r{i}" for i in range(20)] + ["zz@^2.0.0"])
    assert codes(outcome) == ["dependency_not_found"]
    assert "no version of `zz` matches ^2.0.0" in outcome.diagnostics[0].message
    assert outcome.suggestion is not None
    assert (outcome.suggestion.id, outcome.suggestion.version) == ("zz", "1.0.0")


def test_resolve_far_apart_conflict_is_solved_by_a_few_steps():
    """W3: a@1..4 need zcommon of equal number, only 1 exists, six others lie in between."""
    entries = [("zcommon", "1.0.0", {})]
    entries += [("a", f"{i}.0.0", {"zcommon": f"{i}.0.0"}) for i in range(1, 5)]
    entries += [(f"b{i}", f"1.{j}.0", {}) for i in range(6) for j in range(6)]
    outcome = resolve(entries, ["a", *(f"b{i}" for i in range(6))])
    assert outcome
    assert str(outcome.find("a").version) == "1.0.0"
    assert outcome.counters.conflicts < 20


def test_resolve_far_apart_conflict_without_escape_names_the_guilty():
    """W3: "the diagnostic names an innocent skill instead of the missing `zz`"."""
    entries = [(f"a{i}", f"1.{j}.0", {}) for i in range(30) for j in range(8)]
    entries += [("top", f"1.{j}.0", {"zz": "^9.0.0"}) for j in range(8)]
    entries += [("zz", "1.0.0", {})]
    outcome = resolve(entries, ["top", *(f"a{i}" for i in range(30))])
    assert codes(outcome) == ["dependency_not_found"]
    assert "`zz`" in outcome.diagnostics[0].message
    assert {fact.id for fact in outcome.facts} | {fact.target for fact in outcome.facts} == {
        "",
        "top",
        "zz",
    }


def pigeons(count: int) -> tuple[metier.Catalog, list[str]]:
    """One pigeon more than holes: any two pigeons fit only if they sit in different holes."""
    entries = [
        (f"p{pigeon:02}", f"1.{hole}.0", {f"h{hole:02}": f"1.{pigeon}.0"})
        for pigeon in range(count + 1)
        for hole in range(count)
    ]
    for hole in range(count):
        entries += [(f"h{hole:02}", f"1.{pigeon}.0", {}) for pigeon in range(count + 1)]
    return metier.Catalog.build(entries), [f"p{pigeon:02}" for pigeon in range(count + 1)]


def test_resolve_small_pigeonhole_is_a_conflict():
    catalog, roots = pigeons(4)
    outcome = metier.resolve(catalog, roots)
    assert isinstance(outcome, metier.Conflict)
    assert len(outcome.text.splitlines()) <= 25


def test_resolve_large_pigeonhole_meets_its_limit_at_the_same_step_each_time():
    """Spec 04: "same input, same counters, same `LimitReached`"."""
    catalog, roots = pigeons(12)
    first, second = (
        metier.resolve(catalog, roots, limits=SimpleNamespace(max_conflicts=300)) for _ in range(2)
    )
    assert isinstance(first, metier.LimitReached)
    assert first == second
    assert (first.which, first.counters.conflicts) == ("max_conflicts", 300)
