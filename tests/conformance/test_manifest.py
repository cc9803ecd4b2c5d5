"""The contract of `skill.json`, clause by clause."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest

from metier import Manifest, ManifestError

if TYPE_CHECKING:
    from pathlib import Path

HEX = "0" * 64


def document(**fields: object) -> dict[str, Any]:
    base = {"schema_version": 1, "id": "a", "version": "1.0.0", "name": "N", "description": "D"}
    return {**base, **fields}


def resource(**fields: object) -> dict[str, Any]:
    return {"id": "r", "path": "r.md", "kind": "asset", "size": 0, "sha256": HEX, **fields}


def found(fields: object) -> list[tuple[str, str | None]]:
    data = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    return [(row.code, row.json_path) for row in Manifest.try_parse(data).diagnostics]


FULL = document(
    tags=["t"],
    examples=["e"],
    input_modes=["text/plain"],
    output_modes=["text/plain"],
    input_schema={"type": "object"},
    output_schema=True,
    deprecated=True,
    instructions=["r"],
    resources=[resource(kind="instructions", media_type="text/markdown", metadata={"k": ""})],
    requires={
        "skills": [{"id": "x.y", "version": ">=1.0.0 , <2.0.0", "optional": True}],
        "tools": [{"name": "t", "exact_version": "1", "optional": True}],
        "capabilities": [
            {"name": "c", "risk": "high", "summary": "s", "resources": ["r"], "metadata": {"": ""}}
        ],
        "knowledge": [
            {"source": "k", "filters": {"a": "b"}, "max_context_chars": 10, "optional": True}
        ],
    },
    metadata={"m": "v"},
)


def test_manifest_with_every_section_parses():
    """14: full manifest with every section: 1 resource, 1 dependency, 1 capability."""
    data = json.dumps(FULL).encode()
    manifest = Manifest.parse(data)
    assert len(manifest.resources) == 1
    assert len(manifest.requires.skills) == 1
    assert len(manifest.requires.capabilities) == 1
    assert Manifest.try_parse(data).unwrap() == manifest


def test_manifest_round_trip_keeps_version():
    """15: manifest to JSON to manifest keeps the version."""
    manifest = Manifest.parse(json.dumps(document(version="1.2.3-rc.1+b.7")).encode())
    assert str(Manifest.parse(manifest.canonical_bytes()).version) == "1.2.3-rc.1+b.7"


def test_manifest_over_the_byte_limit_is_refused_before_parsing():
    """21: any manifest with max_manifest_bytes = 10 is invalid before parsing."""
    result = Manifest.try_parse(b"{ not json at all", max_bytes=10)
    assert [row.code for row in result.diagnostics] == ["input_too_large"]


def test_manifest_with_duplicate_key_is_refused():
    """22: a duplicate key is invalid, also after escape decoding."""
    assert found(b'{"schema_version":1,"id":"a","id":"b"}') == [("duplicate_key", "$.id")]
    assert found(b'{"id":"a","\\u0069d":"b"}') == [("duplicate_key", "$.id")]


def test_manifest_tool_version_stays_opaque():
    """26: tool exact_version "1" is kept as opaque "1"."""
    manifest = Manifest.parse(json.dumps(FULL).encode())
    assert manifest.requires.tools[0].exact_version == "1"


def test_manifest_with_bom_is_refused():
    """Decision 6: a BOM is refused in `skill.json`."""
    assert found(b"\xef\xbb\xbf" + json.dumps(document()).encode()) == [("byte_order_mark", "$")]


ROWS: list[tuple[dict[str, Any], str, str]] = [
    # 16, 17: unknown fields are refused in every object of the contract.
    (document(surprise=1), "field_unknown", "$.surprise"),
    (
        document(requires={"skills": [{"id": "x", "version": "*", "z": 1}]}),
        "field_unknown",
        "$.requires.skills[0].z",
    ),
    (document(requires={"surprise": []}), "field_unknown", "$.requires.surprise"),
    (document(resources=[resource(Id="r")]), "field_unknown", "$.resources[0].Id"),
    (
        document(
            requires={
                "capabilities": [{"name": "c", "risk": "low", "summary": "s", "optional": True}]
            }
        ),
        "field_unknown",
        "$.requires.capabilities[0].optional",
    ),
    # 18, 19: paths.
    (document(resources=[resource(path="../secret")]), "path_dots", "$.resources[0].path"),
    (document(resources=[resource(path="data:stream")]), "path_colon", "$.resources[0].path"),
    (
        document(resources=[resource(path="folder/trailing.")]),
        "path_edge_space_or_dot",
        "$.resources[0].path",
    ),
    (document(resources=[resource(path="CON.txt")]), "path_device_name", "$.resources[0].path"),
    # 20: two paths that fold to one.
    (
        document(
            resources=[
                resource(path="prompts/main.md"),
                resource(id="s", path="PROMPTS/MAIN.MD"),
            ]
        ),
        "path_collision",
        "$.resources[1].path",
    ),
    # 24: a keyword outside the vocabulary.
    (
        document(input_schema={"patternProperties": {}}),
        "schema_keyword_unsupported",
        "$.input_schema.patternProperties",
    ),
    # 27: an upper-case digest.
    (document(resources=[resource(sha256="A" * 64)]), "sha256_malformed", "$.resources[0].sha256"),
    # 1.3: root fields.
    (document(schema_version=2), "schema_version_unsupported", "$.schema_version"),
    (document(schema_version=1.0), "field_type", "$.schema_version"),
    (document(schema_version=True), "field_type", "$.schema_version"),
    (document(id=""), "id_empty", "$.id"),
    (document(version="1.0"), "version_number_missing", "$.version"),
    (document(version=" 1.0.0"), "version_number_missing", "$.version"),
    (document(name=""), "field_empty", "$.name"),
    (document(description=None), "field_type", "$.description"),
    (document(tags=["t", "t"]), "item_duplicate", "$.tags[1]"),
    (document(examples=[""]), "field_empty", "$.examples[0]"),
    (document(input_modes="text"), "field_type", "$.input_modes"),
    (document(output_modes=[1]), "field_type", "$.output_modes[0]"),
    (document(deprecated=0), "field_type", "$.deprecated"),
    (document(instructions=["r"]), "instruction_undeclared", "$.instructions[0]"),
    (
        document(instructions=["r"], resources=[resource()]),
        "instruction_kind",
        "$.instructions[0]",
    ),
    (document(resources={}), "field_type", "$.resources"),
    (document(requires=[]), "field_type", "$.requires"),
    (document(metadata={"a": 1}), "field_type", "$.metadata.a"),
    # 1.4: resources.
    (document(resources=[resource(), resource(path="s")]), "item_duplicate", "$.resources[1].id"),
    (document(resources=[resource(kind="Asset")]), "kind_unknown", "$.resources[0].kind"),
    (document(resources=[resource(media_type="")]), "field_empty", "$.resources[0].media_type"),
    (document(resources=[resource(size=-1)]), "integer_negative", "$.resources[0].size"),
    (document(resources=[resource(size=1.0)]), "field_type", "$.resources[0].size"),
    (document(resources=[resource(size=True)]), "field_type", "$.resources[0].size"),
    (document(resources=[resource(size=2**53)]), "integer_out_of_range", "$.resources[0].size"),
    (document(resources=[resource(path="Skill.JSON")]), "path_reserved", "$.resources[0].path"),
    (
        document(resources=[resource(path="a/b"), resource(id="s", path="a")]),
        "path_file_and_folder",
        "$.resources[1].path",
    ),
    # 1.5 to 1.7: requirements.
    (
        document(requires={"skills": [{"id": "a", "version": "*"}]}),
        "requirement_self",
        "$.requires.skills[0].id",
    ),
    (
        document(requires={"skills": [{"id": "x", "version": "*"}, {"id": "x", "version": "*"}]}),
        "item_duplicate",
        "$.requires.skills[1].id",
    ),
    (
        document(requires={"tools": [{"name": "t", "exact_version": ""}]}),
        "field_empty",
        "$.requires.tools[0].exact_version",
    ),
    (
        document(requires={"tools": [{"name": "t", "exact_version": "é" * 128}]}),
        "tool_version_too_long",
        "$.requires.tools[0].exact_version",
    ),
    (
        document(requires={"tools": [{"name": "t"}, {"name": "t"}]}),
        "item_duplicate",
        "$.requires.tools[1].name",
    ),
    (
        document(requires={"capabilities": [{"name": "c", "risk": "HIGH", "summary": "s"}]}),
        "risk_unknown",
        "$.requires.capabilities[0].risk",
    ),
    (
        document(requires={"capabilities": [{"name": "c", "risk": "low"}]}),
        "field_missing",
        "$.requires.capabilities[0].summary",
    ),
    (
        document(requires={"knowledge": [{"source": "k"}, {"source": "k"}]}),
        "item_duplicate",
        "$.requires.knowledge[1].source",
    ),
    (
        document(requires={"knowledge": [{"source": "k", "max_context_chars": -1}]}),
        "integer_negative",
        "$.requires.knowledge[0].max_context_chars",
    ),
    (
        document(requires={"knowledge": [{"source": "k", "max_context_chars": 2**53}]}),
        "integer_out_of_range",
        "$.requires.knowledge[0].max_context_chars",
    ),
    (
        document(requires={"knowledge": [{"source": "k", "filters": {"a": None}}]}),
        "field_type",
        "$.requires.knowledge[0].filters.a",
    ),
    # 1.8: ids, with empty segments refused.
    (document(id="a..b"), "id_segment_empty", "$.id"),
    (document(id=".a"), "id_segment_empty", "$.id"),
    (document(id="a."), "id_segment_empty", "$.id"),
    (document(id="a" * 256), "id_too_long", "$.id"),
    (document(id="a b"), "id_character_invalid", "$.id"),
    (document(id="é"), "id_character_invalid", "$.id"),
]


@pytest.mark.parametrize(("fields", "code", "json_path"), ROWS)
def test_manifest_breach_is_the_only_finding_at_its_field(
    fields: object, code: str, json_path: str
):
    """Every error carries its code and JSON path."""
    assert found(fields) == [(code, json_path)]


@pytest.mark.parametrize("name", ["schema_version", "id", "version", "name", "description"])
def test_manifest_without_required_field_is_refused(name: str):
    """1.3: these five fields are required."""
    fields = document()
    del fields[name]
    assert found(fields) == [("field_missing", f"$.{name}")]


@pytest.mark.parametrize(
    "fields",
    [
        document(id="A.B"),
        document(id="-a"),
        document(id="_"),
        document(id="a" * 255),
        document(name=" \t"),
        document(name="\u0000"),
        document(metadata={"": ""}),
        document(resources=[resource(size=2**53 - 1)]),
        document(requires={"skills": [{"id": "A", "version": "any"}]}),
        document(requires={"tools": [{"name": "t", "exact_version": "x" * 255}]}),
        document(resources=[resource(path=".gitignore")]),
    ],
)
def test_manifest_at_the_edge_of_the_contract_parses(fields: object):
    """1.3-1.8: bounds are inclusive; case tells ids apart."""
    assert found(fields) == []


@pytest.mark.parametrize(
    ("operator", "valid"),
    [
        (">= 1.0.0", False),
        ("1.x", False),
        (">=1.0.0,", False),
        (">=1.0.0, ,<2.0.0", False),
        ("^1.0.0 || ^2.0.0", False),
        ("~1.2.3", True),
        (">=1.0.0 , <2.0.0", True),
    ],
)
def test_manifest_requirement_is_strict_dialect(operator: str, *, valid: bool):
    """Decision 23: `skill.json` is strict dialect."""
    rows = found(document(requires={"skills": [{"id": "x", "version": operator}]}))
    assert [path for _, path in rows] == ([] if valid else ["$.requires.skills[0].version"])


def test_manifest_errors_are_all_collected():
    """02: every error is collected, each with its JSON path, line and column."""
    data = json.dumps(document(id="a b", version="x", tags=["", ""], z=1), indent=1).encode()
    with pytest.raises(ManifestError) as caught:
        Manifest.parse(data)
    rows = caught.value.diagnostics
    assert [row.json_path for row in rows] == [
        "$.id",
        "$.version",
        "$.tags[0]",
        "$.tags[1]",
        "$.tags[1]",
        "$.z",
    ]
    assert [row.line for row in rows] == [3, 4, 8, 9, 9, 11]
    assert all(row.column for row in rows)


def test_manifests_of_the_digest_vectors_parse(shared: Path):
    """Decision 3: the packages whose digests are given are packages here."""
    rows = json.loads((shared / "vectors" / "wuwe_digests.json").read_bytes())["packages"]
    for row in rows:
        manifest = Manifest.parse(base64.b64decode(row["manifest_b64"]))
        assert (manifest.id, str(manifest.version)) == (row["id"], row["version"])
        declared = {resource.path: resource.size for resource in manifest.resources}
        contents = {path: len(base64.b64decode(data)) for path, data in row["files"].items()}
        assert declared == contents
    assert len(rows) >= 5
