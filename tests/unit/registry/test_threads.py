"""Readers and writers at once: each seen snapshot is consistent in itself."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING

import pytest
from handmade import make_package

from metier import Registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metier import Snapshot

SECONDS = 1.0


def check(snapshot: Snapshot):
    packages = snapshot.packages()
    assert len(packages) == len(snapshot)
    assert packages == snapshot.packages()
    for before, after in pairwise(packages):
        assert before.id < after.id or (before.id == after.id and before.version > after.version)
    for skill_id in snapshot.ids():
        versions = snapshot.versions(skill_id)
        assert versions
        assert snapshot.find(skill_id, versions[0]).version == versions[0]
    # A batch is published whole: both halves of a pair are of one round, or absent.
    rounds = {package.id: package.name for package in packages}
    for skill_id, name in rounds.items():
        if skill_id.endswith("-x"):
            assert rounds[skill_id[:-1] + "y"] == name


@pytest.fixture
def _eager_switches() -> Iterator[None]:
    """Threads change places between almost any two steps, so that gaps are found."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("_eager_switches")
def test_snapshots_stay_consistent_while_writers_write():
    registry = Registry()
    stop = Event()

    def write(writer: int) -> object:
        rounds = 0
        while not stop.is_set():
            rounds += 1
            pair = [make_package(f"w{writer}-{half}", "1.0.0", name=str(rounds)) for half in "xy"]
            registry.register_many(pair, policy="replace")
            registry.register(make_package(f"solo{writer}", f"1.0.{rounds % 11}"))
            registry.unregister(f"solo{writer}", f"1.0.{(rounds + 5) % 11}")
            registry.register(
                make_package(f"solo{writer}", "1.0.3", name=str(rounds)), policy="replace"
            )
        return rounds

    def read(_: int) -> object:
        seen, generation = 0, 0
        while not stop.is_set():
            snapshot = registry.snapshot()
            assert snapshot.generation >= generation
            generation = snapshot.generation
            check(snapshot)
            seen += 1
        return seen

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(read, number) for number in range(4)]
        writers = [pool.submit(write, number) for number in range(2)]
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not any(task.done() for task in [*readers, *writers]):
            time.sleep(0.01)
        stop.set()
        assert all(task.result() > 0 for task in [*readers, *writers])
    check(registry.snapshot())
