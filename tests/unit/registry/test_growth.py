"""What writing to a registry costs, in nodes made and not in time."""

from __future__ import annotations

from math import log2

import pytest
from handmade import make_package

from metier import Registry
from metier.registry import persistent_map


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch):
    count = [0]
    node = persistent_map._Node  # noqa: SLF001 - the cost is the number of these

    class Counted(node):
        __slots__ = ()

        def __init__(self, *fields: object) -> None:
            count[0] += 1
            super().__init__(*fields)

    monkeypatch.setattr(persistent_map, "_Node", Counted)
    return count


def cost_of_registering(count: list[int], packages: object):
    registry = Registry()
    before = count[0]
    for package in packages:
        assert registry.register(package).status == "inserted"
    return count[0] - before


@pytest.mark.parametrize("spread", ["many ids", "one id"])
def test_registry_copies_n_log_n_nodes_when_n_packages_come_one_by_one(
    made: list[int], spread: str
):
    def packages(amount: int) -> object:
        if spread == "many ids":
            return [make_package(f"skill-{number:05}") for number in range(amount)]
        return [make_package("skill", f"1.{number}.0") for number in range(amount)]

    small, large = 250, 2_500
    growth = cost_of_registering(made, packages(large)) / cost_of_registering(made, packages(small))
    assert growth < 1.1 * (large * log2(large)) / (small * log2(small))


def test_registry_write_copies_one_path_only(made: list[int]):
    registry = Registry()
    registry.register_many([make_package(f"s{number}") for number in range(1024)])
    before = made[0]
    registry.register(make_package("s512", "2.0.0"))
    assert made[0] - before < 2.5 * log2(1025) + 4
