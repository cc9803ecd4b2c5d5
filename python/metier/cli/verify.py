"""`metier verify`: whether a folder or file is what a digest says it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import click

from metier.cli.console import diagnostic_row, printable
from metier.cli.options import console_options, mode_option
from metier.cli.verified import of_file, of_folder
from metier.errors import IntegrityError
from metier.loading.executable_bits import check_digest, drift_to

if TYPE_CHECKING:
    from metier.cli.console import Console
    from metier.cli.verified import Verified
    from metier.loading.archive_file import Mode

__all__ = ["verify"]

_SHOWN = 3
"""Paths that a message names."""


@click.command()
@click.argument("target", metavar="FILE|DIR")
@click.option("--digest", "expected", metavar="DIGEST", default=None, help="What it should be.")
@mode_option
@console_options
def verify(target: str, *, expected: str | None, mode: str, console: Console) -> None:
    """Verifies the artifact FILE or the folder DIR, and compares it with DIGEST.

    DIGEST, `sha256:` and 64 digits, may be that of the artifact, of the tree or of the package;
    the answer says which it is. An archive must read whole; a folder with a skill.json must be
    what that says.
    """
    if expected is not None:
        check_digest(expected)
    is_folder = os.path.isdir(target)  # noqa: PTH112 - pathlib costs an import
    found = of_folder(target) if is_folder else of_file(target, cast("Mode", mode))
    console.findings(found.diagnostics)
    matched = [name for name, digest in found.digests.items() if digest == expected]
    if expected is not None and not matched:
        raise _mismatch(found, target, expected)
    for name, digest in found.digests.items():
        match = "matches" if digest == expected else name
        words = name if match == name else f"{name} digest matches"
        console.line(f"{digest}  {printable(target)}  ({words})")
    console.document(
        {
            "command": "verify",
            "ok": True,
            "path": target,
            "matched": matched[0] if matched else None,
            "digests": found.digests,
            "diagnostics": [diagnostic_row(finding) for finding in found.diagnostics],
        }
    )


def _mismatch(found: Verified, target: str, expected: str) -> IntegrityError:
    """Executable bits that drifted, where they are all that differs; else other content."""
    drifted = None if found.entries is None else drift_to(expected, found.entries)
    if drifted:
        shown = ", ".join(drifted[:_SHOWN]) + (" …" if len(drifted) > _SHOWN else "")
        return IntegrityError(
            f"every byte is as expected, but not which files are executable: {shown}",
            code="executable_bit_drift",
            path=target,
            help="another tool dropped or added execute bits; chmod them, or unpack it again",
        )
    known = ", ".join(f"{name} {digest}" for name, digest in found.digests.items())
    return IntegrityError(f"it is not {expected}; got {known}", code="digest_mismatch", path=target)
