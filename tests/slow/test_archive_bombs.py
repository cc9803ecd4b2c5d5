"""Bombs are refused by header and again by bytes, in bounded memory and time.

Spec 03: "Limits are checked from headers before inflating and again while inflating".
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from attacks import CLASSES
from attacks.variant import SKILL
from attacks.zip_bombs import MEBIBYTE, diluted
from attacks.zip_layout import deflate, deflated, stored, zip_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

# A guard, not a measurement: refusing by headers takes microseconds, by bytes what 64 MiB take.
SECONDS = 20.0

# What import holds at most beside the archive: 64 MiB of files, twice while they grow.
LARGEST_GROWTH = 160 * MEBIBYTE
SMALL_GROWTH = 24 * MEBIBYTE

READER = """
import json, pathlib, sys, time
import metier

def peak():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024

data, mode = pathlib.Path(sys.argv[1]).read_bytes(), sys.argv[2]
metier.read_archive(metier.build_archive({}), mode=mode)
before, began = peak(), time.monotonic()
try:
    code, files = None, len(metier.read_archive(data, mode=mode))
except metier.ArchiveError as error:
    code, files = error.code, None
json.dump([code, files, peak() - before, time.monotonic() - began], sys.stdout)
"""

BOMBS = [name for name in CLASSES if "bomb" in name or name in {"zip-cd-huge", "zip-quine"}]


def read_apart(data: bytes, mode: str, folder: Path) -> tuple[str | None, int | None, int]:
    """Code or number of files, and by how much memory grew at most, in a process of its own."""
    file = folder / "archive"
    file.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", READER, str(file), mode],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    code, files, grown, seconds = json.loads(done.stdout)
    assert seconds < SECONDS
    return code, files, grown


@pytest.mark.parametrize("mode", ["strict", "import"])
@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_read_in_bounded_memory_and_time(name: str, mode: str, tmp_path: Path) -> None:
    for variant in CLASSES[name]():
        code, files, grown = read_apart(variant.data, mode, tmp_path)
        expected = variant.strict if mode == "strict" else variant.imported
        assert (variant.label, files) == (
            variant.label,
            None if expected is None else len(expected),
        )
        assert (code is None) == (expected is not None)
        # Zip files are refused by their headers, before anything is inflated.
        most = SMALL_GROWTH if name.startswith("zip") else LARGEST_GROWTH
        assert (variant.label, grown < most) == (variant.label, True), grown


@pytest.mark.parametrize("mode", ["strict", "import"])
def test_headers_that_lie_about_100_mib_cost_nothing(mode: str, tmp_path: Path) -> None:
    """Central and local header say ten bytes; inflating stops there."""
    entry = deflated("zeros", bytes(100 * MEBIBYTE)).both(size=10)
    code, _, grown = read_apart(zip_of(stored("SKILL.md", SKILL), entry), mode, tmp_path)
    assert code == "zip_size_wrong"
    assert grown < 4 * MEBIBYTE


def test_largest_archive_that_is_taken_stays_in_bounds(tmp_path: Path) -> None:
    """64 MiB of files: the archive's own bytes are not counted, the tree's are, once."""
    size = 16 * MEBIBYTE
    data = diluted(size)
    payload = deflate(data, level=1)
    parts = [deflated(f"part{number}", data, payload) for number in range(3)]
    own = stored("SKILL.md", SKILL)
    code, files, grown = read_apart(zip_of(own, *parts), "strict", tmp_path)
    assert (code, files) == (None, 4)
    assert grown < 2 * 3 * size
