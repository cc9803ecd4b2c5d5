"""Unpacking and building killed at any moment leave the old or the new, never a third.

Spec 03: "leaves no half archive"; spec 08: "unpack is staged and atomic".
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from archive_trees import built, read_folder, write_folder
from attacks.variant import DEMO, SKILL, Files

import metier

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

ROUNDS = 40
OLD: Files = {"SKILL.md": (b"---\nname: demo\ndescription: Old.\n---\n", False)}
NEW: Files = {
    **DEMO,
    **{f"assets/{number:03}.bin": (bytes([number]) * 20_000, False) for number in range(200)},
}

# Starts as the command does once its modules are loaded, so that most of its time is writing.
WORKER = """
import sys
import metier.cli.build, metier.cli.unpack
from metier.cli.run import run

print("ready", flush=True)
sys.exit(run(sys.argv[1:]))
"""


def run_and_kill(folder: Path, after: float, *arguments: str) -> int:
    """Runs the command and kills it after a time; gives how it ended."""
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        try:
            return worker.wait(after)
        except subprocess.TimeoutExpired:
            os.kill(worker.pid, signal.SIGKILL)
            return worker.wait()


@pytest.mark.parametrize("replacing", [False, True])
def test_killed_unpack_leaves_old_or_new(tmp_path: Path, *, replacing: bool) -> None:
    (tmp_path / "demo.zip").write_bytes(built(NEW))
    source = random.Random(3)  # noqa: S311 - moments, not secrets
    seen = {"killed": 0, "done": 0}
    arguments = ["unpack", "demo.zip", "-d", "demo", "--force"]
    for _ in range(ROUNDS):
        shutil.rmtree(tmp_path / "demo", ignore_errors=True)
        before = write_folder(tmp_path / "demo", OLD) if replacing else None
        ended = run_and_kill(tmp_path, source.uniform(0, 0.5), *arguments)
        seen["done" if ended == 0 else "killed"] += 1
        found = read_folder(tmp_path / "demo") if (tmp_path / "demo").exists() else None
        assert found in (NEW, OLD if before else None)
    assert seen["killed"] > 0
    # What was left aside does not stand in the way, and the next run works.
    assert run_and_kill(tmp_path, 30, *arguments) == 0
    assert read_folder(tmp_path / "demo") == NEW


def test_killed_build_leaves_old_or_new(tmp_path: Path) -> None:
    write_folder(tmp_path / "demo", {**NEW, "SKILL.md": (SKILL, False)})
    assert metier.load_skill(tmp_path / "demo", profile="strict")
    new = built(read_folder(tmp_path / "demo"))
    source = random.Random(4)  # noqa: S311
    killed = 0
    for _ in range(ROUNDS):
        (tmp_path / "out.zip").write_bytes(b"old")
        arguments = ["build", "demo", "-o", "out.zip"]
        killed += run_and_kill(tmp_path, source.uniform(0, 0.25), *arguments) != 0
        assert (tmp_path / "out.zip").read_bytes() in (b"old", new)
    assert killed > 0
