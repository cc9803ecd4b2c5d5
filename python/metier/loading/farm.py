"""A tree hashed by the workers of an executor, which may be lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from metier import _core
from metier.errors import ConfigurationError, Error

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor, Future

    from metier._core import Progress, TreeDigest

__all__ = ["hash_on"]

_cut = _core.SharedTree
ATTEMPTS = 3
"""How often a share is given to the executor before it is hashed here."""


def hash_on(
    executor: Executor, path: str | os.PathLike[str], progress: Progress | None
) -> TreeDigest:
    """Hashes a folder with an executor; the arguments are those of `tree_digest`."""
    if not callable(getattr(executor, "submit", None)):
        raise ConfigurationError(
            f"executor is {executor!r}, expected a concurrent.futures.Executor",
            code="invalid_executor",
        )
    tree = _cut(Path(path).absolute(), progress=progress)
    payloads = tree.payloads()
    waiting = list(range(len(payloads)))
    for _ in range(ATTEMPTS):
        waiting = _attempt(executor, tree, payloads, waiting, progress)
    for index in waiting:
        tree.accept(index, _core.hash_share(payloads[index]), progress=progress)
    return tree.digest()


def _attempt(
    executor: Executor,
    tree: _core.SharedTree,
    payloads: list[bytes],
    indexes: list[int],
    progress: Progress | None,
) -> list[int]:
    """Gives shares to the executor and takes their answers; returns those that were lost.

    Answers are taken in order, so of several faults of the tree the first by path is raised.
    """
    futures = [_submit(executor, payloads[index]) for index in indexes]
    lost: list[int] = []
    try:
        for index, future in zip(indexes, futures, strict=True):
            answer = _answer(future)
            if answer is None:
                lost.append(index)
            else:
                tree.accept(index, answer, progress=progress)
    finally:
        for future in futures:
            if future is not None:
                future.cancel()
    return lost


def _submit(executor: Executor, payload: bytes) -> Future[bytes] | None:
    """Gives out one share; `None` where the executor takes no more, such as a broken pool."""
    try:
        return executor.submit(_core.hash_share, payload)
    except Exception:  # noqa: BLE001 - executors raise what they like
        return None


def _answer(future: Future[bytes] | None) -> bytes | None:
    """Waits for an answer; `None` where the worker was lost, which is not the tree's fault."""
    try:
        answer = None if future is None else future.result()
    except Error:
        raise
    except Exception:  # noqa: BLE001 - executors raise what they like
        return None
    return answer if isinstance(answer, bytes) else None
