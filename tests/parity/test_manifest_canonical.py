"""The embedded form against a second implementation, and against published digests."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metier import Manifest, ManifestError

ROOT = {
    "deprecated": False,
    "examples": [],
    "input_modes": [],
    "input_schema": {},
    "instructions": [],
    "metadata": {},
    "output_modes": [],
    "output_schema": {},
    "resources": [],
    "tags": [],
}
PARTS: dict[str, dict[str, Any]] = {
    "skills": {"optional": False},
    "tools": {"optional": False},
    "capabilities": {"resources": [], "metadata": {}},
    "knowledge": {"filters": {}, "max_context_chars": 0, "optional": False},
}


def completed(document: dict[str, Any]) -> dict[str, Any]:
    requires = document.get("requires", {})
    resource = {"media_type": "application/octet-stream", "metadata": {}}
    return {
        **ROOT,
        **document,
        "resources": [{**resource, **row} for row in document.get("resources", [])],
        "requires": {
            part: [{**defaults, **row} for row in requires.get(part, [])]
            for part, defaults in PARTS.items()
        },
    }


def power(exponent: int) -> tuple[int, int]:
    """10**exponent as a 64-bit significand, rounded half to even, and a binary exponent."""
    exact = Fraction(10) ** exponent
    binary = exact.numerator.bit_length() - exact.denominator.bit_length() - 64
    while exact / Fraction(2) ** binary >= 2**64:
        binary += 1
    return round(exact / Fraction(2) ** binary), binary


POWERS = [(decimal, *power(decimal)) for decimal in range(-300, 325, 8)]


def grisu2(value: float) -> tuple[str, int]:
    """Loitsch's Grisu2 with big integers: digits, and the decimal exponent of the last."""
    bits = struct.unpack(">Q", struct.pack(">d", value))[0]
    fraction, biased = bits & (2**52 - 1), bits >> 52
    significand = fraction + (2**52 if biased else 0)
    exponent = max(biased, 1) - 1075
    lower = (4 * significand - 1, 2) if fraction == 0 and biased > 1 else (2 * significand - 1, 1)
    upper = 2 * significand + 1
    top = exponent - 1 - (64 - upper.bit_length())

    def at_top(number: int, at: int) -> int:
        return number << (at - top)

    scaled = [
        at_top(lower[0], exponent - lower[1]),
        at_top(significand, exponent),
        at_top(upper, exponent - 1),
    ]
    # The least power that brings the exponent to -60 or more.
    decimal, factor, binary = next(row for row in POWERS if top + row[2] + 64 >= -60)
    low, exact, high = ((number * factor + 2**63) >> 64 for number in scaled)
    low, high = low + 1, high - 1
    one = 2 ** -(top + binary + 64)
    last = len(str(high // one)) - 1
    delta, distance, scale = high - low, high - exact, 1
    digits = high // one // 10**last * 10**last
    while True:
        # Everything below is in units of 1/scale of the last place of `high`.
        if last >= 0:
            digits = high // (one * 10**last)
            rest, unit = high - digits * one * 10**last, one * 10**last
        else:
            scale *= 10
            digits = high * scale // one
            rest, unit = high * scale - digits * one, one
        if rest <= delta * scale:
            break
        last -= 1
    delta, distance = delta * scale, distance * scale
    while (
        rest < distance
        and delta - rest >= unit
        and (rest + unit < distance or distance - rest > rest + unit - distance)
    ):
        digits, rest = digits - 1, rest + unit
    return str(digits), last - decimal


def float_text(value: float) -> tuple[str, bool]:
    """The embedded text, and whether its digits are those of `repr`, which are the shortest."""
    if value == 0:
        return repr(value), True
    digits, exponent = grisu2(abs(value))
    point = len(digits) + exponent
    digits = digits.rstrip("0")
    exact = f"{digits}e{point - len(digits)}"
    shortest = repr(abs(value))
    mantissa = shortest.split("e")[0].replace(".", "").strip("0")
    sign = "-" if value < 0 else ""
    if len(digits) <= point <= 15:
        text = digits + "0" * (point - len(digits)) + ".0"
    elif 0 < point <= 15:
        text = digits[:point] + "." + digits[point:]
    elif -4 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        rest = "." + digits[1:] if digits[1:] else ""
        text = f"{digits[0]}{rest}e{'-' if point < 1 else '+'}{abs(point - 1):02}"
    return sign + text, Fraction(exact) == Fraction(shortest) and digits == mantissa


def canonical(value: object) -> str:
    """JSON with keys in byte order and embedded floats."""
    if isinstance(value, dict):
        rows = sorted(value.items(), key=lambda row: row[0].encode())
        return "{" + ",".join(f"{canonical(key)}:{canonical(item)}" for key, item in rows) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        return float_text(value)[0]
    return json.dumps(value, ensure_ascii=False)


def embedded_digest(manifest: bytes, resources: list[tuple[str, str, bytes]]) -> str:
    def framed(data: bytes) -> bytes:
        return struct.pack(">Q", len(data)) + data

    state = hashlib.sha256(b"wuwe.skill.embedded.v1\0" + framed(manifest))
    for identity, path, content in sorted(resources):
        digest = hashlib.sha256(content).hexdigest()
        for field in (identity.encode(), path.encode(), digest.encode(), content):
            state.update(framed(field))
    return state.hexdigest()


def test_embedded_form_of_bare_manifest_has_the_golden_digest():
    document = {
        "schema_version": 1,
        "id": "com.example.skill",
        "version": "1.0.0",
        "name": "Test skill",
        "description": "A test skill package",
    }
    data = Manifest.parse(json.dumps(document).encode()).canonical_bytes()
    assert data.decode() == canonical(completed(document))
    golden = "410fe99c26357be0d2a002a7f95381b8df31db3866eb7dbbbbe5ae07ebc522e6"
    assert embedded_digest(data, []) == golden


def test_embedded_form_of_full_manifest_has_the_golden_digest():
    content = b"a<b>&\"'\n"
    document = {
        "schema_version": 1,
        "id": "com.example.emb",
        "version": "1.0.0-rc.1+b",
        "name": "N",
        "description": "D",
        "instructions": ["main"],
        "resources": [
            {
                "id": "main",
                "path": "SKILL.md",
                "kind": "instructions",
                "media_type": "text/markdown",
                "size": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
        ],
        "requires": {
            "tools": [{"name": "t", "exact_version": "1", "optional": True}],
            "capabilities": [{"name": "c", "risk": "high", "summary": "s", "resources": ["r"]}],
            "knowledge": [{"source": "k"}],
            "skills": [{"id": "x.y", "version": ">=1.0.0 , <2.0.0", "optional": True}],
        },
    }
    data = Manifest.parse(json.dumps(document).encode()).canonical_bytes()
    assert data.decode() == canonical(completed(document))
    golden = "6897a7173140f993aa08fdaca0742fdb365b96704260a807c6ca037a6157a068"
    assert embedded_digest(data, [("main", "SKILL.md", content)]) == golden


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


def floats_of(value: object) -> list[float]:
    if isinstance(value, float):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [number for item in inner for number in floats_of(item)]


@given(JSON_VALUES)
def test_embedded_form_of_any_schema_value_is_the_second_implementation(value: object):
    document = {
        "schema_version": 1,
        "id": "a",
        "version": "1.0.0",
        "name": "N",
        "description": "D",
        "input_schema": {"const": value},
    }
    manifest = Manifest.parse(json.dumps(document).encode())
    if all(float_text(number)[1] for number in floats_of(value)):
        assert manifest.canonical_bytes().decode() == canonical(completed(document))
    else:
        with pytest.raises(ManifestError) as caught:
            manifest.canonical_bytes()
        assert caught.value.code == "number_not_portable"


def test_second_implementation_writes_the_upstream_examples():
    rows = {
        1e3: "1000.0",
        1.0: "1.0",
        1e23: "9.999999999999999e+22",
        -0.0: "-0.0",
        123456789012345680000.0: "1.2345678901234568e+20",
    }
    assert {value: float_text(value)[0] for value in rows} == rows
    assert not float_text(1e23)[1]


def test_floats_of_every_magnitude_agree_with_the_second_implementation():
    state, values = 0x9E3779B97F4A7C15, []
    while len(values) < 4000:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        value = struct.unpack(">d", struct.pack(">Q", state))[0]
        if math.isfinite(value):
            values.append(value)
    values += [10.0**power for power in range(-300, 300)] + [
        2.0**power for power in range(-1000, 1000)
    ]
    expected = [float_text(value) for value in values]
    assert any(not portable for _, portable in expected)
    portable = [value for value, (_, same) in zip(values, expected, strict=True) if same]
    texts = [text for text, same in expected if same]
    for start in range(0, len(portable), 4000):
        data = Manifest.parse(document_of(portable[start : start + 4000])).canonical_bytes()
        assert f'"enum":[{",".join(texts[start : start + 4000])}]'.encode() in data
    refused = [value for value, (_, same) in zip(values, expected, strict=True) if not same]
    for value in refused:
        with pytest.raises(ManifestError, match="embedded form"):
            Manifest.parse(document_of([value])).canonical_bytes()


def document_of(numbers: list[float]) -> bytes:
    base = {"schema_version": 1, "id": "a", "version": "1.0.0", "name": "N", "description": "D"}
    return json.dumps({**base, "input_schema": {"enum": numbers}}).encode()
