"""`metier.Catalog`, `metier.resolve` and their results."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError
from types import SimpleNamespace

import pytest
from handmade import make_package

import metier
import metier.errors
from metier import Catalog, CatalogEntry, Version

Outcome = metier.Resolution | metier.Conflict | metier.LimitReached

ROWS = [
    ("app", "1.0.0", {"base": "^1.0.0"}),
    ("app", "1.1.0", {"base": "^2.0.0"}),
    ("base", "1.0.0", {}),
    ("base", "1.1.0", {}),
    ("base", "2.1.0-rc.1", {}),
]


def chosen(outcome: Outcome) -> dict[str, str]:
    return {one.id: str(one.version) for one in outcome.packages}


def test_resolve_snapshot_gives_package_objects():
    base, app = make_package("base"), make_package("app", requires={"base": "*"})
    registry = metier.Registry()
    registry.register_many([app, base])
    outcome = metier.resolve(registry.snapshot(), ["app@^1"])
    assert [one.package for one in outcome.packages] == [base, app]


def test_catalog_build_takes_packages_with_required_and_optional_dependencies():
    app = make_package("app", requires={"base": "^1.0.0"}, optional={"extra": "^2.0.0"})
    others = [make_package("base"), make_package("extra", "1.0.0")]
    outcome = metier.resolve(Catalog.build([app, *others]), ["app"])
    assert chosen(outcome) == {"app": "1.0.0", "base": "1.0.0"}
    assert [one.id for one in outcome.skipped] == ["extra"]


def test_resolve_catalog_gives_no_package_objects():
    assert metier.resolve(Catalog.build(ROWS), ["base"]).packages[0].package is None


def test_resolve_root_text_is_split_at_the_last_at_sign():
    catalog = Catalog.build([("@scope/app", "1.0.0", {}), ("@scope/app", "2.0.0", {})])
    assert chosen(metier.resolve(catalog, ["@scope/app@^1"])) == {"@scope/app": "1.0.0"}


def test_resolve_root_without_range_takes_any_stable_version():
    assert chosen(metier.resolve(Catalog.build(ROWS), ["base"])) == {"base": "1.1.0"}


def test_resolve_root_named_twice_must_meet_both():
    outcome = metier.resolve(Catalog.build(ROWS), ["base", ("base", "1.0.0")])
    assert chosen(outcome) == {"base": "1.0.0"}
    assert [one.root for one in outcome.packages] == [True]


def test_resolve_prerelease_is_chosen_only_if_named():
    outcome = metier.resolve(Catalog.build(ROWS), ["app"])
    assert chosen(outcome) == {"app": "1.0.0", "base": "1.1.0"}
    named = metier.resolve(Catalog.build(ROWS), ["base@>=2.1.0-rc.0"])
    assert chosen(named) == {"base": "2.1.0-rc.1"}


def test_resolve_prerelease_left_out_is_named_by_the_conflict():
    outcome = metier.resolve(Catalog.build(ROWS), ["app@1.1.0"])
    assert [finding.code for finding in outcome.diagnostics] == ["dependency_not_found"]
    (fact,) = (one for one in outcome.facts if one.kind == "prerelease_excluded")
    assert (fact.target, fact.requirement, fact.candidates) == ("base", "^2.0.0", ("2.1.0-rc.1",))
    assert "only prereleases would match base ^2.0.0 (2.1.0-rc.1)" in outcome.explain()
    assert outcome.suggestion == metier.resolution.conflict.Suggestion("app", "1.1.0", "1.0.0")


def test_resolve_conflict_text_names_both_sides():
    entries = [
        ("left", "1.0.0", {"shared": "^1.0.0"}),
        ("right", "1.0.0", {"shared": "^2.0.0"}),
        ("shared", "1.0.0", {}),
        ("shared", "2.0.0", {}),
    ]
    outcome = metier.resolve(Catalog.build(entries), ["left", "right"])
    assert not outcome
    assert outcome.packages == ()
    assert outcome.minimal
    text = outcome.explain()
    assert "left 1.0.0 depends on shared ^1.0.0" in text
    assert "right 1.0.0 depends on shared ^2.0.0" in text
    assert text.rstrip(".").endswith("there is no solution")
    assert "`shared`" in outcome.diagnostics[0].message
    with pytest.raises(metier.ResolutionError) as raised:
        outcome.unwrap()
    assert raised.value.code == "version_conflict"
    assert raised.value.diagnostics == outcome.diagnostics


def test_resolve_yanked_version_is_chosen_only_if_locked():
    """Spec 00, decision 13."""
    catalog = Catalog.build([CatalogEntry("a", "1.0.0"), CatalogEntry("a", "1.1.0", yanked=True)])
    assert chosen(metier.resolve(catalog, ["a"])) == {"a": "1.0.0"}
    assert chosen(metier.resolve(catalog, ["a"], locked={"a": "1.1.0"})) == {"a": "1.1.0"}
    outcome = metier.resolve(catalog, ["a@1.1.0"])
    assert "yanked" in {fact.kind for fact in outcome.facts}
    assert "a 1.1.0 is yanked" in outcome.explain()


def test_resolve_lock_that_no_longer_fits_is_given_up():
    locked = {"base": Version.parse("1.0.0"), "gone": "1.0.0"}
    catalog = Catalog.build(ROWS)
    assert chosen(metier.resolve(catalog, ["base"], locked=locked)) == {"base": "1.0.0"}
    assert chosen(metier.resolve(catalog, ["base@1.1"], locked=locked)) == {"base": "1.1.0"}
    conflict = metier.resolve(catalog, ["base@9"], locked=locked)
    assert [one.candidates for one in conflict.facts if one.kind == "locked"] == [("1.0.0",)]


def test_resolve_no_roots_is_a_conflict_with_its_code():
    outcome = metier.resolve(Catalog.build(ROWS), [])
    assert not outcome
    assert [finding.code for finding in outcome.diagnostics] == ["roots_required"]


def test_resolve_too_many_roots_reports_the_limit():
    outcome = metier.resolve(Catalog.build(ROWS), ["a", "b"], limits=SimpleNamespace(max_roots=1))
    assert isinstance(outcome, metier.LimitReached)
    assert not outcome
    with pytest.raises(metier.ResolutionError) as raised:
        outcome.unwrap()
    assert raised.value.code == "resolution_limit_exceeded"


def test_resolve_any_leaves_optional_packages_out():
    catalog = Catalog.build(
        [CatalogEntry("a", "1.0.0", {}, {"b": "*"}), CatalogEntry("b", "1.0.0")]
    )
    assert chosen(metier.resolve(catalog, ["a"])) == {"a": "1.0.0", "b": "1.0.0"}
    assert chosen(metier.resolve(catalog, ["a"], prefer="any")) == {"a": "1.0.0"}


def test_resolve_many_gives_one_outcome_a_problem():
    outcomes = metier.resolve_many(Catalog.build(ROWS), [["base"], [], ["app"]])
    assert [type(one) for one in outcomes] == [
        metier.Resolution,
        metier.Conflict,
        metier.Resolution,
    ]


def test_resolve_passed_deadline_reports_it():
    limits = SimpleNamespace(deadline=0)
    outcome = metier.resolve(Catalog.build(ROWS), ["app", "base"], limits=limits)
    assert isinstance(outcome, metier.LimitReached)
    assert outcome.which == "deadline"


@pytest.mark.parametrize("roots", ["app", [5], [""], [("a",)], [("a", 5)], ["\ud800"], ["@1"], 5])
def test_resolve_bad_roots_are_refused(roots: object):
    with pytest.raises(metier.errors.ConfigurationError) as raised:
        metier.resolve(Catalog.build(ROWS), roots)
    assert raised.value.code == "invalid_root"


@pytest.mark.parametrize(
    "limits", [{"max_packages": -1}, {"max_depth": "3"}, {"max_roots": 1 << 64}, {"deadline": -1}]
)
def test_resolve_bad_limits_are_refused(limits: dict[str, object]):
    with pytest.raises(metier.errors.LimitError) as raised:
        metier.resolve(Catalog.build(ROWS), ["app"], limits=SimpleNamespace(**limits))
    assert raised.value.code == "invalid_limit"


def test_resolve_bad_lock_and_preference_are_refused():
    catalog = Catalog.build(ROWS)
    with pytest.raises(metier.errors.ConfigurationError, match="lock"):
        metier.resolve(catalog, ["app"], locked={"app": 5})  # type: ignore[dict-item]
    with pytest.raises(metier.errors.ConfigurationError, match="locked"):
        metier.resolve(catalog, ["app"], locked=["app"])  # type: ignore[arg-type]
    with pytest.raises(metier.errors.ConfigurationError, match="snapshot"):
        metier.resolve(None, ["app"])  # type: ignore[arg-type]
    with pytest.raises(metier.errors.ConfigurationError, match="snapshot"):
        metier.resolve(SimpleNamespace(catalog=lambda: catalog), ["app"])  # type: ignore[arg-type]
    with pytest.raises(metier.errors.VersionError):
        metier.resolve(catalog, ["app"], locked={"app": "1"})
    with pytest.raises(metier.errors.ConfigurationError, match="prefer"):
        metier.resolve(catalog, ["app"], prefer="oldest")  # type: ignore[arg-type]
    with pytest.raises(metier.errors.RequirementError):
        metier.resolve(catalog, ["app@~~1"])


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([("", "1.0.0", {})], "catalog_id_invalid"),
        ([("x" * 256, "1.0.0", {})], "catalog_id_invalid"),
        ([("\ud800", "1.0.0", {})], "catalog_id_invalid"),
        ([("a", "1.0.0", {"a": "*"})], "catalog_self_requirement"),
        ([("a", "1.0.0", {}), ("a", "1.0.0", {})], "catalog_version_duplicate"),
        ([("a", "1.0.0", {5: "*"})], "catalog_id_invalid"),
        ([("a", 1, {})], "catalog_entry_invalid"),
        ([("a", "1.0.0", [])], "catalog_entry_invalid"),
        ([("a", "1.0.0", {"b": 1})], "catalog_entry_invalid"),
        (["a"], "catalog_entry_invalid"),
        (
            [SimpleNamespace(id="a", version=Version.parse("1.0.0"), requirements=())],
            "catalog_entry_invalid",
        ),
        ([("a", "1.0.0")], "catalog_entry_invalid"),
    ],
)
def test_catalog_build_bad_entry_is_refused_with_its_code(entries: object, code: str):
    with pytest.raises(metier.errors.CatalogError) as raised:
        Catalog.build(entries)
    assert raised.value.code == code


def test_catalog_build_versions_of_other_build_metadata_are_different():
    catalog = Catalog.build([("a", "1.0.0+x", {}), ("a", "1.0.0", {})])
    assert [str(version) for version in catalog.versions("a")] == ["1.0.0", "1.0.0+x"]
    assert (catalog.package_count, catalog.version_count) == (1, 2)
    assert catalog.versions("b") == ()


def test_catalog_build_reads_texts_in_the_dialect_given():
    rows = [("a", "1.0.0", {"b": "1.x"}), ("b", "1.5.0", {})]
    assert metier.resolve(Catalog.build(rows, dialect="npm"), ["a"])
    with pytest.raises(metier.errors.RequirementError):
        Catalog.build(rows)


def test_results_are_frozen_values_that_copy_and_pickle():
    outcomes = metier.resolve_many(Catalog.build(ROWS), [["app"], ["app@1.1.0"]])
    outcomes.append(
        metier.resolve(Catalog.build(ROWS), ["app"], limits=SimpleNamespace(max_packages=1))
    )
    for outcome in outcomes:
        assert copy.deepcopy(outcome) == outcome
        assert pickle.loads(pickle.dumps(outcome)) == outcome  # noqa: S301 - made here
        assert hash(outcome) == hash(copy.copy(outcome))
        with pytest.raises(FrozenInstanceError):
            outcome.counters = None  # type: ignore[misc]


def test_catalog_entry_is_a_value():
    entry = CatalogEntry("a", "1.0.0", {"b": "*"})
    assert pickle.loads(pickle.dumps(entry)) == entry  # noqa: S301 - made here
    assert hash(entry) == hash(CatalogEntry("a", "1.0.0", {"b": "*"}))
    assert entry != CatalogEntry("a", "1.0.0")


def test_resolve_conflict_of_versions_in_turn_names_who_requires_what():
    """Demands of different versions of one package are alternatives, not sides of a dispute."""
    entries = [
        ("top", "1.0.0", {"left": "1.0.0", "right": "1.0.0"}),
        ("top", "2.0.0", {"left": "2.0.0", "right": "2.0.0"}),
        ("left", "1.0.0", {"base": "1.0.0"}),
        ("left", "2.0.0", {"base": "2.0.0"}),
        ("right", "1.0.0", {"base": "2.0.0"}),
        ("right", "2.0.0", {"base": "1.0.0"}),
        ("base", "1.0.0", {}),
        ("base", "2.0.0", {}),
    ]
    outcome = metier.resolve(Catalog.build(entries), ["top"])
    assert [finding.code for finding in outcome.diagnostics] == ["version_conflict"]
    assert "`base`" in outcome.diagnostics[0].message
    assert "(required by left and right)" in outcome.diagnostics[0].message


def test_resolve_long_proof_is_cut_to_a_screenful_and_complete_as_data():
    """Spec 04: "a text that a person can follow …, at most a screenful"."""
    holes = range(4)
    pigeons = range(5)
    entries: list[tuple[str, str, dict[str, str]]] = [
        (f"pigeon{one}", f"1.{hole}.0", {f"hole{hole}": f"1.{one}.0"})
        for one in pigeons
        for hole in holes
    ]
    entries += [(f"hole{hole}", f"1.{one}.0", {}) for hole in holes for one in pigeons]
    outcome = metier.resolve(Catalog.build(entries), [f"pigeon{one}" for one in pigeons])
    assert isinstance(outcome, metier.Conflict)
    rows = sum(-(-len(line) // 100) for line in outcome.text.splitlines())
    assert rows <= 24
    assert "steps left out" in outcome.text
    assert outcome.text.endswith("there is no solution.")
    assert outcome.derivations[-1].claims == ()
