"""The framed digests against a second implementation, written from the byte-level documents."""

from __future__ import annotations

import hashlib
import struct

from hypothesis import given
from hypothesis import strategies as st

from metier import _core

words = st.text(max_size=12)
sizes = st.integers(0, 2**64 - 1)
digests = st.binary(min_size=32, max_size=32)


def u64(number: int) -> bytes:
    return struct.pack(">Q", number)


def framed(*parts: bytes) -> bytes:
    return b"".join(u64(len(part)) + part for part in parts)


def text(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def unique(rows: st.SearchStrategy[tuple[object, ...]]) -> st.SearchStrategy[list[tuple]]:
    return st.lists(rows, unique_by=lambda row: row[0], max_size=8)


@given(unique(st.tuples(words, st.booleans(), sizes, digests)))
def test_tree_digest_agrees(files: list[tuple[str, bool, int, bytes]]):
    data = b"metier.tree.v1\0" + u64(len(files))
    for path, executable, size, raw in sorted(files, key=lambda row: row[0].encode()):
        data += framed(path.encode()) + bytes([executable]) + u64(size) + raw
    rows = [(path, bit, size, "sha256:" + raw.hex()) for path, bit, size, raw in files]
    assert _core.tree_digest_of_entries(rows).digest == text(data)


@given(st.binary(), unique(st.tuples(words, words, sizes, digests)))
def test_directory_digest_agrees(manifest: bytes, files: list[tuple[str, str, int, bytes]]):
    data = b"wuwe.skill.package.v1\0" + framed(b"skill.json", manifest) + u64(len(files))
    for path, kind, size, raw in sorted(files, key=lambda row: row[0].encode()):
        data += framed(path.encode(), kind.encode()) + u64(size) + framed(raw.hex().encode())
    rows = [(path, kind, size, "sha256:" + raw.hex()) for path, kind, size, raw in files]
    assert _core.directory_digest(manifest, rows) == text(data)


@given(st.binary(), unique(st.tuples(words, words, st.binary(max_size=70))))
def test_embedded_digest_agrees(manifest: bytes, resources: list[tuple[str, str, bytes]]):
    data = b"wuwe.skill.embedded.v1\0" + framed(manifest)
    for identifier, path, content in sorted(resources, key=lambda row: row[0].encode()):
        digest = hashlib.sha256(content).hexdigest().encode()
        data += framed(identifier.encode(), path.encode(), digest, content)
    assert _core.embedded_digest(manifest, resources) == text(data)


@given(st.lists(st.tuples(words, words, digests), max_size=8))
def test_activation_fingerprint_agrees(packages: list[tuple[str, str, bytes]]):
    data = b"wuwe.skill.activation.v1\0"
    for identifier, version, raw in sorted(
        packages, key=lambda row: (row[0].encode(), row[1].encode(), row[2])
    ):
        data += framed(identifier.encode(), version.encode(), raw.hex().encode())
    rows = [(i, v, "sha256:" + raw.hex()) for i, v, raw in packages]
    assert _core.activation_fingerprint(rows) == text(data)
