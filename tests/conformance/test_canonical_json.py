"""RFC 8785 against its published data."""

from __future__ import annotations

import hashlib
import itertools
import json
import struct
from typing import TYPE_CHECKING

import pytest

import metier

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read(shared: Path, name: str) -> dict[str, list[dict[str, str]]]:
    return json.loads((shared / "vectors" / name).read_bytes())


def test_published_documents_have_the_published_canonical_text(shared: Path):
    """RFC 8785 3.2: "... the JCS serialization ... is the result of these steps"."""
    for file in read(shared, "jcs_vectors.json")["files"]:
        expected = file["output"].encode()
        assert metier.canonicalize_json(file["input"].encode()) == expected, file["name"]
        assert metier.canonical_json(json.loads(file["input"])) == expected, file["name"]
        assert metier.canonicalize_json(expected) == expected, file["name"]


def test_numbers_of_appendix_b_have_their_text_or_are_refused(shared: Path):
    """RFC 8785 appendix B, and 3.2.2.3: "NaN and Infinity are not permitted in JSON"."""
    for row in read(shared, "jcs_vectors.json")["numbers"]:
        (value,) = struct.unpack(">d", bytes.fromhex(row["ieee754"]))
        if row["expected"] is None:
            with pytest.raises(metier.JsonError) as refused:
                metier.canonical_json(value)
            assert refused.value.code == "number_not_finite"
        else:
            assert metier.canonical_json(value).decode() == row["expected"]


def published_doubles(static: list[str]) -> Iterator[bytes]:
    """The published sequence, as chunks of little-endian doubles, none of them 0 but the first."""
    yield b"".join(struct.pack("<Q", int(bits, 16)) for bits in static)
    yield struct.pack("<2000Q", *range(0x0010000000000000, 0x0010000000000000 + 2000))
    block = bytes(32)
    while True:
        chunk = bytearray()
        for _ in range(512):
            block = hashlib.sha256(block).digest()
            chunk += block
        yield bytes(chunk)


def lines(static: list[str]) -> Iterator[list[bytes]]:
    """The published lines in batches: bits, comma, text, newline."""
    for number, chunk in enumerate(published_doubles(static)):
        count = len(chunk) // 8
        bits = list(struct.unpack(f"<{count}Q", chunk))
        if number >= 2:
            exponent, magnitude = 0x7FF << 52, (1 << 63) - 1
            bits = [b for b in bits if b & exponent != exponent and b & magnitude]
        packed = struct.pack(f"<{len(bits)}Q", *bits)
        texts = metier.canonical_json(struct.unpack(f"<{len(bits)}d", packed))[1:-1].split(b",")
        yield [b"%x,%b\n" % pair for pair in zip(bits, texts, strict=True)]


def hash_of(static: list[str], count: int) -> str:
    digest = hashlib.sha256()
    left = count
    for batch in lines(static):
        digest.update(b"".join(itertools.islice(batch, left)))
        left -= len(batch)
        if left <= 0:
            break
    return digest.hexdigest()


@pytest.mark.parametrize(
    "count",
    [1_000, 10_000, 100_000, 1_000_000, pytest.param(10_000_000, marks=pytest.mark.slow)],
)
@pytest.mark.timeout(900)
def test_published_sequence_of_doubles_has_the_published_hash(shared: Path, count: int):
    """RFC 8785 3.2.2.3: numbers are serialized "according to ... ECMAScript"."""
    published = json.loads((shared / "vectors" / "es6_numbers.json").read_bytes())
    assert hash_of(published["static"], count) == published["sha256"][str(count)]
