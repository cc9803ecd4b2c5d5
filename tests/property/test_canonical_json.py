"""Laws of canonical JSON over values made at random."""

from __future__ import annotations

import json

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

import metier
from metier import _core

SAFE = 2**53 - 1
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-SAFE, SAFE)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
# Keys around the border where UTF-8 and UTF-16 order differ are drawn often.
keys = st.text() | st.text(st.sampled_from("a\u007f\u0080\ud7ff\ue000\ufb33\uffff\U00010000😂"))
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner) | st.tuples(inner, inner),
    max_leaves=20,
)


@given(values)
def test_canonical_json_agrees_with_an_independent_implementation(value: object):
    assert metier.canonical_json(value) == rfc8785.dumps(value)


@given(values, st.sampled_from([None, 1]), st.booleans())
def test_canonicalize_gives_the_text_of_the_value_however_written(
    value: object,
    indent: int | None,
    ensure_ascii: bool,  # noqa: FBT001 - drawn, not passed
):
    text = json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)
    assert metier.canonicalize_json(text.encode()) == metier.canonical_json(value)


@given(values)
def test_canonicalize_is_idempotent(value: object):
    text = metier.canonical_json(value)
    assert metier.canonicalize_json(text) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_canonical_number_reads_back_as_the_same_double(value: float):
    assert float(metier.canonical_json(value)) == value


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-SAFE, SAFE) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
        max_leaves=20,
    )
)
def test_parsed_canonical_text_is_the_value(value: object):
    assert _core.parse_json(metier.canonical_json(value), max_depth=1000) == value


def strict(data: bytes) -> object:
    try:
        return _core.parse_json(data)
    except metier.JsonError as error:
        return error


@given(st.binary() | st.binary(max_size=3).map(lambda data: b"[" + data + b"]"))
def test_any_bytes_are_read_or_refused_with_code_and_place(data: bytes):
    outcome = strict(data)
    if isinstance(outcome, metier.JsonError):
        assert outcome.code
        assert outcome.offset is not None
        assert outcome.offset <= len(data)
    else:
        assert json.loads(data) == outcome


def read_integer(digits: str) -> float:
    """An integer literal as canonicalization reads it: beyond ±(2^53-1) as a double."""
    return int(digits) if abs(int(digits)) <= SAFE else float(digits)


@given(values, st.data())
def test_damaged_text_is_refused_or_has_the_canonical_text_of_what_it_became(
    value: object, data: st.DataObject
):
    text = bytearray(json.dumps(value, ensure_ascii=False).encode())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255))
    try:
        canonical = metier.canonicalize_json(bytes(text))
    except metier.JsonError:
        return
    assert rfc8785.dumps(json.loads(text, parse_int=read_integer)) == canonical
