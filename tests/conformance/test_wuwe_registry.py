"""Upstream's own statements about its registry: reference Wuwe, section 11, 30 to 35."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from handmade import make_package

from metier import Registry


def test_statement_30_registering_again_is_unchanged():
    """30: first registration -> inserted; same object again -> unchanged; again with replace ->
    unchanged; equal content new object -> unchanged; size stays 1."""
    registry, package = Registry(), make_package()
    results = [
        registry.register(package),
        registry.register(package),
        registry.register(package, policy="replace"),
        registry.register(make_package()),
    ]
    assert [result.status for result in results] == ["inserted", *["unchanged"] * 3]
    assert all(result.package is package and result.previous is None for result in results)
    assert len(registry.snapshot()) == 1


def test_statement_31_other_content_under_one_version_is_a_conflict():
    """31: same id/version, different dependencies -> registration_conflict, previous = first."""
    registry, first, second = Registry(), make_package(), make_package(requires={"base": "^1.0.0"})
    registry.register(first)
    result = registry.register(second)
    assert (result.status, result.error.code) == ("none", "registration_conflict")
    assert result.package is second
    assert result.previous is first
    assert registry.snapshot().find("demo", "1.0.0") is first


def test_statement_32_replace_replaces():
    """32: that registration with replace -> replaced, previous = first; find returns the new."""
    registry, first, second = Registry(), make_package(), make_package(requires={"base": "^1.0.0"})
    registry.register(first)
    result = registry.register(second, policy="replace")
    assert (result.status, result.package, result.previous) == ("replaced", second, first)
    assert registry.snapshot().find("demo", "1.0.0") is second
    assert len(registry.snapshot()) == 1


def test_statement_33_a_snapshot_never_changes():
    """33: snapshot before adding 2.0.0: size 1 and select(any)=1.0.0; after: 2 and 2.0.0."""
    registry = Registry()
    registry.register(make_package(version="1.0.0"))
    before = registry.snapshot()
    registry.register(make_package(version="2.0.0"))
    after = registry.snapshot()
    assert (len(before), str(before.select("demo", "*").version)) == (1, "1.0.0")
    assert (len(after), str(after.select("demo", "*").version)) == (2, "2.0.0")


def test_statement_34_builds_of_one_version_stand_side_by_side():
    """34: `1.0.0+linux` and `1.0.0+windows` of one id both findable."""
    registry = Registry()
    registry.register_many(
        [make_package(version="1.0.0+linux"), make_package(version="1.0.0+windows")]
    )
    snapshot = registry.snapshot()
    assert str(snapshot.find("demo", "1.0.0+linux").version) == "1.0.0+linux"
    assert str(snapshot.find("demo", "1.0.0+windows").version) == "1.0.0+windows"
    assert snapshot.find("demo", "1.0.0") is None


def test_statement_35_readers_see_whole_snapshots():
    """35: reader loop (1000 snapshots) while 20 versions are registered: size always within
    [4,24] and equals packages().length."""
    registry = Registry()
    registry.register_many(make_package(version=f"0.{number}.0") for number in range(4))

    def read() -> object:
        snapshots = (registry.snapshot() for _ in range(1000))
        return [(len(snapshot), len(snapshot.packages())) for snapshot in snapshots]

    with ThreadPoolExecutor(1) as pool:
        reader = pool.submit(read)
        for number in range(20):
            registry.register(make_package(version=f"1.{number}.0"))
        assert all(4 <= size == listed <= 24 for size, listed in reader.result())
    assert len(registry.snapshot()) == 24
