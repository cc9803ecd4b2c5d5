"""A process that exchanges pairs of paths without pause, and another that reads meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ATTACKER = """
import ctypes, os, sys

library = ctypes.CDLL(None, use_errno=True)
AT_FDCWD, RENAME_EXCHANGE = -100, 2
pairs = [(os.fsencode(a), os.fsencode(b)) for a, b in zip(sys.argv[1::2], sys.argv[2::2])]
for first, second in pairs:
    if library.renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE):
        sys.exit("renameat2: " + os.strerror(ctypes.get_errno()))
print("ready", flush=True)
while True:
    for first, second in pairs:
        library.renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE)
"""


def read_under_attack(
    reader: str,
    arguments: Sequence[str],
    swaps: Sequence[tuple[Path, Path]],
    *,
    backend: str,
    seconds: float,
) -> Counter[str]:
    """Runs the program `reader`, which prints its outcomes as JSON, while paths are exchanged.

    A reader that takes 30 seconds longer than asked hangs, which is an error.
    """
    pairs = [str(path) for pair in swaps for path in pair]
    attacker = subprocess.Popen(
        [sys.executable, "-c", ATTACKER, *pairs], stdout=subprocess.PIPE, text=True
    )
    try:
        assert attacker.stdout is not None
        assert attacker.stdout.readline() == "ready\n"
        ran = subprocess.run(
            [sys.executable, "-c", reader, *arguments],
            env={**os.environ, "METIER_FS": backend},
            capture_output=True,
            text=True,
            check=True,
            timeout=seconds + 30,
        )
        assert attacker.poll() is None
    finally:
        attacker.kill()
        attacker.communicate()
    return Counter(json.loads(ran.stdout))
