"""The tree digest of a folder, hashed here or by other processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier import _core

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor

    from metier._core import Progress, TreeDigest

__all__ = ["tree_digest"]


def tree_digest(
    path: str | os.PathLike[str],
    *,
    jobs: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> TreeDigest:
    """Gives the `metier.tree.v1` digest of every file below a folder (spec 01).

    Left out are the folders `.git .hg .svn node_modules __pycache__ .venv` and the files
    `.DS_Store Thumbs.db desktop.ini ._*`. A file is executable if any execute bit is set. The
    answer depends on names, content and execute bits alone: not on threads, executors or workers.
    The interpreter's lock is released; memory is bounded for files of any size.

    With an executor the folder is cut into shares of about 300 ms of work, and each is one task:
    bytes in, bytes out. Its workers need metier, and the same files under the same absolute path.
    A worker that is lost costs a retry; a share that is lost three times is hashed here.

    Args:
        path: A folder; not a link.
        jobs: Threads; 0 is one for each core. An executor has workers instead.
        executor: Any `concurrent.futures.Executor`, such as a process pool or the one that
            `distributed.Client.get_executor` gives.
        progress: Counters that another thread may read meanwhile.

    Raises:
        LoadError: The folder can't be hashed: a file can't be read, something is neither file nor
            folder (`link`, `not_a_file`), a path is not portable (`path_*`), or `path` is no
            folder (`not_a_folder`). Of several reasons the first by path is given.
        ConfigurationError: `jobs` is negative or out of all proportion, or the executor is none
            (`invalid_executor`).
    """
    if executor is None:
        return _core.tree_digest(path, jobs=jobs, progress=progress)
    from metier.loading.farm import hash_on

    return hash_on(executor, path, progress)
