"""`Snapshot`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from handmade import make_package

from metier import Registry, Requirement, RequirementError, Version

if TYPE_CHECKING:
    from metier import Snapshot


@pytest.fixture
def snapshot():
    registry = Registry()
    registry.register_many(
        [
            make_package("b", "1.0.0", name="Review code", description="Reads a diff."),
            make_package("a", "1.10.0", name="Alpha", description="Review of nothing."),
            make_package("a", "1.9.0"),
            make_package("a", "2.0.0-rc.1", name="Alpha next"),
            make_package("a", "1.10.0+b"),
            make_package("review", "0.1.0-x", name="The reviewer", description="Last."),
        ]
    )
    return registry.snapshot()


def names(packages: object):
    return [f"{package.id}@{package.version}" for package in packages]


def test_snapshot_lists_ids_ascending_and_versions_descending(snapshot: Snapshot):
    expected = [
        "a@2.0.0-rc.1",
        "a@1.10.0+b",
        "a@1.10.0",
        "a@1.9.0",
        "b@1.0.0",
        "review@0.1.0-x",
    ]
    assert names(snapshot.packages()) == names(snapshot) == expected
    assert len(snapshot) == 6
    assert snapshot.ids() == ("a", "b", "review")


def test_snapshot_finds_exact_versions_from_text_and_values(snapshot: Snapshot):
    assert str(snapshot.find("a", "1.10.0").version) == "1.10.0"
    assert str(snapshot.find("a", Version.parse("1.10.0+b")).version) == "1.10.0+b"


@pytest.mark.parametrize(("skill_id", "version"), [("a", "1.10"), ("a", "3.0.0"), ("A", "1.9.0")])
def test_snapshot_find_of_the_unknown_is_none(snapshot: Snapshot, skill_id: str, version: str):
    assert snapshot.find(skill_id, version) is None


@pytest.mark.parametrize(
    ("requirement", "expected"),
    [
        ("^1", "1.10.0+b"),
        ("*", "1.10.0+b"),
        ("1.9.x", "1.9.0"),
        (">=2.0.0-0", "2.0.0-rc.1"),
        ("^3", None),
    ],
)
def test_snapshot_selects_the_highest_match(snapshot: Snapshot, requirement: str, expected: object):
    selected = snapshot.select("a", requirement)
    assert (selected and str(selected.version)) == expected


def test_snapshot_select_takes_a_requirement_of_any_dialect(snapshot: Snapshot):
    requirement = Requirement.parse("1.10.0", dialect="strict")
    assert str(snapshot.select("a", requirement).version) == "1.10.0"


def test_snapshot_select_refuses_text_that_is_no_requirement(snapshot: Snapshot):
    with pytest.raises(RequirementError):
        snapshot.select("a", "^^1")


def test_snapshot_latest_passes_over_prereleases_unless_there_is_nothing_else(snapshot: Snapshot):
    """Decision 12: `latest` is the highest version that is neither prerelease nor yanked."""
    assert str(snapshot.latest("a").version) == "1.10.0+b"
    assert str(snapshot.latest("review").version) == "0.1.0-x"
    assert snapshot.latest("zzz") is None


def test_snapshot_versions_of_the_unknown_are_empty(snapshot: Snapshot):
    assert snapshot.versions("zzz") == ()


def test_snapshot_search_puts_exact_ids_first_then_names_then_descriptions():
    registry = Registry()
    registry.register_many(
        [
            make_package("zeta", description="to review things"),
            make_package("code-review"),
            make_package("beta", name="Reviewer"),
            make_package("alpha", description="REVIEW"),
            make_package("review"),
            make_package("other"),
        ]
    )
    found = registry.snapshot().search(" Review ")
    assert [package.id for package in found] == ["review", "code-review", "beta", "alpha", "zeta"]


def test_snapshot_search_looks_at_the_latest_version_of_an_id(snapshot: Snapshot):
    assert names(snapshot.search("alpha next")) == []
    assert names(snapshot.search("")) == ["a@1.10.0+b", "b@1.0.0", "review@0.1.0-x"]


def test_snapshot_is_truthy_when_it_holds_a_package(snapshot: Snapshot):
    assert snapshot
    assert not Registry().snapshot()


def test_snapshot_costs_no_copy():
    registry = Registry()
    assert registry.snapshot() is registry.snapshot()
