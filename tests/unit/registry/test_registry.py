"""`Registry`, `RegistrationResult` and what is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from handmade import make_package

from metier import ConfigurationError, RegistrationError, Registry, TrustLevel, Version

if TYPE_CHECKING:
    from metier import RegistrationResult


def codes(result: RegistrationResult):
    return [diagnostic.code for diagnostic in result.diagnostics]


LOOK_ALIKE = SimpleNamespace(
    id="demo",
    version=Version.parse("1.0.0"),
    name="Name",
    description="Description",
    digest="sha256:" + "0" * 64,
    trust=TrustLevel.SYSTEM_TRUSTED,
    requirements=(),
)


@pytest.mark.parametrize("candidate", [None, "demo@1.0.0", object(), {"id": "demo"}, LOOK_ALIKE])
def test_registry_refuses_what_is_no_package_without_raising(candidate: object):
    registry = Registry()
    result = registry.register(candidate)
    assert not result
    assert (result.status, result.package, result.error.code) == (
        "none",
        None,
        "invalid_registration",
    )
    assert len(registry.snapshot()) == 0


def test_registry_refuses_an_unknown_policy():
    with pytest.raises(ConfigurationError) as caught:
        Registry().register(make_package(), policy="merge")
    assert caught.value.code == "invalid_policy"


@pytest.mark.parametrize("policy", ["reject", "replace"])
def test_registry_refuses_case_fold_twins_of_an_id(policy: str):
    registry = Registry()
    registry.register(make_package("A.b"))
    twin = make_package("a.B", "2.0.0")
    result = registry.register(twin, policy=policy)
    assert codes(result) == ["id_case_conflict"]
    assert result.package is twin
    assert result.previous.id == "A.b"
    assert registry.snapshot().ids() == ("A.b",)


def test_registry_accepts_the_twin_once_the_other_spelling_is_gone():
    registry = Registry()
    registry.register_many([make_package("A.b"), make_package("A.b", "2.0.0")])
    registry.unregister("A.b", "1.0.0")
    assert not registry.register(make_package("a.b"))
    registry.unregister("A.b", "2.0.0")
    assert registry.register(make_package("a.b"))


def test_registry_reports_lower_trust_for_the_same_bytes_and_keeps_the_first():
    registry = Registry()
    first = make_package(trust=TrustLevel.APPLICATION_TRUSTED)
    registry.register(first)
    result = registry.register(make_package(trust=TrustLevel.USER_SUPPLIED))
    assert (result.status, codes(result)) == ("unchanged", ["trust_lower_than_registered"])
    assert result
    assert result.error is None
    assert result.unwrap() is first


@pytest.mark.parametrize("policy", ["reject", "replace"])
def test_registry_never_takes_higher_trust_silently(policy: str):
    registry = Registry()
    registry.register(make_package(trust=TrustLevel.USER_SUPPLIED))
    result = registry.register(make_package(trust=TrustLevel.SYSTEM_TRUSTED), policy=policy)
    assert (result.status, codes(result)) == ("unchanged", ["trust_higher_not_taken"])
    kept = registry.snapshot().find("demo", "1.0.0")
    assert kept.trust is TrustLevel.USER_SUPPLIED


def test_registry_conflict_unwraps_into_an_error_with_the_place():
    registry = Registry()
    registry.register(make_package(name="one"))
    result = registry.register(make_package(name="two"))
    with pytest.raises(RegistrationError) as caught:
        result.unwrap()
    assert (caught.value.code, caught.value.path) == ("registration_conflict", "demo@1.0.0")
    assert caught.value.diagnostics == result.diagnostics


def test_registry_register_many_goes_on_after_a_refusal():
    registry = Registry()
    results = registry.register_many(
        [make_package("a"), None, make_package("b"), make_package("a"), make_package("a", name="x")]
    )
    assert [result.status for result in results] == [
        "inserted",
        "none",
        "inserted",
        "unchanged",
        "none",
    ]
    assert registry.snapshot().ids() == ("a", "b")


def test_registry_publishes_many_packages_as_one_generation():
    registry = Registry()
    registry.register_many([make_package("a"), make_package("b")])
    assert registry.snapshot().generation == 1


def test_registry_generation_stays_when_nothing_changes():
    registry = Registry()
    registry.register(make_package())
    before = registry.snapshot()
    registry.register(make_package())
    registry.register(None)
    registry.unregister("demo", "9.9.9")
    assert registry.snapshot() is before


def test_registry_unregister_removes_one_exact_version():
    registry = Registry()
    registry.register_many(
        [make_package("a", "1.0.0"), make_package("a", "1.0.0+x"), make_package("b")]
    )
    assert registry.unregister("a", Version.parse("1.0.0"))
    assert not registry.unregister("a", "1.0.0")
    assert [str(version) for version in registry.snapshot().versions("a")] == ["1.0.0+x"]
    assert len(registry.snapshot()) == 2


@pytest.mark.parametrize(("skill_id", "version"), [("a", "no version"), ("zzz", "1.0.0")])
def test_registry_unregister_of_the_unknown_is_false(skill_id: str, version: str):
    registry = Registry()
    registry.register(make_package("a"))
    assert registry.unregister(skill_id, version) is False
