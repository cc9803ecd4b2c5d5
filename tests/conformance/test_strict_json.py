"""RFC 8259 against a public suite of documents, each accepted or refused for a listed reason."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest

import metier
from metier import _core

if TYPE_CHECKING:
    from pathlib import Path

# The suite leaves these to the implementation ("i_"), or asks of them what spec 01 refuses.
DECIDED = {
    "y_object_duplicated_key": "duplicate_key",
    "y_object_duplicated_key_and_value": "duplicate_key",
    # Too small for a double is zero or close to it, like any other rounding.
    "i_number_double_huge_neg_exp": None,
    "i_number_real_underflow": None,
    "i_number_huge_exp": "number_overflow",
    "i_number_neg_int_huge_exp": "number_overflow",
    "i_number_pos_double_huge_exp": "number_overflow",
    "i_number_real_neg_overflow": "number_overflow",
    "i_number_real_pos_overflow": "number_overflow",
    "i_number_too_big_neg_int": "integer_out_of_range",
    "i_number_too_big_pos_int": "integer_out_of_range",
    "i_number_very_big_negative_int": "integer_out_of_range",
    "i_object_key_lone_2nd_surrogate": "lone_surrogate",
    "i_string_1st_surrogate_but_2nd_missing": "lone_surrogate",
    "i_string_1st_valid_surrogate_2nd_invalid": "lone_surrogate",
    "i_string_incomplete_surrogate_and_escape_valid": "lone_surrogate",
    "i_string_incomplete_surrogate_pair": "lone_surrogate",
    "i_string_incomplete_surrogates_escape_valid": "lone_surrogate",
    "i_string_invalid_lonely_surrogate": "lone_surrogate",
    "i_string_invalid_surrogate": "lone_surrogate",
    "i_string_inverted_surrogates_U+1D11E": "lone_surrogate",
    "i_string_lone_second_surrogate": "lone_surrogate",
    "i_string_UTF-16LE_with_BOM": "invalid_utf8",
    "i_string_UTF-8_invalid_sequence": "invalid_utf8",
    "i_string_UTF8_surrogate_U+D800": "invalid_utf8",
    "i_string_invalid_utf-8": "invalid_utf8",
    "i_string_iso_latin_1": "invalid_utf8",
    "i_string_lone_utf8_continuation_byte": "invalid_utf8",
    "i_string_not_in_unicode_range": "invalid_utf8",
    "i_string_overlong_sequence_2_bytes": "invalid_utf8",
    "i_string_overlong_sequence_6_bytes": "invalid_utf8",
    "i_string_overlong_sequence_6_bytes_null": "invalid_utf8",
    "i_string_truncated-utf-8": "invalid_utf8",
    # UTF-16 without a mark is valid UTF-8 with NUL characters.
    "i_string_utf16BE_no_BOM": "unexpected_character",
    "i_string_utf16LE_no_BOM": "unexpected_character",
    "i_structure_500_nested_arrays": "depth_exceeded",
    "i_structure_UTF-8_BOM_empty_object": "byte_order_mark",
    # The suite's documents on which parsers were seen to differ.
    "number_-9223372036854775808": "integer_out_of_range",
    "number_-9223372036854775809": "integer_out_of_range",
    "number_10000000000000000999": "integer_out_of_range",
    "number_9223372036854775807": "integer_out_of_range",
    "number_9223372036854775808": "integer_out_of_range",
    "number_1.0": None,
    "number_1.000000000000000005": None,
    "number_1000000000000000": None,
    "number_1e-999": None,
    "number_1e6": None,
    "object_key_nfc_nfd": None,
    "object_key_nfd_nfc": None,
    "object_same_key_different_values": "duplicate_key",
    "object_same_key_same_value": "duplicate_key",
    "object_same_key_unclear_values": "duplicate_key",
    "string_1_escaped_invalid_codepoint": "lone_surrogate",
    "string_2_escaped_invalid_codepoints": "lone_surrogate",
    "string_3_escaped_invalid_codepoints": "lone_surrogate",
    "string_1_invalid_codepoint": "invalid_utf8",
    "string_2_invalid_codepoints": "invalid_utf8",
    "string_3_invalid_codepoints": "invalid_utf8",
    "string_with_escaped_NULL": None,
}


def cases(shared: Path) -> dict[str, bytes]:
    suite = json.loads((shared / "vectors" / "jsontestsuite.json").read_bytes())
    return {
        case["name"].removesuffix(".json"): base64.b64decode(case["b64"]) for case in suite["cases"]
    }


def code_of(data: bytes) -> str | None:
    try:
        _core.parse_json(data)
    except metier.JsonError as error:
        return error.code
    return None


def test_documents_that_are_json_are_accepted(shared: Path):
    """Spec 01: "every `y_` in but the two with duplicate keys"."""
    for name, data in cases(shared).items():
        if name.startswith("y_") and name not in DECIDED:
            assert json.loads(data) == _core.parse_json(data), name


def test_documents_that_are_not_json_are_refused(shared: Path):
    """Spec 01: "every `n_` out"."""
    for name, data in cases(shared).items():
        if name.startswith("n_"):
            assert code_of(data) is not None, name
            with pytest.raises(metier.JsonError):
                metier.canonicalize_json(data)


def test_generated_documents_that_are_not_json_are_refused():
    """The two documents too large to be listed: deep, and never closed."""
    for data in (b"[" * 100_000, b'[{"":' * 50_000 + b"\n"):
        assert code_of(data) == "depth_exceeded"
        with pytest.raises(metier.JsonError, match="deeper than 1000"):
            metier.canonicalize_json(data)


def test_documents_left_open_are_each_decided(shared: Path):
    """Spec 01: "each `i_` decided and listed"."""
    found = cases(shared)
    open_cases = {name for name in found if not name.startswith(("y_", "n_"))}
    assert open_cases == {name for name in DECIDED if not name.startswith("y_")}
    assert {name: code_of(found[name]) for name in DECIDED} == DECIDED
