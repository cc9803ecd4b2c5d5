"""A tree hashed by executors: the same digest, whatever becomes of the workers."""

from __future__ import annotations

import os
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

import metier as library
from metier import _core
from metier.loading import farm

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.integration.conftest import Metier

SHARE = 200_000
"""Nanoseconds of work a share in these tests: some forty small files."""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six hundred files in fifteen shares."""

    def in_small_shares(path: str, **options: Any) -> _core.SharedTree:
        return _core.SharedTree(path, nanoseconds=SHARE, **options)

    monkeypatch.setattr(farm, "_cut", in_small_shares)
    folder = tmp_path / "tree"
    for number in range(600):
        file = folder / f"folder-{number % 7}" / f"file-{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"line\n" * number)
        file.chmod(0o755 if number % 5 == 0 else 0o644)
    (folder / ".git").mkdir()
    (folder / "big").write_bytes(b"\0" * 300_000)
    return folder


class Unreliable(Executor):
    """Runs tasks at once, and loses those whose number is to be lost."""

    def __init__(self, loses: Callable[[int], bool]) -> None:
        self._loses = loses
        self.tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Runs the task, or fails as a dead worker does."""
        self.tasks += 1
        future: Future[Any] = Future()
        if self._loses(self.tasks):
            future.set_exception(ConnectionResetError("the worker is gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def end_worker(_: bytes) -> bytes:
    """Ends the worker that runs it, as a kill would."""
    os._exit(1)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_tree_digest_on_an_executor_is_the_local_one(tree: Path, pool: type[Any]) -> None:
    context = {"mp_context": get_context("spawn")} if pool is ProcessPoolExecutor else {}
    progress = library.Progress()
    with pool(2, **context) as executor:
        farmed = library.tree_digest(tree, executor=executor, progress=progress)
    local = library.tree_digest(tree)
    assert farmed == local
    assert farmed.entries == local.entries
    assert farmed.left_out == local.left_out == (".git",)
    assert (progress.files, progress.total_files) == (601, 601)
    assert progress.bytes == local.bytes


@pytest.mark.parametrize(
    "loses",
    [lambda task: task % 3 == 0, lambda task: task <= 15, lambda _: True],
    ids=["every third task", "the whole first attempt", "every task"],
)
def test_tree_digest_with_lost_workers_is_the_local_one(
    tree: Path, loses: Callable[[int], bool]
) -> None:
    executor = Unreliable(loses)
    assert library.tree_digest(tree, executor=executor) == library.tree_digest(tree)
    assert executor.tasks > 15


def test_tree_digest_with_a_worker_that_dies_is_the_local_one(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process pool that loses a worker is broken for good, and refuses what comes after."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        real = executor.submit
        tasks = iter(range(10_000))

        def submit(fn: Callable[..., Any], payload: bytes) -> Future[Any]:
            return real(end_worker if next(tasks) == 4 else fn, payload)

        monkeypatch.setattr(executor, "submit", submit)
        assert library.tree_digest(tree, executor=executor) == library.tree_digest(tree)


def test_tree_digest_on_an_executor_raises_the_first_fault_by_path(tree: Path) -> None:
    shares = _core.SharedTree(tree, nanoseconds=SHARE).payloads()
    assert len(shares) > 10
    for name in ("folder-5/file-5.txt", "folder-2/file-2.txt"):
        (tree / name).unlink()
        (tree / name).mkdir()
    with pytest.raises(library.LoadError) as caught:
        list(map(_core.hash_share, shares))
    assert caught.value.code == "not_a_file"
    assert caught.value.path == "folder-2/file-2.txt"


def test_tree_digest_of_a_link_on_an_executor_is_the_local_error(tree: Path) -> None:
    (tree / "link").symlink_to("big")
    with ThreadPoolExecutor(2) as executor, pytest.raises(library.LoadError) as farmed:
        library.tree_digest(tree, executor=executor)
    with pytest.raises(library.LoadError) as local:
        library.tree_digest(tree)
    assert farmed.value == local.value


def test_tree_digest_of_an_empty_folder_on_an_executor_needs_no_task(tmp_path: Path) -> None:
    executor = Unreliable(lambda _: True)
    assert library.tree_digest(tmp_path, executor=executor) == library.tree_digest(tmp_path)
    assert executor.tasks == 0


def test_tree_digest_with_something_else_for_an_executor_is_refused(tmp_path: Path) -> None:
    with pytest.raises(library.ConfigurationError) as caught:
        library.tree_digest(tmp_path, executor="two workers")
    assert caught.value.code == "invalid_executor"


def test_share_of_bytes_from_elsewhere_is_refused() -> None:
    with pytest.raises(library.LoadError) as caught:
        _core.hash_share(b"metier.share.v2\0")
    assert caught.value.code == "tree_share_unreadable"


@pytest.mark.skipif(find_spec("distributed") is not None, reason="the extra farm is installed")
def test_digest_with_a_scheduler_and_without_the_extra_names_it(tree: Path, metier: Metier):
    done = metier("digest", str(tree), "--scheduler", "tcp://127.0.0.1:9")
    assert done.code == 3
    assert "extra_missing" in done.err
    assert "metier[farm]" in done.err
