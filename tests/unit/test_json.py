"""Canonical and strict JSON from Python: values, hostile input, errors."""

from __future__ import annotations

import enum
import pickle
import threading
from collections import OrderedDict
from typing import NamedTuple

import pytest

import metier
from metier import _core


def nested(levels: int) -> object:
    value: object = []
    for _ in range(levels):
        value = [value]
    return value


def cycle() -> object:
    value: dict[str, object] = {}
    value["a"] = [value]
    return value


class Text(str):
    """Equal by identity, so that a dict can hold one text twice."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


@pytest.mark.parametrize(
    ("value", "code", "path"),
    [
        (float("nan"), "number_not_finite", "$"),
        ([1, float("inf")], "number_not_finite", "$[1]"),
        ({"a": {"b c": -float("inf")}}, "number_not_finite", '$.a["b c"]'),
        (2**53, "integer_out_of_range", "$"),
        (-(2**53), "integer_out_of_range", "$"),
        ([[10**1000]], "integer_out_of_range", "$[0][0]"),
        ("\ud800", "lone_surrogate", "$"),
        ({"x": [{"\udfff": 1}]}, "lone_surrogate", "$.x[0]"),
        ({1: 2}, "key_not_string", "$"),
        ({"a": {None: 2}}, "key_not_string", "$.a"),
        ({Text("a"): 1, Text("a"): 2}, "duplicate_key", "$"),
        ((b"bytes",), "unsupported_type", "$[0]"),
        ({"s": {1, 2}}, "unsupported_type", "$.s"),
        (object(), "unsupported_type", "$"),
        (1j, "unsupported_type", "$"),
    ],
)
def test_value_without_canonical_form_is_refused_with_code_and_path(
    value: object, code: str, path: str
):
    with pytest.raises(metier.JsonError) as refused:
        metier.canonical_json(value)
    assert (refused.value.code, refused.value.json_path) == (code, path)


@pytest.mark.parametrize("value", [nested(1001), nested(100_000), cycle()])
def test_value_nested_without_end_is_refused(value: object):
    with pytest.raises(metier.JsonError, match="deeper than 1000 levels") as refused:
        metier.canonical_json(value)
    assert refused.value.code == "depth_exceeded"


def test_value_at_the_deepest_level_is_written_and_read_back():
    text = b"[" * 1001 + b"]" * 1001
    assert metier.canonical_json(nested(1000)) == text
    assert metier.canonicalize_json(text) == text
    assert metier.canonical_json(_core.parse_json(text, max_depth=10**6)) == text


def test_deep_values_need_no_deep_stack():
    text = b"[" * 1001 + b"]" * 1001
    seen: list[bytes] = []

    def work() -> None:
        seen.append(metier.canonicalize_json(text))
        seen.append(metier.canonical_json(_core.parse_json(text, max_depth=1000)))

    before = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert seen == [text, text]


def test_subclasses_are_written_by_the_value_they_inherit():
    class Level(enum.IntEnum):
        HIGH = 3

    class Word(enum.StrEnum):
        YES = "yes"

    class Pair(NamedTuple):
        x: int
        y: str

    value = OrderedDict(b=Level.HIGH, a=Word.YES, c=Pair(1, "z"))
    assert metier.canonical_json(value) == b'{"a":"yes","b":3,"c":[1,"z"]}'


def test_shared_parts_are_written_each_time():
    part = {"k": [1]}
    assert metier.canonical_json([part, part]) == b'[{"k":[1]},{"k":[1]}]'


def test_largest_integers_are_written_exactly():
    assert metier.canonical_json([2**53 - 1, -(2**53) + 1, 0]) == (
        b"[9007199254740991,-9007199254740991,0]"
    )


def test_floats_of_any_size_are_written():
    assert metier.canonical_json([2.0**53, 1e300, -0.0]) == b"[9007199254740992,1e+300,0]"


def test_error_of_a_document_carries_its_place():
    with pytest.raises(metier.JsonError) as refused:
        _core.parse_json('{\n "é": [1,\n  x]}')
    error = refused.value
    assert error.code == "unexpected_character"
    assert (error.offset, error.line, error.column) == (15, 3, 3)
    assert error.json_path == '$["é"][1]'
    assert str(error) == "got 'x', expected a value (line 3, column 3, $[\"é\"][1])"
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - made a line above
    assert copy.__dict__ == error.__dict__


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "unexpected_end"),
        ("\ufeff{}", "byte_order_mark"),
        (b"{} {}", "trailing_data"),
        (b"[NaN]", "unexpected_character"),
        (b"[-Infinity]", "invalid_number"),
        (b'["\\q"]', "invalid_escape"),
        (b'["\n"]', "control_character"),
        (b'["\\ud800"]', "lone_surrogate"),
        ('["\ud800"]', "lone_surrogate"),
        (b'"\xc0\x80"', "invalid_utf8"),
        (b"1e999", "number_overflow"),
        (b"9" * 5000, "integer_out_of_range"),
        (b" " * 1048576 + b"1", "input_too_large"),
        (b'"' + b"x" * 65537 + b'"', "string_too_long"),
        (b'{"' + b"x" * 65537 + b'":1}', "key_too_long"),
        (b"[" + b"1," * 4096 + b"1]", "too_many_items"),
        (b"[" * 66 + b"]" * 66, "depth_exceeded"),
        (b'{"a":1,"\\u0061":2}', "duplicate_key"),
    ],
)
def test_document_that_is_not_strict_is_refused(data: bytes | str, code: str):
    with pytest.raises(metier.JsonError) as refused:
        _core.parse_json(data)
    assert refused.value.code == code


def test_limits_are_inclusive():
    assert _core.parse_json(b"[" + b"1," * 4095 + b"1]") == [1] * 4096
    assert _core.parse_json(b'"' + b"x" * 65536 + b'"') == "x" * 65536
    assert metier.canonical_json(_core.parse_json(b"[" * 65 + b"]" * 65)) == b"[" * 65 + b"]" * 65
    assert _core.parse_json(b" " * 1048575 + b"1") == 1


def test_numbers_are_read_by_their_form():
    values = _core.parse_json(b"[1, 1.0, 1e0, -0, -0.0, 1e-999]")
    assert repr(values) == "[1, 1.0, 1.0, 0, -0.0, 0.0]"


@pytest.mark.parametrize("data", [b"9007199254740992", b"-295147905179352830000"])
def test_large_integer_in_its_own_text_is_canonical_but_not_strict(data: bytes):
    assert metier.canonicalize_json(data) == data
    with pytest.raises(metier.JsonError):
        _core.parse_json(data)


@pytest.mark.parametrize("data", [b"9007199254740993", b"1" + b"0" * 21, b"9" * 400])
def test_large_integer_in_another_text_is_refused(data: bytes):
    with pytest.raises(metier.JsonError) as refused:
        metier.canonicalize_json(data)
    assert refused.value.code == "integer_out_of_range"


def test_parse_json_reads_bytes_and_text():
    assert metier.parse_json(b'{"a": [1, 2.0, null]}') == {"a": [1, 2.0, None]}
    assert metier.parse_json("[true]") == [True]


@pytest.mark.parametrize(
    ("limits", "data", "code"),
    [
        (metier.Limits(max_json_bytes=3), b"[12]", "input_too_large"),
        (metier.Limits(max_string_bytes=2), b'"abc"', "string_too_long"),
        (metier.Limits(max_string_bytes=2), b'{"abc": 1}', "key_too_long"),
        (metier.Limits(max_collection_items=1), b"[1,2]", "too_many_items"),
        (metier.Limits(max_json_depth=0), b"[]", None),
        (metier.Limits(max_json_depth=0), b"[1]", "depth_exceeded"),
        (metier.Limits(max_json_depth=900), b"[" * 900 + b"]" * 900, None),
        (metier.Limits(max_depth=1), b"[[[]]]", None),
        (None, b"[" * 66 + b"]" * 66, "depth_exceeded"),
    ],
)
def test_parse_json_takes_its_four_bounds_from_limits(
    limits: metier.Limits | None, data: bytes, code: str | None
):
    try:
        metier.parse_json(data, limits=limits)
        found = None
    except metier.JsonError as error:
        found = error.code
    assert found == code
