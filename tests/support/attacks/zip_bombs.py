"""Zip files that are small and make much: much data, many entries, a large directory, archives."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from attacks.quine import quine
from attacks.variant import Variant, skill, tree
from attacks.zip_layout import Entry, deflate, deflated, stored, zip_of

MEBIBYTE = 1 << 20
MANY = 2001
CHUNK = 64 << 10


@cache
def diluted(size: int) -> bytes:
    """Bytes that deflate packs about 30 to 1, which no limit on the ratio minds."""
    source = random.Random(1)  # noqa: S311 - the same bytes on every run
    words = b"".join(source.randbytes(8) + bytes(312) for _ in range(CHUNK // 320))
    return (words * (size // len(words) + 1))[:size]


def zeros(name: str, size: int) -> Entry:
    """Zeros, packed about 1,000 to 1."""
    return deflated(name, bytes(size))


def ratio() -> list[Variant]:
    """By header: what is declared. By bytes: headers that declare less, `zip-size-wrong`."""
    return [
        Variant("10 MiB of zeros", zip_of(skill(), zeros("zeros", 10 * MEBIBYTE))),
        Variant("3 MiB of zeros", zip_of(skill(), zeros("zeros", 3 * MEBIBYTE))),
        Variant("declared alone", zip_of(skill(), lying("zeros", 12 * MEBIBYTE))),
    ]


def lying(name: str, size: int) -> Entry:
    """A file that says to be far larger than its few bytes."""
    return deflated(name, b"x" * 100).both(size=size)


def total() -> list[Variant]:
    size = 14 * MEBIBYTE
    data = diluted(size)
    payload = deflate(data, level=1)
    packed = [deflated(f"part{number}", data, payload) for number in range(5)]
    nothing = b"\x03\x00" + bytes(size // 50)
    declared = [
        replace(deflated(f"part{number}", b"", nothing).both(size=size)) for number in range(5)
    ]
    return [
        Variant("five parts of 14 MiB", zip_of(skill(), *packed)),
        Variant("declared alone", zip_of(skill(), *declared)),
    ]


def count() -> list[Variant]:
    entries = [stored(f"f{number:04}") for number in range(MANY)]
    folders = [stored(f"f{number:04}/", attributes=0x10) for number in range(MANY)]
    return [
        Variant("2,001 empty files", zip_of(*entries)),
        Variant("2,001 empty folders", zip_of(*folders)),
    ]


def huge_directory() -> list[Variant]:
    """Within the bound on entries, and yet many MiB of names or comments."""
    names = [stored(f"{number:04}/" + "n" * 60_000) for number in range(100)]
    comments = [replace(stored(f"f{number:04}"), comment=b"c" * 65_000) for number in range(100)]
    return [
        Variant("names", zip_of(skill(), *names)),
        Variant("comments", zip_of(skill(), *comments)),
    ]


def nested() -> list[Variant]:
    inner = zip_of(zeros("zeros", 10 * MEBIBYTE))
    twice = zip_of(skill(), stored("inner.zip", inner))
    hostile = zip_of(stored("../../x", b"x"))
    files = {"a bomb": inner, "a bomb in an archive": twice, "an archive that leads out": hostile}
    return [
        _accepted(label, zip_of(skill(), deflated("inner.zip", data)), data)
        for label, data in files.items()
    ]


def _accepted(label: str, data: bytes, inner: bytes) -> Variant:
    kept = tree(**{"inner.zip": inner})
    return Variant(label, data, strict=kept, imported=kept)


def itself() -> list[Variant]:
    data = quine()
    kept = {"SKILL.md": (data, False)}
    return [Variant("its own only file", data, strict=kept, imported=kept)]


CLASSES = {
    "zip-bomb-ratio": ratio,
    "zip-bomb-total": total,
    "zip-bomb-count": count,
    "zip-cd-huge": huge_directory,
    "zip-bomb-nested": nested,
    "zip-quine": itself,
}
