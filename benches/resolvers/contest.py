"""One problem before several peers: rounds in turn, a limit of time each, medians at the end."""

from __future__ import annotations

import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from benches.measure import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benches.resolvers.problem import Problem

ROOT = Path(__file__).parents[2]
LIMIT = 10.0
"""Seconds a solve may take; a peer that takes longer is out, and this is what it is credited."""
SHORTEST = 0.02
"""Seconds that a round lasts at least: quick solves are repeated within it."""
PATIENCE = 120.0
"""Seconds that a peer may prepare."""

Status = Literal["sat", "unsat", "late", "failed"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one peer made of the problem.

    Attributes:
        status: Whether there is a solution, or why there is no answer.
        cpu: Median processor time of a solve in seconds; the limit if late.
        wall: Median elapsed time of a solve in seconds; the limit if late.
        chosen: The version of each package; empty without a solution.
        reason: Of a failure, its last line.
    """

    status: Status
    cpu: float = LIMIT
    wall: float = LIMIT
    chosen: Mapping[int, int] = field(default_factory=dict)
    reason: str = ""


def contest(
    problem: Problem, peers: Mapping[str, Sequence[str]], *, rounds: int = ROUNDS
) -> dict[str, Answer]:
    """Lets each peer solve the problem in turn, each in its own process.

    Args:
        problem: What is solved.
        peers: By name, the command that a path of the problem is added to.
        rounds: How many rounds count; one before them does not.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "problem.txt")
        problem.write(path)
        contenders = {name: _Contender([*command, str(path)]) for name, command in peers.items()}
        try:
            for contender in contenders.values():
                contender.warm_up()
            for turn in range(rounds):
                names = list(contenders)
                for name in names[turn % len(names) :] + names[: turn % len(names)]:
                    contenders[name].run()
            return {name: contender.answer() for name, contender in contenders.items()}
        finally:
            for contender in contenders.values():
                contender.stop()


def python_peer(name: str) -> list[str]:
    """Gives the command of a peer in `benches.resolvers.peers`."""
    return [sys.executable, "-m", "benches.resolvers.worker", name]


class _Contender:
    """A peer's process, its times so far, and how it ended if it did."""

    def __init__(self, command: list[str]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._errors = Path(self._folder.name, "errors").open("w+b")  # noqa: SIM115 - open for as long as the process
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=ROOT,
            env={**os.environ, "TMPDIR": self._folder.name},
        )
        self._out: Answer | None = None
        self._last: dict[str, object] = {}
        self._times = 1
        self._samples: list[tuple[float, float]] = []

    def warm_up(self) -> None:
        """Solves once for the caches, and once more to see how often a round must."""
        for patience in (PATIENCE, LIMIT):
            sample = self._solve(patience)
        if sample is not None:
            self._times = max(1, int(SHORTEST / max(sample[1], 1e-7)))

    def run(self) -> None:
        """Runs one round, unless the peer is out."""
        sample = self._solve(LIMIT)
        if sample is not None:
            self._samples.append(sample)

    def answer(self) -> Answer:
        """Gives the medians of the rounds, or why there are none."""
        if self._out is not None:
            return self._out
        return Answer(
            status="sat" if self._last["status"] == "sat" else "unsat",
            cpu=statistics.median(cpu for cpu, _ in self._samples),
            wall=statistics.median(wall for _, wall in self._samples),
            chosen=dict(self._last["chosen"]),
        )

    def stop(self) -> None:
        """Ends the process and removes its folder."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            pipe.close()
        self._folder.cleanup()

    def _solve(self, patience: float) -> tuple[float, float] | None:
        if self._out is not None:
            return None
        try:
            self._process.stdin.write(f"{self._times}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._fail()
        if not select.select([self._process.stdout], [], [], patience)[0]:
            self._process.kill()
            self._out = Answer("late")
            return None
        line = self._process.stdout.readline()
        if not line:
            return self._fail()
        self._last = json.loads(line)
        sample = float(self._last["cpu"]), float(self._last["wall"])
        if sample[1] > LIMIT:
            self._out = Answer("late")
            return None
        return sample

    def _fail(self) -> None:
        self._process.wait()
        self._errors.seek(0)
        text = self._errors.read().decode("utf-8", "replace").strip()
        reason = text.splitlines()[-1] if text else f"exit {self._process.returncode}"
        self._out = Answer("failed", reason=reason)
