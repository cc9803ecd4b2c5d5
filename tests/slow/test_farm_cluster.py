"""A real Dask cluster: a scheduler and two workers on this machine, one of which is killed."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

import metier
from metier import _core
from metier.loading import farm
from metier.loading.scheduler import executor_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(180),
    # Dask's own threads and sockets end after the client, on their own time.
    pytest.mark.filterwarnings("ignore"),
]

SHARE = 20_000_000
"""Nanoseconds of work a share: a dozen shares of the tree below."""


class Cluster:
    """Processes of Dask, each of which can be ended alone."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        file = folder / "scheduler.json"
        self._stack = stack
        self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(file),
        )
        self.address = ""
        for _ in range(300):
            if file.is_file() and (text := file.read_text(encoding="utf-8")).strip().endswith("}"):
                self.address = text.partition('"address": "')[2].partition('"')[0]
                break
            time.sleep(0.1)
        self.workers = [
            self._start(
                "worker",
                self.address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
                "--local-directory",
                str(folder / f"worker-{number}"),
            )
            for number in range(2)
        ]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra farm is not installed")
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def in_small_shares(path: str, **options: object) -> _core.SharedTree:
        return _core.SharedTree(path, nanoseconds=SHARE, **options)

    monkeypatch.setattr(farm, "_cut", in_small_shares)
    folder = tmp_path / "tree"
    for number in range(20_000):
        file = folder / str(number // 500) / f"{number}.bin"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(number.to_bytes(4, "big") * 4096)
    return folder


def test_two_workers_give_the_digest_of_one_process(cluster: Cluster, tree: Path) -> None:
    with executor_of(cluster.address) as executor:
        assert metier.tree_digest(tree, executor=executor) == metier.tree_digest(tree)


def test_a_worker_killed_midway_changes_nothing(cluster: Cluster, tree: Path) -> None:
    local = metier.tree_digest(tree)
    progress = metier.Progress()
    with executor_of(cluster.address) as executor:
        submit, killed = executor.submit, []

        def and_kill(function: object, payload: bytes) -> object:
            future = submit(function, payload)
            if not killed:
                killed.append(cluster.workers[0])
                future.result()
                cluster.workers[0].kill()
            return future

        executor.submit = and_kill
        assert metier.tree_digest(tree, executor=executor, progress=progress) == local
    assert killed
    assert cluster.workers[0].wait() != 0
    assert progress.files == local.files


def test_digest_on_a_scheduler_prints_the_local_digest(cluster: Cluster, tree: Path) -> None:
    command = [sys.executable, "-m", "metier", "digest", str(tree)]
    local = subprocess.run(command, capture_output=True, text=True, check=True)
    farmed = subprocess.run(
        [*command, "--scheduler", cluster.address], capture_output=True, text=True, check=True
    )
    assert farmed.stdout == local.stdout


@pytest.mark.parametrize(
    ("address", "code", "exit_code"),
    [("tcp://127.0.0.1:9", "scheduler_unreachable", 3), ("gopher://", "invalid_scheduler", 2)],
)
def test_digest_without_a_scheduler_says_why(
    tmp_path: Path, address: str, code: str, exit_code: int
) -> None:
    pytest.importorskip("distributed", reason="the extra farm is not installed")
    command = [sys.executable, "-m", "metier", "digest", str(tmp_path), "--scheduler", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, code in done.stderr) == (exit_code, True)
    assert "Traceback" not in done.stderr
