"""JSON Schemas inside `skill.json`, clause by clause."""

from __future__ import annotations

import json
import time

import pytest

from metier import Manifest, _core


def document(**fields: object) -> dict[str, object]:
    base = {"schema_version": 1, "id": "a", "version": "1.0.0", "name": "N", "description": "D"}
    return {**base, **fields}


def found(fields: object) -> list[tuple[str, str | None]]:
    data = json.dumps(fields).encode()
    return [(row.code, row.json_path) for row in Manifest.try_parse(data).diagnostics]


def test_manifest_with_boolean_schemas_parses():
    """23: input_schema=true, output_schema=false is valid."""
    manifest = Manifest.parse(json.dumps(document(input_schema=True, output_schema=False)).encode())
    assert (manifest.input_schema, manifest.output_schema) == (True, False)


def test_manifest_schema_reference_resolves_at_the_schema_root():
    """25: a `$ref` into `$defs` resolves at the schema root."""
    schema = {
        "$defs": {"name": {"type": "string"}},
        "properties": {"name": {"$ref": "#/$defs/name"}},
    }
    assert found(document(input_schema=schema)) == []


ACCEPTED_KEYWORDS = {
    "type": ["string", "null"],
    "const": {"if": 1},
    "enum": [1, "a"],
    "properties": {"p": True},
    "required": ["p"],
    "additionalProperties": False,
    "minProperties": 0,
    "maxProperties": 1,
    "items": {"not": {}},
    "minItems": 0,
    "maxItems": 1,
    "uniqueItems": True,
    "minLength": 0,
    "maxLength": 1,
    "pattern": "^a",
    "minimum": -1.5,
    "maximum": 1,
    "exclusiveMinimum": 0,
    "exclusiveMaximum": 1,
    "multipleOf": 0.5,
    "allOf": [{}],
    "anyOf": [True],
    "oneOf": [False],
    "not": {},
    "$ref": "#",
    "$defs": {"d": {}},
    "definitions": {"d": {}},
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:x",
    "$comment": "c",
    "title": "t",
    "description": "d",
    "default": {"prefixItems": 1},
    "examples": [1],
    "deprecated": False,
    "readOnly": True,
    "writeOnly": True,
    "format": "email",
    "contentMediaType": "text/plain",
    "contentEncoding": "base64",
}


def test_schema_with_every_supported_keyword_is_kept():
    """02: assertions and annotations allowed and kept."""
    manifest = Manifest.parse(json.dumps(document(input_schema=ACCEPTED_KEYWORDS)).encode())
    written = json.loads(manifest.canonical_bytes())["input_schema"]
    assert written == ACCEPTED_KEYWORDS


UNSUPPORTED = [
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "prefixItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "if",
    "then",
    "else",
    "$dynamicRef",
    "$anchor",
    "dependencies",
    "$vocabulary",
    "additionalItems",
    "frob",
]


@pytest.mark.parametrize("keyword", UNSUPPORTED)
def test_schema_keyword_outside_the_vocabulary_is_refused_at_any_depth(keyword: str):
    """02: anything else is `schema_keyword_unsupported`."""
    schema = {"properties": {"p": {"items": {"anyOf": [{keyword: True}]}}}}
    ((code, path),) = found(document(output_schema=schema))
    assert code == "schema_keyword_unsupported"
    assert path is not None
    assert path.startswith("$.output_schema.properties.p.items.anyOf[0]")


@pytest.mark.parametrize("keyword", ["$schema", "$id"])
def test_schema_root_keyword_below_the_root_is_refused(keyword: str):
    """02: `$schema`, `$id` at the root."""
    rows = found(document(input_schema={"not": {keyword: "urn:x"}}))
    assert rows == [("schema_keyword_unsupported", f'$.input_schema.not["{keyword}"]')]


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("type", "frob"),
        ("type", 5),
        ("type", []),
        ("type", ["null", "null"]),
        ("enum", {}),
        ("properties", []),
        ("required", ["a", "a"]),
        ("required", [1]),
        ("minLength", -1),
        ("minLength", 1.0),
        ("maxItems", True),
        ("uniqueItems", 1),
        ("pattern", 1),
        ("minimum", "1"),
        ("multipleOf", 0),
        ("allOf", {}),
        ("anyOf", []),
        ("$defs", []),
        ("title", 1),
        ("readOnly", "no"),
        ("examples", 1),
        ("$ref", 1),
    ],
)
def test_schema_keyword_of_wrong_type_is_refused(keyword: str, value: object):
    """02: ill-typed keywords are refused."""
    ((code, path),) = found(document(input_schema={keyword: value}))
    assert code == "schema_keyword_type"
    assert path in {f"$.input_schema.{keyword}", f'$.input_schema["{keyword}"]'}


@pytest.mark.parametrize("schema", [1, "x", [], None])
def test_schema_of_wrong_type_is_refused(schema: object):
    """1.9: a schema is an object or a boolean, wherever one stands."""
    assert found(document(input_schema=schema)) == [("schema_type", "$.input_schema")]
    nested = found(document(input_schema={"items": schema}))
    assert nested == [("schema_type", "$.input_schema.items")]


def test_schema_that_doubles_by_reference_parses():
    """02: `{"allOf":[{"$ref":"#"},{"$ref":"#"}]}` takes microseconds; a chain of 60 too."""
    assert found(document(input_schema={"allOf": [{"$ref": "#"}, {"$ref": "#"}]})) == []
    levels = {
        f"d{index}": {"allOf": [{"$ref": f"#/$defs/d{index + 1}"}] * 2} for index in range(60)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": {**levels, "d60": True}}
    assert found(document(input_schema=schema)) == []


def doubling(levels: int) -> dict[str, object]:
    """A chain of definitions, each of which refers to the next twice."""
    chain = {
        f"d{index}": {"allOf": [{"$ref": f"#/$defs/d{index + 1}"}] * 2} for index in range(levels)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**chain, f"d{levels}": True}}


def seconds_to_judge(schema: object) -> float:
    """The shortest of many measurements, since others may use the machine too."""
    data = json.dumps(document(input_schema=schema)).encode()
    times = []
    for _ in range(50):
        start = time.perf_counter()
        text, _ = _core.parse_manifest(data)
        times.append(time.perf_counter() - start)
        assert text is not None
    return min(times)


def test_hostile_schemas_are_judged_in_microseconds():
    """02: never by running a validator; 20 doubling levels are a million visits to one."""
    # An unoptimized build takes some ten times as long as a release.
    assert seconds_to_judge({"allOf": [{"$ref": "#"}, {"$ref": "#"}]}) < 0.001
    assert seconds_to_judge(doubling(20)) < 0.005


def test_cost_of_doubling_schemas_grows_with_their_text():
    """02: one visit a node, `$ref` resolved once: four times the levels, not 2**60 times."""
    assert seconds_to_judge(doubling(80)) < 20 * seconds_to_judge(doubling(20))
