"""The entry point: `metier`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

__all__ = ["main"]


def main() -> None:
    """Runs the command line and exits with its code.

    0: done; 1: the answer is no; 2: wrong usage; 3: the environment failed; 130: interrupted.
    """
    if sys.argv[1:] in (["--version"], ["-V"]):
        from metier._core import __version__

        sys.stdout.write(f"metier {__version__}\n")
        return
    from metier.cli.run import run

    code = run(sys.argv[1:])
    # What a command opens it has closed by now; taking the interpreter apart module by module
    # would cost a small check a tenth of its time.
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)
