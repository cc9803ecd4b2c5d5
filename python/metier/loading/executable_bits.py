"""Folders that differ from a digest only in which files are executable (spec 01)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from metier import _core

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Entry", "check_digest", "drift_to", "drifted"]

Entry = tuple[str, bool, int, str]
"""A file of a tree: path, executable, size, digest text."""

MAX_FLIPPED = 1024
"""Files up to which every single one is tried; each try hashes the whole list."""

MAX_FLIPPED_PAIRS = 128
"""Files up to which every pair is tried."""

MAX_SUBSETS = 10
"""Files up to which every combination is tried."""


def check_digest(text: str) -> None:
    """Checks the form of a digest.

    Raises:
        DigestError: It is not `sha256:` and 64 lower-case hexadecimal digits.
    """
    _core.tree_digest_of_entries([("digest", False, 0, text)])


def drifted(now: Iterable[Entry], record: Iterable[Entry]) -> list[str] | None:
    """The paths whose executable bits differ; `None` where anything else does."""
    recorded = {path: (executable, rest) for path, executable, *rest in record}
    found = {path: (executable, rest) for path, executable, *rest in now}
    if found.keys() != recorded.keys():
        return None
    if any(found[path][1] != recorded[path][1] for path in found):
        return None
    return sorted(path for path in found if found[path][0] != recorded[path][0])


def drift_to(digest: str, entries: Sequence[Entry]) -> list[str] | None:
    """The paths whose executable bits must differ for the tree to have `digest`, if that is all.

    A tree digest can't be taken apart, so bits are tried: none executable, all, then changes of
    one file, of two, and of any in a small tree. A hit proves that every byte is as recorded; no
    hit proves nothing. Bounded: at most about a million rows are hashed, beside the first guesses.

    Args:
        digest: The tree digest that is looked for.
        entries: The files as they are.
    """
    for flipped in _guesses(entries):
        candidate = [
            (path, executable != (number in flipped), size, sha256)
            for number, (path, executable, size, sha256) in enumerate(entries)
        ]
        if flipped and _core.tree_digest_of_entries(candidate).digest == digest:
            return sorted(entries[number][0] for number in flipped)
    return None


def _guesses(entries: Sequence[Entry]) -> Iterator[frozenset[int]]:
    places = range(len(entries))
    yield frozenset(number for number in places if entries[number][1])
    yield frozenset(number for number in places if not entries[number][1])
    scripts = [number for number in places if entries[number][0].startswith("scripts/")]
    yield frozenset(number for number in scripts if not entries[number][1])
    if len(entries) <= MAX_SUBSETS:
        sizes: Iterable[int] = range(1, len(entries) + 1)
    elif len(entries) <= MAX_FLIPPED_PAIRS:
        sizes = (1, 2)
    else:
        sizes = (1,) if len(entries) <= MAX_FLIPPED else ()
    for size in sizes:
        yield from map(frozenset, combinations(places, size))
