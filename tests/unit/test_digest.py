"""Digests from Python."""

from __future__ import annotations

import hashlib
import pickle

import pytest

import metier
from metier import _core

EMPTY = "sha256:" + hashlib.sha256(b"").hexdigest()


@pytest.mark.parametrize("size", [0, 1, 55, 64, 4095, 4096, 100_000])
def test_sha256_agrees_with_the_standard_library(size: int):
    data = bytes(range(256)) * (size // 256 + 1)
    data = data[:size]
    assert metier.sha256(data) == "sha256:" + hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (EMPTY.upper(), "digest_unknown_algorithm"),
        (EMPTY.removeprefix("sha256:"), "digest_unknown_algorithm"),
        ("md5:" + "0" * 32, "digest_unknown_algorithm"),
        (EMPTY[:-1], "digest_wrong_length"),
        (EMPTY + "\n", "digest_wrong_length"),
        (EMPTY.replace("c", "C"), "digest_upper_case"),
        (EMPTY[:-1] + "g", "digest_not_hexadecimal"),
        (EMPTY[:-1] + "é", "digest_not_hexadecimal"),
    ],
)
def test_text_that_is_no_digest_is_refused(text: str, code: str):
    for call in (
        lambda: _core.tree_digest_of_entries([("a", False, 0, text)]),
        lambda: _core.directory_digest(b"{}", [("a", "asset", 0, text)]),
        lambda: _core.activation_fingerprint([("a", "1.0.0", text)]),
    ):
        with pytest.raises(metier.DigestError) as refused:
            call()
        assert refused.value.code == code


def test_tree_digest_is_a_value():
    entries = [("b", True, 2, EMPTY), ("a", False, 1, EMPTY)]
    tree = _core.tree_digest_of_entries(entries)
    assert tree.entries == tuple(sorted(entries))
    assert (tree.files, tree.bytes) == (2, 3)
    same = _core.tree_digest_of_entries(entries[::-1])
    assert same == tree
    assert hash(same) == hash(tree)
    assert pickle.loads(pickle.dumps(tree)) == tree  # noqa: S301 - made a line above
    assert repr(tree) == f"<TreeDigest {tree.digest} of 2 files>"


def test_tree_digest_changes_with_each_part_of_an_entry():
    other = metier.sha256(b"other")
    rows = [("a", False, 1, EMPTY), ("b", False, 1, EMPTY), ("a", True, 1, EMPTY)]
    rows += [("a", False, 2, EMPTY), ("a", False, 1, other)]
    assert len({_core.tree_digest_of_entries([row]).digest for row in rows}) == len(rows)


def test_tree_digest_cannot_be_made_from_a_claim():
    with pytest.raises(TypeError):
        metier.TreeDigest()
