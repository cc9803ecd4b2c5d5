"""Running the command line as a process, as a shell would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

REPOSITORY = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Ran:
    """What one run of the command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


class Metier(Protocol):
    """Runs `metier` with arguments."""

    def __call__(
        self, *arguments: str, cwd: Path | None = None, environment: dict[str, str] | None = None
    ) -> Ran: ...


@pytest.fixture(scope="session")
def examples() -> Path:
    """The example skills that ship with the sources."""
    return REPOSITORY / "examples"


@pytest.fixture
def read_only_folder(tmp_path: Path) -> str:
    """A folder that nobody may write to, root neither."""
    if os.geteuid() != 0:
        folder = tmp_path / "read-only"
        folder.mkdir(mode=0o555)
        return str(folder)
    if not Path("/sys/kernel").is_dir():
        pytest.skip("root writes everywhere but to /sys, which is not here")
    return "/sys/kernel"


@pytest.fixture
def metier(tmp_path: Path) -> Metier:
    """The installed command line; a traceback on either stream fails the test."""

    def run(
        *arguments: str, cwd: Path | None = None, environment: dict[str, str] | None = None
    ) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "metier", *arguments],
            cwd=cwd or tmp_path,
            env={**os.environ, "NO_COLOR": "1", **(environment or {})},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert "Traceback" not in done.stdout + done.stderr, done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
