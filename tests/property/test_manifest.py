"""Laws of manifests, over generated ones."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from metier import Manifest, ManifestError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
TEXTS = st.lists(TEXT, unique=True, max_size=3)
SEGMENT = st.text("abcXYZ019_-", min_size=1, max_size=6)
IDENTIFIER = st.lists(SEGMENT, min_size=1, max_size=3).map(".".join)
NUMBER = st.integers(0, 2**64 - 1).map(str)
VERSION = st.builds(
    "{}.{}.{}{}{}".format,
    NUMBER,
    NUMBER,
    NUMBER,
    st.sampled_from(["", "-0", "-rc.1", "-a-b"]),
    st.sampled_from(["", "+01", "+b.7"]),
)
REQUIREMENT = st.sampled_from(["*", "any", "1.2.3", "^1.2.3", ">=1.0.0 , <2.0.0", "~0.1.0 "])
TEXT_MAP = st.dictionaries(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    max_size=3,
)
FLAG = st.booleans()
COUNT = st.integers(0, 2**53 - 1)
SHA256 = st.text("0123456789abcdef", min_size=64, max_size=64)

SCHEMA = st.deferred(
    lambda: (
        st.booleans()
        | st.fixed_dictionaries(
            {},
            optional={
                "type": st.sampled_from(["string", "object", ["null", "integer"]]),
                "const": st.none() | FLAG | st.integers(-9, 9) | TEXT,
                "enum": st.lists(st.integers(-9, 9), max_size=3),
                "minimum": st.integers(-9, 9) | st.sampled_from([0.5, -0.0, 1e3]),
                "minLength": st.integers(0, 9),
                "properties": st.dictionaries(TEXT, SCHEMA, max_size=2),
                "items": SCHEMA,
                "anyOf": st.lists(SCHEMA, min_size=1, max_size=2),
                "$ref": st.just("#"),
                "title": TEXT,
            },
        )
    )
)


def part(required: dict[str, Any], **optional: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(required, optional=optional)


def distinct(rows: st.SearchStrategy[Any], key: str) -> st.SearchStrategy[Any]:
    return st.lists(rows, max_size=2, unique_by=lambda row: row[key])


RESOURCES = st.lists(
    part(
        {
            "id": IDENTIFIER,
            "kind": st.sampled_from(["instructions", "prompt", "schema", "asset", "script"]),
            "size": COUNT,
            "sha256": SHA256,
        },
        media_type=TEXT,
        metadata=TEXT_MAP,
    ),
    max_size=3,
    unique_by=lambda row: row["id"],
).map(lambda rows: [{**row, "path": f"files/{at}.md"} for at, row in enumerate(rows)])

REQUIRES = part(
    {},
    skills=distinct(
        part({"id": IDENTIFIER.map("other.{}".format), "version": REQUIREMENT}, optional=FLAG), "id"
    ),
    tools=distinct(part({"name": TEXT}, exact_version=TEXT, optional=FLAG), "name"),
    capabilities=distinct(
        part(
            {
                "name": TEXT,
                "risk": st.sampled_from(["low", "medium", "high", "critical"]),
                "summary": TEXT,
            },
            resources=TEXTS,
            metadata=TEXT_MAP,
        ),
        "name",
    ),
    knowledge=distinct(
        part({"source": TEXT}, filters=TEXT_MAP, max_context_chars=COUNT, optional=FLAG), "source"
    ),
)


@st.composite
def manifests(draw: st.DrawFn) -> dict[str, Any]:
    """A valid manifest, as JSON."""
    document = draw(
        part(
            {
                "schema_version": st.just(1),
                "id": IDENTIFIER.map("own.{}".format),
                "version": VERSION,
                "name": TEXT,
                "description": TEXT,
                "resources": RESOURCES,
            },
            tags=TEXTS,
            examples=TEXTS,
            input_modes=TEXTS,
            output_modes=TEXTS,
            input_schema=SCHEMA,
            output_schema=SCHEMA,
            deprecated=FLAG,
            requires=REQUIRES,
            metadata=TEXT_MAP,
        )
    )
    usable = [
        row["id"] for row in document["resources"] if row["kind"] in {"instructions", "prompt"}
    ]
    document["instructions"] = draw(st.permutations(usable))
    return document


def parsed(document: dict[str, Any]) -> Manifest:
    return Manifest.parse(json.dumps(document).encode())


@given(manifests())
def test_canonical_bytes_are_idempotent(document: dict[str, Any]):
    manifest = parsed(document)
    data = manifest.canonical_bytes()
    again = Manifest.parse(data)
    assert again == manifest
    assert hash(again) == hash(manifest)
    assert again.canonical_bytes() == data


@given(manifests())
def test_manifest_made_of_python_values_is_the_one_read(document: dict[str, Any]):
    manifest = parsed(document)
    assert Manifest(**document) == manifest
    assert Manifest(**dict(manifest)) == manifest
    assert Manifest.model_validate(document) == manifest
    assert Manifest.parse(manifest.model_dump_json().encode()) == manifest


@given(manifests())
def test_manifest_pickles_and_copies(document: dict[str, Any]):
    manifest = parsed(document)
    for twin in (pickle.loads(pickle.dumps(manifest)), copy.deepcopy(manifest)):  # noqa: S301
        assert twin == manifest
        assert hash(twin) == hash(manifest)
        assert twin.canonical_bytes() == manifest.canonical_bytes()


def places(value: object, path: str = "$", *, free: bool = False) -> list[tuple[Any, Any, str]]:
    """Container, key and JSON path of every field that the contract names."""
    rows: list[tuple[Any, Any, str]] = []
    if isinstance(value, dict):
        for key, item in value.items():
            if not free:
                rows.append((value, key, f"{path}.{key}"))
            if key not in {"input_schema", "output_schema", "metadata", "filters"}:
                rows += places(item, f"{path}.{key}")
    if isinstance(value, list):
        for index, item in enumerate(value):
            rows += places(item, f"{path}[{index}]")
    return rows


@given(manifests(), st.data())
def test_corrupted_field_yields_a_finding_at_that_field(
    document: dict[str, Any], data: st.DataObject
):
    container, key, path = data.draw(st.sampled_from(places(document)))
    container[key] = data.draw(st.sampled_from([None, 1.5, -1, [[]], {"\u0000": {}}]))
    result = Manifest.try_parse(json.dumps(document).encode())
    assert not result
    assert any((row.json_path or "").startswith(path) for row in result.diagnostics)


@given(manifests(), st.data())
def test_foreign_field_yields_a_finding_at_that_field(
    document: dict[str, Any], data: st.DataObject
):
    objects = {id(row[0]): (row[0], row[2].rpartition(".")[0]) for row in places(document)}
    container, path = data.draw(st.sampled_from(list(objects.values())))
    container["surprise"] = 1
    rows = Manifest.try_parse(json.dumps(document).encode()).diagnostics
    assert [(row.code, row.json_path) for row in rows] == [("field_unknown", f"{path}.surprise")]


@given(st.binary(max_size=64) | manifests().map(lambda row: json.dumps(row).encode()), st.data())
def test_bytes_of_any_kind_give_a_manifest_or_findings(data: bytes, draw: st.DataObject):
    at = draw.draw(st.integers(0, len(data)))
    data = data[:at] + draw.draw(st.binary(max_size=3)) + data[at + 1 :]
    result = Manifest.try_parse(data)
    if result:
        assert Manifest.parse(data) == result.value
    else:
        assert isinstance(result.error, ManifestError)
        assert all(row.code and row.json_path for row in result.diagnostics)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.just(object()),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.integers(), inner, max_size=3)
        | st.sets(st.integers(), max_size=2)
    ),
    max_leaves=6,
)


@given(manifests(), st.data())
def test_python_values_of_any_kind_raise_nothing_but_manifest_errors(
    document: dict[str, Any], data: st.DataObject
):
    container, key, _ = data.draw(st.sampled_from(places(document)))
    container[key] = data.draw(ANYTHING)
    try:
        manifest = Manifest(**document)
    except ManifestError as error:
        findings = error.diagnostics
        assert findings
    else:
        assert Manifest.parse(manifest.model_dump_json().encode()) == manifest
