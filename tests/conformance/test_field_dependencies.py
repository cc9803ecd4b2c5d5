"""Reported troubles with versions and dependencies, each by its field case."""

from __future__ import annotations

import itertools

import pytest
from handmade import make_package

import metier

VERSIONS = [
    "0.0.3",
    "0.0.4",
    "0.2.3",
    "0.2.9",
    "0.3.0",
    "1.0.0",
    "1.2.9",
    "1.3.0",
    "1.9.0",
    "2.0.0",
]


@pytest.mark.parametrize(
    ("requirement", "matched"),
    [
        ("^0.2.3", ["0.2.3", "0.2.9"]),
        ("^0.0.3", ["0.0.3"]),
        ("~1.2", ["1.2.9"]),
        ("1.x", ["1.0.0", "1.2.9", "1.3.0", "1.9.0"]),
        (">=1 <2", ["1.0.0", "1.2.9", "1.3.0", "1.9.0"]),
    ],
)
def test_F101_ranges_mean_what_they_mean_elsewhere(requirement: str, matched: list[str]) -> None:
    """A caret keeps the left-most part that is not zero; `^0.2.3` never takes 0.3.0."""
    parsed = metier.Requirement.parse(requirement, dialect="npm")
    assert [v for v in VERSIONS if parsed.matches(metier.Version.parse(v))] == matched


def snapshot(*packages: metier.Package) -> metier.Snapshot:
    registry = metier.Registry()
    for package in packages:
        assert registry.register(package)
    return registry.snapshot()


def test_F102_old_version_never_satisfies_a_newer_requirement() -> None:
    """B 1.0.0 that is locked, or the only one, is upgraded or is a conflict; never accepted."""
    a = make_package("a", requires={"b": ">=2.0.0"})
    old, new = make_package("b", "1.0.0"), make_package("b", "2.1.0")
    conflict = metier.resolve(snapshot(a, old), ["a"], locked={"b": "1.0.0"})
    assert isinstance(conflict, metier.Conflict)
    assert "b" in str(conflict.diagnostics[0].message)
    upgraded = metier.resolve(snapshot(a, old, new), ["a"], locked={"b": "1.0.0"}).unwrap()
    chosen = [(package.id, str(package.version)) for package in upgraded.packages]
    assert chosen == [("b", "2.1.0"), ("a", "1.0.0")]


def test_F102_cycle_is_refused_with_its_whole_path() -> None:
    """The answer names every package of the cycle, in the order of the requirements."""
    packages = [
        make_package(name, requires={after: ">=1.0.0"})
        for name, after in (("a", "b"), ("b", "c"), ("c", "a"))
    ]
    conflict = metier.resolve(snapshot(*packages), ["a"])
    assert isinstance(conflict, metier.Conflict)
    (path,) = [fact.path for fact in conflict.facts if fact.kind == "cycle"]
    assert sorted(path) == ["a", "b", "c"]
    assert all(pair in {("a", "b"), ("b", "c"), ("c", "a")} for pair in itertools.pairwise(path))


def test_F102_order_is_stable_with_dependencies_first() -> None:
    """Neither the order of registration nor that of the roots changes the answer."""
    packages = [
        make_package("app", requires={"left": ">=1.0.0", "right": ">=1.0.0"}),
        make_package("left", requires={"base": ">=1.0.0"}),
        make_package("right", requires={"base": ">=1.0.0"}),
        make_package("base"),
    ]
    answers = set()
    for order in itertools.permutations(packages):
        for roots in (["app", "right"], ["right", "app"]):
            resolution = metier.resolve(snapshot(*order), roots).unwrap()
            answers.add(tuple(package.id for package in resolution.packages))
    (answer,) = answers
    place = answer.index
    assert place("base") < min(place("left"), place("right"))
    assert max(place("left"), place("right")) < place("app")
