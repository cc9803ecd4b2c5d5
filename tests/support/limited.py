"""The command line under a limit of the operating system, or killed on its way."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def with_small_disk(folder: Path, size: int, *arguments: str) -> tuple[int, str]:
    """Runs `metier` where no file may be larger than `size`, as if the disk were full.

    Python ignores the signal that goes with it, so that writing fails with an error.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run(
        [sys.executable, "-m", "metier", *arguments],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stderr


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
