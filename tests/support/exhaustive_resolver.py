"""A resolver that tries everything: spec 04 word for word, for problems of a few packages.

Nothing of metier's resolver is used, only versions and requirements.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from metier import Requirement, Version

ANY = "any version at all"
"""What is required of an optional dependency beside what its parents require: to be there."""


@dataclass
class Problem:
    """Packages as {id: {version: (requires, optional, yanked)}}, texts throughout."""

    packages: dict[str, dict[str, tuple[dict[str, str], dict[str, str], bool]]]
    roots: list[tuple[str, str]]
    locked: dict[str, str] = field(default_factory=dict)

    def candidates(self, name: str) -> list[str]:
        rows = self.packages.get(name, {})
        kept = [v for v, row in rows.items() if not row[2] or self.locked.get(name) == v]
        newest = sorted(kept, key=Version.parse, reverse=True)
        return sorted(newest, key=lambda version: self.locked.get(name) != version)

    def matches(self, text: str, version: str) -> bool:
        return text == ANY or Requirement.parse(text).matches(Version.parse(version))


Chosen = dict[str, str]


def valid_sets(problem: Problem, roots: list[tuple[str, str]]) -> list[Chosen]:
    names = sorted(problem.packages)
    found = []
    for row in product(*[[None, *problem.candidates(name)] for name in names]):
        chosen = {name: version for name, version in zip(names, row, strict=True) if version}
        if is_valid(problem, roots, chosen):
            found.append(chosen)
    return found


def is_valid(problem: Problem, roots: list[tuple[str, str]], chosen: Chosen) -> bool:
    for name, text in roots:
        if name not in chosen or not problem.matches(text, chosen[name]):
            return False
    for name, version in chosen.items():
        requires, optional, _ = problem.packages[name][version]
        for target, text in requires.items():
            if target not in chosen or not problem.matches(text, chosen[target]):
                return False
        for target, text in optional.items():
            if target in chosen and not problem.matches(text, chosen[target]):
                return False
    edges = {name: set(problem.packages[name][version][0]) for name, version in chosen.items()}
    reached = {name for name, _ in roots}
    while True:
        more = reached.union(*(edges[name] for name in reached))
        if more == reached:
            break
        reached = more
    return reached == set(chosen) and is_acyclic(edges)


def is_acyclic(edges: dict[str, set[str]]) -> bool:
    left = dict(edges)
    while left:
        free = [name for name, targets in left.items() if not targets & set(left)]
        if not free:
            return False
        for name in free:
            del left[name]
    return True


def extends(candidate: Chosen, fixed: Chosen) -> bool:
    return all(candidate.get(name) == version for name, version in fixed.items())


def defined_answer(problem: Problem) -> tuple[Chosen, list[str], list[tuple[str, str]]] | None:
    """What spec 04 numbers 1 to 3 define: members, output order, skipped optionals."""
    roots = list(problem.roots)
    sets = valid_sets(problem, roots)
    if not sets:
        return None
    fixed: Chosen = {}
    fix_levels(problem, sets, fixed, sorted({name for name, _ in roots}))
    skipped: list[tuple[str, str]] = []
    waiting = output_order(problem, roots, fixed)
    asked: list[str] = []
    while waiting:
        parent = waiting.pop(0)
        asked.append(parent)
        for target in sorted(problem.packages[parent][fixed[parent]][1]):
            if target in fixed:
                continue
            larger = [
                one for one in valid_sets(problem, [*roots, (target, ANY)]) if extends(one, fixed)
            ]
            if not larger:
                skipped.append((parent, target))
                continue
            roots = [*roots, (target, ANY)]
            fix_levels(problem, larger, fixed, [target])
            order = output_order(problem, problem.roots, fixed)
            waiting = waiting + [one for one in order if one not in waiting and one not in asked]
    return fixed, output_order(problem, problem.roots, fixed), skipped


def fix_levels(problem: Problem, sets: list[Chosen], fixed: Chosen, level: list[str]) -> None:
    while level:
        for name in level:
            for version in problem.candidates(name):
                if any(extends(one, {**fixed, name: version}) for one in sets):
                    fixed[name] = version
                    break
        below = set().union(*(problem.packages[name][fixed[name]][0] for name in level))
        level = sorted(below - set(fixed))


def output_order(problem: Problem, roots: list[tuple[str, str]], chosen: Chosen) -> list[str]:
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen or name not in chosen:
            return
        seen.add(name)
        requires, optional, _ = problem.packages[name][chosen[name]]
        for target in sorted({*requires, *optional}):
            visit(target)
        order.append(name)

    for name in sorted({name for name, _ in roots}):
        visit(name)
    return order
