"""Resolving against other resolvers, each in a process of its own, on the same problems."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from benches.resolvers import families
from benches.resolvers.catalogs import real_problem
from benches.resolvers.contest import LIMIT, Answer, contest, python_peer
from benches.row import Row, at_most, not_measured

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from benches.resolvers.problem import Problem

AREA = "resolve"
NEWEST, ANY = "metier_newest", "metier_any"
PUBGRUB_SOURCES = Path(__file__).parents[1] / "resolvers" / "pubgrub"
PROMPT = 0.01
"""Seconds from which resolvelib must be beaten a hundredfold."""
MODULES = {
    "resolvelib": "resolvelib",
    "rattler": "rattler",
    "libsolv": "solv",
    "poetry": "poetry",
    "uv": "uv",
}


@dataclass(frozen=True, slots=True)
class Task:
    """A problem, and how many times faster metier has to be than its peers on it.

    Attributes:
        make: Builds the problem, or gives `None` where its data is not on the machine.
        pubgrub: The bar of any answer against pubgrub.
        bars: The bar of the defined answer against each other peer; `None` to state the figure.
    """

    make: Callable[[], Problem | None]
    pubgrub: float
    bars: Mapping[str, float | None]


FAST = {"resolvelib": None, "rattler": None, "libsolv": None}
PROCESSES = {"uv": 50.0, "cargo": 50.0, "poetry": 50.0}
GEMS = {"resolvelib": None, "rattler": 100.0, "libsolv": 50.0}
TASKS = (
    Task(partial(families.one_of_many, 200), 10.0, {**FAST, **PROCESSES}),
    Task(partial(families.wrong_backtrack, 100, 6), 10.0, {**FAST, **PROCESSES}),
    Task(partial(families.ranges, 5, 100), 10.0, FAST),
    Task(partial(families.pigeonhole, 7), 10.0, {"rattler": 1.0, "libsolv": 1.0}),
    Task(partial(families.three_sat, 40, 1), 10.0, {"rattler": None, "libsolv": 0.2}),
    Task(partial(families.disjoint, 30, 100), 1.0, FAST),
    Task(partial(families.singletons, 50, 200), 1.0, FAST),
    Task(partial(families.singletons, 100, 500), 100.0, {}),
    Task(partial(families.diamonds, 20, 11), 1.0, {"libsolv": None}),
    Task(partial(families.diamonds, 20, 10), 1.0, {"libsolv": None}),
    Task(partial(families.layered, 100, 0.1), 1.0, {"resolvelib": None, **PROCESSES}),
    Task(partial(families.layered, 100, 0.3), 1.0, FAST),
    Task(partial(families.layered, 300, 0.2), 1.0, {"rattler": 2.0, "libsolv": 1.0}),
    Task(partial(families.layered, 1000, 0.0), 1.0, {"libsolv": None}),
    Task(partial(real_problem, "molinillo_complex_package_selection"), 10.0, GEMS),
    Task(partial(real_problem, "molinillo_deep_complex_conflict"), 10.0, GEMS),
    Task(partial(real_problem, "molinillo_shared_parent_dependency"), 1.0, GEMS),
    Task(partial(real_problem, "molinillo_conflict_common_parent"), 1.0, GEMS),
    Task(partial(real_problem, "molinillo_complex_conflict_unwinding"), 1.0, GEMS),
    Task(partial(real_problem, "resolvelib_pyrex-1.9.8"), 10.0, FAST),
    Task(partial(real_problem, "resolvelib_cheroot"), 1.0, FAST),
)


def rows() -> list[Row]:
    """Measures every problem against every peer that is there."""
    with tempfile.TemporaryDirectory() as folder:
        pubgrub = _build_pubgrub(folder)
        return [row for task in TASKS for row in _task_rows(task, pubgrub)]


def _build_pubgrub(folder: str) -> list[str] | None:
    """Builds the one peer that is a Rust program; `None` without cargo or its crates."""
    if shutil.which("cargo") is None:
        return None
    target = f"--target-dir={folder}"
    command = ["cargo", "build", "--quiet", "--release", "--locked", target]
    built = subprocess.run(command, cwd=PUBGRUB_SOURCES, check=False)
    return None if built.returncode else [f"{folder}/release/pubgrub-peer"]


def _task_rows(task: Task, pubgrub: Sequence[str] | None) -> list[Row]:
    problem = task.make()
    if problem is None:
        real = task.make.args[0] if isinstance(task.make, partial) else "a real problem"
        return [not_measured(AREA, real, "", "the shared catalogs are not on this machine")]
    print(f"  {problem.name}", flush=True)
    peers = {name: python_peer(name) for name in (NEWEST, ANY)}
    peers |= {name: python_peer(f"{name}_peer") for name in task.bars if _is_there(name)}
    if pubgrub is not None:
        peers["pubgrub"] = list(pubgrub)
    answers = contest(problem, peers)
    newest, anything = answers[NEWEST], answers[ANY]
    return [
        _against(problem, "any answer", anything, "pubgrub", answers, task.pubgrub),
        *(
            _against(problem, "newest answer", newest, name, answers, _bar(name, bar, answers))
            for name, bar in task.bars.items()
        ),
        at_most(
            AREA,
            f"{problem.name}: newest answer, against any",
            newest.cpu / anything.cpu,
            3.0,
            f"{_said(problem, newest)} against {_said(problem, anything)}",
        ),
    ]


def _is_there(name: str) -> bool:
    return shutil.which("cargo") is not None if name == "cargo" else _is_module(name)


def _is_module(name: str) -> bool:
    return find_spec(MODULES[name]) is not None


def _bar(name: str, bar: float | None, answers: Mapping[str, Answer]) -> float | None:
    """Gives the bar; resolvelib has a bar only where it takes long enough to notice."""
    slow = name in answers and answers[name].cpu >= PROMPT
    return 100.0 if name == "resolvelib" and slow else bar


def _against(
    problem: Problem,
    what: str,
    ours: Answer,
    name: str,
    answers: Mapping[str, Answer],
    bar: float | None,
) -> Row:
    work = f"{problem.name}: {what}, against {name}"
    words = "" if bar is None else f"≥ {bar:g}×"
    if name not in answers:
        return not_measured(AREA, work, words, "it is not installed")
    theirs = answers[name]
    if theirs.status == "failed":
        return not_measured(AREA, work, words, f"it failed: {theirs.reason}")
    ratio = theirs.cpu / ours.cpu
    least = "≥ " if theirs.status == "late" else ""
    figure = f"{least}{ratio:,.1f}× ({_said(problem, ours)} against {_said(problem, theirs)})"
    agreed = theirs.status in ("late", ours.status)
    is_met = agreed and ours.status in ("sat", "unsat") and (bar is None or ratio >= bar)
    return Row(AREA, work, figure, words, met=None if bar is None and is_met else is_met)


def _said(problem: Problem, answer: Answer) -> str:
    """Writes the time, and how good the answer is."""
    if answer.status == "late":
        return f"more than {LIMIT:g} s"
    if answer.status == "failed":
        return f"nothing, {answer.reason}"
    took = f"{answer.cpu * 1e3:,.3f} ms"
    if answer.status == "unsat":
        return f"{took}, no solution"
    if not problem.is_valid(answer.chosen):
        return f"{took}, an answer that is wrong"
    return f"{took}, {problem.behind_newest(answer.chosen)} behind newest"
