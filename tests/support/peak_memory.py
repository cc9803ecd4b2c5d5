"""One call in a process of its own: what it gave, how long it took and how much memory at most."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HANG_SECONDS = 100.0
"""A guard against hangs alone; no measurement of speed."""

# `VmHWM` is the peak of this process alone. `ru_maxrss` also counts what its parent held when it
# was forked, which is the test runner. One small call first loads the library's code.
CALLER = """
import json, os, pathlib, sys, tempfile
import metier

def peak():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024

def codes(result):
    # What failed has an error to say so.
    assert result or any(d.severity is metier.Severity.ERROR for d in result.diagnostics)
    return [d.code for d in result.diagnostics]

path, call, user = sys.argv[1], sys.argv[2], int(sys.argv[3])
with tempfile.TemporaryDirectory() as folder:
    metier.load_skill(folder).diagnostics
    metier.discover(folder).diagnostics
    metier.DirectoryLoader(folder).load("a").diagnostics
if user:
    os.seteuid(user)
before = peak()
try:
    if call == "load":
        result = metier.load_skill(path)
        answer = [bool(result), codes(result)]
    elif call == "package":
        root, _, name = path.rpartition("/")
        result = metier.DirectoryLoader(root).load(name)
        answer = [bool(result), codes(result)]
    elif call in ("discover", "follow"):
        result = metier.discover(path, follow_links=call == "follow")
        answer = [bool(result), codes(result)]
    else:
        answer = [True, [str(metier.tree_digest(path).files)]]
except metier.Error as error:
    answer = [False, [error.code]]
json.dump([*answer, peak(), before], sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class Called:
    """The outcome of one call.

    Attributes:
        ok: Whether it gave a package, or any.
        codes: The codes of its findings, or of its error; the number of files of a digest.
        peak: The most memory the process ever held, in bytes.
        grown: By how much the call raised that, in bytes.
    """

    ok: bool
    codes: list[str]
    peak: int
    grown: int


def call(
    path: Path | str,
    name: str,
    *,
    user: int = 0,
    environment: Mapping[str, str] | None = None,
) -> Called:
    """Runs `load`, `package`, `discover`, `follow` or `digest` on a folder.

    `user` is the effective user of the call; 0 stays who runs the tests.
    """
    ran = subprocess.run(
        [sys.executable, "-c", CALLER, str(path), name, str(user)],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_SECONDS,
    )
    assert ran.returncode == 0, ran.stderr
    ok, codes, peak, before = json.loads(ran.stdout)
    return Called(ok, codes, peak, peak - before)
