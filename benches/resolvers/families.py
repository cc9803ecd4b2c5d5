"""Generated problems; the same arguments give the same problem everywhere.

The shapes are those on which resolvers are known to differ: newest versions that all have to be
given up, chains of equal pins, versions that exclude each other by the hundred, and dense random
graphs with a solution planted in them. Sources of the shapes: the benches of `pubgrub`
(ranges, disjoint, singletons), an issue of `uv` (wrong backtrack) and textbooks (pigeons, 3-SAT).
"""

from __future__ import annotations

from random import Random

from benches.resolvers.problem import Problem, frozen

Spans = list[tuple[int, int]]
Versions = list[list[tuple[int, Spans]]]
UPWARDS = 0.7
"""How often a requirement that excludes the planted version asks for newer ones."""


def one_of_many(count: int) -> Problem:
    """All versions of a package but the oldest need what a root's other demand forbids."""
    every, one, other = [(0, count)], [(0, 1)], [(1, 2)]
    return frozen(
        f"one of many {count}",
        [
            [[(1, every), (3, one)]],
            [[(2, [(0, 2)])], *([(2, other)] for _ in range(count - 1))],
            [[], []],
            [[(2, one)]],
        ],
    )


def wrong_backtrack(count: int, others: int) -> Problem:
    """The newest versions of many packages need the old half of one that everyone wants new."""
    every, old = [(0, count)], [(0, count // 2)]
    roots = [(package, every) for package in range(1, others + 2)]
    tail = [[[], *([(1, old)] for _ in range(count - 1))] for _ in range(others)]
    return frozen(f"wrong backtrack {count}x{others}", [[roots], [[] for _ in range(count)], *tail])


def singletons(packages: int, count: int) -> Problem:
    """Chains of equal pins that end at a package without versions; one version has no chain."""
    problem: list[Versions] = [[[(1, [(0, count)])]]]
    for package in range(1, packages):
        first: list[tuple[int, Spans]] = [] if package == 1 else [(package + 1, [(0, 1)])]
        problem.append([first, *_pins(package + 1, count)])
    return frozen(f"singletons {packages}x{count}", [*problem, []])


def disjoint(packages: int, count: int) -> Problem:
    """Chains of equal pins that end where the root has pinned the oldest version."""
    last = packages + 1
    problem: list[Versions] = [[[(1, [(0, count)]), (last, [(0, 1)])]]]
    for package in range(1, last):
        first: list[tuple[int, Spans]] = [] if package == 1 else [(package + 1, [(0, 1)])]
        problem.append([first, *_pins(package + 1, count)])
    return frozen(f"disjoint {packages}x{count}", [*problem, [[] for _ in range(count)]])


def ranges(packages: int, count: int) -> Problem:
    """Ever narrower ranges down a chain that ends at a package without versions."""
    problem: list[Versions] = [[[(1, [(0, count)])]]]
    for package in range(1, packages):
        first: list[tuple[int, Spans]] = [] if package == 1 else [(package + 1, [(count, count)])]
        rest: Versions = [
            [(package + 1, [(count - version + 1, count)])] for version in range(1, count)
        ]
        problem.append([first, *rest])
    return frozen(f"ranges {packages}x{count}", [*problem, []])


def diamonds(length: int, count: int) -> Problem:
    """A chain of diamonds whose sides agree in the middle version; in none, if `count` is even."""
    problem: list[Versions] = [[[(1, [(0, count)])]]]
    for top in range(1, 3 * length + 1, 3):
        left, right, following = top + 1, top + 2, top + 3
        problem += [
            [[(left, [_only(version)]), (right, [_only(version)])] for version in range(count)],
            [[(following, [_only(version)])] for version in range(count)],
            [[(following, [_only(count - 1 - version)])] for version in range(count)],
        ]
    return frozen(f"diamonds {length}x{count}", [*problem, [[] for _ in range(count)]])


def pigeonhole(holes: int) -> Problem:
    """One pigeon more than holes: no solution, and no short proof by resolution."""
    pigeons = range(holes + 1)
    roots = [(1 + pigeon, [(0, holes)]) for pigeon in pigeons]
    choices = [
        [[(holes + 2 + hole, [_only(pigeon)])] for hole in range(holes)] for pigeon in pigeons
    ]
    places: list[Versions] = [[[] for _ in pigeons] for _ in range(holes)]
    return frozen(f"pigeonhole {holes}", [[roots], *choices, *places])


def three_sat(variables: int, seed: int, *, clauses_each: float = 4.2) -> Problem:
    """Random clauses of three literals, at the density where they are hardest."""
    random, clauses = Random(seed), int(variables * clauses_each)
    roots = [(1 + variables + clause, [(0, 3)]) for clause in range(clauses)]
    values: list[Versions] = [[[], []] for _ in range(variables)]
    literals = [
        [
            [(1 + variable, [_only(random.randrange(2))])]
            for variable in random.sample(range(variables), 3)
        ]
        for _ in range(clauses)
    ]
    return frozen(f"3-SAT {variables} variables", [[roots], *values, *literals])


def layered(
    packages: int, density: float, *, versions: int = 20, demands: int = 4, seed: int = 1
) -> Problem:
    """A random graph with a planted solution, all of it reachable from the roots.

    Each package has one version that the solution takes; any other version's requirement keeps
    that of its target out with the probability `density`.
    """
    window, root_count, random = 200, 20, Random(seed)
    lowered = versions // 2 if density else 1
    planted = [versions - 1 - random.randrange(lowered) for _ in range(packages + 1)]
    problem: list[Versions] = []
    for package in range(1, packages + 1):
        near = range(package + 1, min(packages, package + window) + 1)
        others = random.sample(near[1:], min(demands - 1, max(len(near) - 1, 0)))
        targets = [*near[:1], *others]
        problem.append(
            [
                [
                    (target, [_span(random, planted[target], versions, exclude=exclude)])
                    for target in targets
                    for exclude in [version != planted[package] and random.random() < density]
                ]
                for version in range(versions)
            ]
        )
    step = max(1, packages // root_count)
    roots = [(package, [(0, versions)]) for package in range(1, packages + 1, step)]
    return frozen(f"layered {packages}, c={density:g}", [[roots], *problem])


def blocks(packages: int, *, size: int = 200, versions: int = 10, demands: int = 3) -> Problem:
    """A catalog of many packages of which three roots reach a part that does not grow with it."""
    random = Random(1)
    problem: list[Versions] = []
    for package in range(1, packages + 1):
        end = ((package - 1) // size + 1) * size
        near = range(package + 1, min(packages, end) + 1)
        targets = random.sample(near, min(demands, len(near)))
        problem.append(
            [
                [(target, [(random.randrange(versions), versions)]) for target in targets]
                for _ in range(versions)
            ]
        )
    roots = [(1 + size * block, [(0, versions)]) for block in range(min(3, packages // size))]
    return frozen(f"blocks {packages}", [[roots], *problem])


def _pins(target: int, count: int) -> Versions:
    return [[(target, [_only(version)])] for version in range(1, count)]


def _only(version: int) -> tuple[int, int]:
    return version, version + 1


def _span(random: Random, planted: int, versions: int, *, exclude: bool) -> tuple[int, int]:
    """A range that has the planted version in it, or keeps it out."""
    if not exclude:
        return random.randrange(planted + 1), planted + 1 + random.randrange(versions - planted)
    newer = planted + 1 < versions and (planted == 0 or random.random() < UPWARDS)
    return (planted + 1, versions) if newer else (0, planted)
