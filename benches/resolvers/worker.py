"""A process that solves one problem with one peer, as often as it is asked to.

`python -m benches.resolvers.worker PEER PROBLEM`: each line read is how often to solve; each line
written is the answer as JSON with the seconds of one solve. A peer that crashes or never ends
takes this process with it and no other.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from benches.resolvers.problem import Problem

if TYPE_CHECKING:
    from benches.resolvers.peer import Peer

RECURSION = 20_000
"""Deep enough for peers that recurse; their own limits are not what is compared."""


def main(name: str, path: str) -> None:
    """Prepares the peer, then answers line by line until there are no more."""
    sys.setrecursionlimit(RECURSION)
    answers, sys.stdout = sys.stdout, sys.stderr
    module = import_module(f"benches.resolvers.peers.{name}")
    contender: Peer = module.prepare(Problem.read(Path(path)))
    for line in sys.stdin:
        times = int(line)
        used, wall = _cpu(), time.perf_counter()
        for _ in range(times):
            outcome = contender.solve()
        wall, used = time.perf_counter() - wall, _cpu() - used
        chosen = contender.read(outcome)
        answer = {
            "status": "unsat" if chosen is None else "sat",
            "wall": wall / times,
            "cpu": used / times,
            "chosen": list((chosen or {}).items()),
        }
        print(json.dumps(answer), file=answers, flush=True)


def _cpu() -> float:
    """User plus system time of this process, precisely, and of the processes it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])
