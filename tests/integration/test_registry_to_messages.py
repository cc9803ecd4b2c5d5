"""From a registry through resolution and activation to messages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from handmade import make_package

import metier
from metier.adapters import messages

RUNTIME = metier.Runtime(tools=[metier.ToolDescriptor("echo", "1")])


@pytest.fixture
def snapshot() -> metier.Snapshot:
    trusted = metier.TrustLevel.APPLICATION_TRUSTED
    registry = metier.Registry()
    for result in registry.register_many(
        [
            make_package("base", "1.0.0", instructions={"main": "Old base."}, trust=trusted),
            make_package("base", "1.2.0", instructions={"main": "Base."}, trust=trusted),
            make_package("base", "2.0.0", instructions={"main": "New base."}, trust=trusted),
            make_package(
                "review",
                "1.1.0",
                instructions={"main": "Review <it>."},
                requires={"base": "^1.0.0"},
                tools=[("echo", "1", False)],
                optional={"absent": "*"},
            ),
            make_package("stuck", requires={"base": "^9.0.0"}),
        ]
    ):
        assert result
    return registry.snapshot()


def test_skills_become_messages(snapshot: metier.Snapshot):
    resolution = metier.resolve(snapshot, ["review@^1"])
    activation = metier.activate(resolution, RUNTIME).unwrap()
    assert [f"{each.id}@{each.version}" for each in activation.packages] == [
        "base@1.2.0",
        "review@1.1.0",
    ]
    assert [instruction.root for instruction in activation.instructions] == [False, True]
    base, review, last = messages.project(activation, [{"role": "user", "content": "go"}]).value
    assert base["content"] == "Base."
    assert "Review &lt;it&gt;." in review["content"]
    assert last["content"] == "go"


def test_a_conflict_fails_the_activation_with_its_own_diagnostics_first(
    snapshot: metier.Snapshot,
):
    conflict = metier.resolve(snapshot, ["stuck"])
    assert not conflict
    activation = metier.activate(conflict, RUNTIME)
    assert not activation
    assert activation.diagnostics[:-1] == tuple(conflict.diagnostics)
    assert activation.diagnostics[-1].code == "resolution_failed"


def test_a_met_limit_fails_the_activation(snapshot: metier.Snapshot):
    outcome = metier.resolve(snapshot, ["review"], limits=metier.Limits(max_packages=1))
    activation = metier.activate(outcome, RUNTIME)
    assert activation.diagnostics[-1].code == "resolution_failed"
    assert len(activation.diagnostics) > 1


def test_a_resolution_of_a_bare_catalog_has_no_packages_to_activate(snapshot: metier.Snapshot):
    resolution = metier.resolve(snapshot.catalog(), ["base"])
    activation = metier.activate(resolution, RUNTIME)
    assert [found.code for found in activation.diagnostics] == ["null_package"]


def test_a_snapshot_compiles_its_catalog_once(snapshot: metier.Snapshot):
    with ThreadPoolExecutor(4) as pool:
        catalogs = list(pool.map(lambda _: snapshot.catalog(), range(16)))
    assert all(catalog is catalogs[0] for catalog in catalogs)
    assert catalogs[0].version_count == len(snapshot)


def test_the_digest_of_an_assembly_does_not_depend_on_the_order_of_registration():
    packages = [
        make_package("a", requires={"b": "*", "c": "*"}),
        make_package("b"),
        make_package("c", requires={"b": "*"}),
    ]
    digests = set()
    for order in (packages, packages[::-1], packages[1:] + packages[:1]):
        registry = metier.Registry()
        registry.register_many(order)
        resolution = metier.resolve(registry.snapshot(), ["c", "a"])
        digests.add(metier.activate(resolution, RUNTIME).unwrap().assembly_digest)
    assert len(digests) == 1
