"""Measures contenders side by side, so that a busy machine slows all of them alike.

Each round runs every contender once, in an order that turns by one from round to round; the
figure of a contender is the median of its rounds. CPU time is user plus system time.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ROUNDS = 5
"""Rounds of a measurement, unless a row asks for more."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one run cost.

    Attributes:
        cpu: User plus system time, in seconds.
        wall: Elapsed time, in seconds.
    """

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Timing:
    """The medians of one contender over all rounds.

    Attributes:
        cpu: Median user plus system time, in seconds.
        wall: Median elapsed time, in seconds.
    """

    cpu: float
    wall: float


class CommandFailedError(Exception):
    """A measured process did not exit with 0; its figure would mean nothing."""


def interleave(
    contenders: Mapping[str, Callable[[], Sample]], *, rounds: int = ROUNDS
) -> dict[str, Timing]:
    """Runs each contender once per round and returns the medians by name.

    One round before the first is thrown away: it fills caches and imports modules.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in contenders}
    names = list(contenders)
    for round_number in range(rounds + 1):
        turn = round_number % len(names)
        for name in names[turn:] + names[:turn]:
            sample = contenders[name]()
            if round_number:
                samples[name].append(sample)
    return {name: _median(values) for name, values in samples.items()}


def call(function: Callable[[], object], *, repeat: int = 1) -> Callable[[], Sample]:
    """Makes a contender of a callable, run `repeat` times a round; costs are per call."""

    def run() -> Sample:
        used, wall = _own_cpu(), time.perf_counter()
        for _ in range(repeat):
            function()
        wall = time.perf_counter() - wall
        return Sample(cpu=(_own_cpu() - used) / repeat, wall=wall / repeat)

    return run


def process(arguments: Sequence[str], *, cwd: str | None = None) -> Callable[[], Sample]:
    """Makes a contender of a whole process: its own CPU time and that of its children.

    Raises:
        CommandFailedError: The process exits with anything but 0, when it is run.
    """

    def run() -> Sample:
        wall = time.perf_counter()
        with subprocess.Popen(
            arguments,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as child:
            errors = child.stderr.read() if child.stderr else b""
            _, status, usage = os.wait4(child.pid, 0)
            wall = time.perf_counter() - wall
            child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            text = errors.decode("utf-8", "replace").strip()
            raise CommandFailedError(f"{' '.join(arguments)}: exit {child.returncode}: {text}")
        return Sample(cpu=usage.ru_utime + usage.ru_stime, wall=wall)

    return run


def repeats(function: Callable[[], object], *, at_least: float = 0.05) -> int:
    """Finds how often `function` must run for a round to last `at_least` seconds."""
    started = time.perf_counter()
    function()
    once = max(time.perf_counter() - started, 1e-7)
    return max(1, int(at_least / once))


def _own_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _median(samples: Sequence[Sample]) -> Timing:
    return Timing(
        cpu=statistics.median(sample.cpu for sample in samples),
        wall=statistics.median(sample.wall for sample in samples),
    )
