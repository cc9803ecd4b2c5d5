"""The resolver against one that tries everything, on small random problems."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import exhaustive_resolver as exhaustive
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import metier

if TYPE_CHECKING:
    from metier.resolution.conflict import ConflictFact

VERSIONS = ["1.0.0", "1.0.0+a", "1.1.0", "1.2.0-rc.1", "2.0.0-beta.2", "2.0.0", "0.1.0"]
RANGES = ["*", "^1.0.0", "1.0.0", "1.0.0+a", ">=1.1.0", "<2.0.0", "^2.0.0-beta.1", "~1.2.0-rc.0"]
SETTINGS = settings(
    max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@st.composite
def problems(draw: st.DrawFn) -> exhaustive.Problem:
    names = ["a", "b", "c", "d", "e"][: draw(st.integers(2, 5))]
    most = 3 if len(names) < 5 else 2
    packages: dict[str, Any] = {}
    for name in names:
        versions = draw(st.lists(st.sampled_from(VERSIONS), min_size=1, max_size=most, unique=True))
        others = [other for other in [*names, "missing"] if other != name]
        demands = st.dictionaries(st.sampled_from(others), st.sampled_from(RANGES), max_size=2)
        packages[name] = {
            version: (draw(demands), draw(demands), draw(st.sampled_from([False] * 5 + [True])))
            for version in versions
        }
    roots = draw(
        st.lists(st.tuples(st.sampled_from(names), st.sampled_from(RANGES)), min_size=1, max_size=3)
    )
    locked = draw(st.dictionaries(st.sampled_from(names), st.sampled_from(VERSIONS), max_size=2))
    return exhaustive.Problem(packages, roots, locked)


def resolve(
    problem: exhaustive.Problem, *, prefer: Literal["newest", "any"] = "newest"
) -> metier.Resolution | metier.Conflict | metier.LimitReached:
    entries = [
        metier.CatalogEntry(name, version, *row)
        for name, rows in problem.packages.items()
        for version, row in rows.items()
    ]
    roots = [(name, metier.Requirement.parse(text)) for name, text in problem.roots]
    return metier.resolve(
        metier.Catalog.build(entries), roots, locked=problem.locked, prefer=prefer
    )


@given(problems())
@SETTINGS
def test_resolve_small_problem_gives_the_defined_answer(problem: exhaustive.Problem):
    outcome = resolve(problem)
    expected = exhaustive.defined_answer(problem)
    if expected is None:
        assert isinstance(outcome, metier.Conflict)
        return
    selected, order, skipped = expected
    assert {one.id: str(one.version) for one in outcome.packages} == selected
    assert [one.id for one in outcome.packages] == order
    assert [(one.parent, one.id) for one in outcome.skipped] == skipped


@given(problems())
@SETTINGS
def test_resolve_any_gives_some_valid_set_exactly_if_there_is_one(problem: exhaustive.Problem):
    outcome = resolve(problem, prefer="any")
    sets = exhaustive.valid_sets(problem, problem.roots)
    assert bool(outcome) is bool(sets)
    if outcome:
        assert {one.id: str(one.version) for one in outcome.packages} in sets


@given(problems())
@SETTINGS
def test_resolve_own_answer_as_lock_gives_the_same_answer(problem: exhaustive.Problem):
    outcome = resolve(problem)
    if not outcome:
        return
    locked = {one.id: one.version for one in outcome.packages}
    again = resolve(exhaustive.Problem(problem.packages, problem.roots, locked))
    assert again.packages == outcome.packages


@given(problems())
@SETTINGS
def test_conflict_proof_follows_step_by_step_from_true_facts(problem: exhaustive.Problem):
    """Spec 04: "An independent checker in the tests re-derives each step"."""
    outcome = resolve(problem)
    if outcome:
        return
    nogoods = [nogood_of(problem, fact) for fact in outcome.facts]
    derived: list[dict[str, set[Any]]] = []
    for step in outcome.derivations:
        premises = [
            nogoods[one.number] if one.kind == "fact" else derived[one.number]
            for one in step.premises
        ]
        claims = {
            claim.id: {*claim.versions, *([None] if claim.absent else [])} for claim in step.claims
        }
        assert follows(problem, [one for one in premises if one is not None], claims)
        derived.append(claims)
    assert derived[-1] == {}
    assert outcome.diagnostics
    assert 1 <= len(outcome.text.splitlines()) <= 25


def everything(problem: exhaustive.Problem, name: str) -> set[Any]:
    return {None, *problem.packages.get(name, {})}


def nogood_of(problem: exhaustive.Problem, fact: ConflictFact) -> dict[str, set[Any]] | None:
    """The nogood a fact states, after checking that the problem says so; none for context."""
    rows = problem.packages
    target = everything(problem, fact.target)
    if fact.kind in ("requires", "optional_constraint"):
        place = 0 if fact.kind == "requires" else 1
        for version in fact.versions:
            assert rows[fact.id][version][place][fact.target] == fact.requirement
        allowed = {v for v in target if v and problem.matches(fact.requirement, v)}
        assert set(fact.candidates) == allowed
        forbidden = target - allowed - ({None} if place else set())
        return {fact.id: set(fact.versions), fact.target: forbidden}
    if fact.kind == "root":
        assert (fact.target, fact.requirement) in problem.roots
        return {
            fact.target: {v for v in target if not v or not problem.matches(fact.requirement, v)}
        }
    if fact.kind == "yanked":
        assert all(rows[fact.target][v][2] for v in fact.candidates)
        assert problem.locked.get(fact.target) not in fact.candidates
        return {fact.target: set(fact.candidates)}
    if fact.kind == "cycle":
        pairs = zip(fact.path, [*fact.path[1:], fact.path[0]], strict=True)
        return {one: {v for v, row in rows[one].items() if other in row[0]} for one, other in pairs}
    if fact.kind == "no_candidate":
        assert fact.requirement is None or not any(
            metier.Requirement.parse(fact.requirement).matches(
                metier.Version.parse(v), prereleases=True
            )
            for v in target
            if v
        )
    if fact.kind == "locked":
        assert [problem.locked[fact.target]] == list(fact.candidates)
    return None


def follows(
    problem: exhaustive.Problem, premises: list[dict[str, set[Any]]], claims: dict[str, set[Any]]
) -> bool:
    """Whether each choice that makes all claims hold makes all terms of some premise hold."""
    names = sorted({name for nogood in [*premises, claims] for name in nogood})
    choices = [claims.get(name, everything(problem, name)) for name in names]
    return all(
        any(
            all(choice[names.index(name)] in words for name, words in nogood.items())
            for nogood in premises
        )
        for choice in product(*choices)
    )
