from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING

import pydantic
import pytest

from metier import (
    CapabilityRequirement,
    Error,
    KnowledgeRequirement,
    Manifest,
    ManifestError,
    Requirement,
    ResourceDescriptor,
    SkillRequirement,
    ToolRequirement,
    Version,
)
from metier.errors import LimitError
from metier.model.frozen_map import FrozenMap
from metier.model.manifest import Requires, manifest_from_json, manifest_json_schema

if TYPE_CHECKING:
    from collections.abc import Callable

HEX = "0" * 64


def manifest(**fields: object) -> Manifest:
    base = {"id": "a", "version": "1.0.0", "name": "N", "description": "D"}
    return Manifest(**{**base, **fields})


def test_manifest_of_typed_parts_is_the_manifest_of_plain_ones():
    typed = manifest(
        version=Version.parse("1.0.0"),
        resources=(ResourceDescriptor(id="r", path="r.md", kind="prompt", size=0, sha256=HEX),),
        instructions=("r",),
        requires=Requires(
            skills=(SkillRequirement(id="x", version=Requirement.parse("^1.0.0")),),
            tools=(ToolRequirement(name="t"),),
            capabilities=(CapabilityRequirement(name="c", risk="low", summary="s"),),
            knowledge=(KnowledgeRequirement(source="k"),),
        ),
    )
    plain = manifest(
        resources=[{"id": "r", "path": "r.md", "kind": "prompt", "size": 0, "sha256": HEX}],
        instructions=["r"],
        requires={
            "skills": [{"id": "x", "version": "^1.0.0"}],
            "tools": [{"name": "t"}],
            "capabilities": [{"name": "c", "risk": "low", "summary": "s"}],
            "knowledge": [{"source": "k"}],
        },
    )
    assert typed == plain
    assert typed.requires.tools[0].exact_version is None


def test_manifest_is_frozen_to_the_bottom():
    one = manifest(metadata={"a": "b"}, input_schema={"enum": [1, {"x": []}]})
    assert isinstance(one.metadata, FrozenMap)
    assert one.input_schema == {"enum": (1, FrozenMap({"x": ()}))}
    with pytest.raises(FrozenInstanceError):
        one.id = "b"
    with pytest.raises(FrozenInstanceError):
        del one.id
    with pytest.raises(FrozenInstanceError):
        one.requires.tools = ()


@pytest.mark.parametrize(
    ("left", "right"), [({"const": 1}, {"const": True}), ({"const": 1}, {"const": 1.0})]
)
def test_manifests_whose_schemas_differ_in_type_are_not_equal(left: object, right: object):
    assert manifest(input_schema=left) != manifest(input_schema=right)


def test_altered_copy_is_checked_again_when_it_is_written():
    copy = manifest().model_copy(update={"tags": ("t", "t")})
    with pytest.raises(ManifestError) as caught:
        copy.canonical_bytes()
    assert caught.value.json_path == "$.tags[1]"
    assert caught.value.line is None
    fine = manifest().model_copy(update={"tags": ("t", "u")})
    assert Manifest.parse(fine.canonical_bytes()).tags == ("t", "u")


def test_altered_copy_with_foreign_or_unwritable_fields_is_refused():
    for update, path in [({"surprise": 1}, "$.surprise"), ({"tags": object()}, "$.tags")]:
        with pytest.raises(ManifestError) as caught:
            manifest().model_copy(update=update).canonical_bytes()
        assert caught.value.json_path == path


@pytest.mark.parametrize(
    "make",
    [
        Manifest,
        lambda: manifest(surprise=1),
        lambda: manifest(deprecated=1),
        lambda: manifest(schema_version=True),
        lambda: manifest(tags={"a"}),
        lambda: manifest(metadata={1: "a"}),
        lambda: manifest(input_schema={"const": float("nan")}),
        lambda: manifest(input_schema={"const": 10**5000}),
        lambda: manifest(name="\ud800"),
        lambda: Manifest.model_validate([]),
        lambda: Manifest.model_validate_json("{"),
        lambda: Manifest.model_validate_json("\ud800"),
        lambda: Manifest.model_validate_strings({"id": "a"}),
        lambda: ResourceDescriptor(id="r", path="..", kind="asset", size=0, sha256=HEX),
        lambda: ResourceDescriptor(id="r", path="r", kind="asset", size=True, sha256=HEX),
        lambda: SkillRequirement(id="x", version="1.x"),
        lambda: SkillRequirement(id="x", version=Requirement.parse("1.x", dialect="npm")),
        lambda: ToolRequirement(name=""),
        lambda: CapabilityRequirement(name="c", risk="none", summary="s"),
        lambda: KnowledgeRequirement(source="k", max_context_chars=2**53),
        lambda: Requires(tools=[{"name": "t"}, {"name": "t"}]),
    ],
)
def test_bad_values_raise_manifest_error_and_never_pydantic_errors(make: Callable[[], object]):
    with pytest.raises(ManifestError) as caught:
        make()
    assert not isinstance(caught.value, pydantic.ValidationError)
    assert caught.value.diagnostics
    assert caught.value.code == caught.value.diagnostics[0].code


def test_value_that_holds_itself_is_refused():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(ManifestError):
        manifest(input_schema={"const": loop})
    wide: object = []
    for _ in range(64):
        wide = [wide, wide]
    with pytest.raises(ManifestError):
        manifest(input_schema={"const": wide})


@pytest.mark.parametrize("bound", [0, -1, True, 1.5, "1", None])
def test_byte_limit_that_is_none_raises_limit_error(bound: object):
    with pytest.raises(LimitError):
        Manifest.parse(b"{}", max_bytes=bound)


def test_error_pickles_with_its_diagnostics():
    import pickle

    error = Manifest.try_parse(b"{}").error
    assert isinstance(error, Error)
    twin = pickle.loads(pickle.dumps(error))  # noqa: S301 - own data
    assert twin.diagnostics == error.diagnostics
    assert len(twin.diagnostics) == 5


def test_view_of_core_text_is_the_manifest():
    one = manifest(input_schema={"maximum": 1e3})
    assert manifest_from_json(one.canonical_bytes()) == one


def test_manifest_stands_in_other_models():
    class Holder(pydantic.BaseModel):
        manifest: Manifest

    document = {"schema_version": 1, "id": "a", "version": "1.0.0", "name": "N", "description": "D"}
    assert Holder(manifest=document).manifest == manifest()
    assert Holder.model_validate_json(json.dumps({"manifest": document})).manifest == manifest()
    with pytest.raises(pydantic.ValidationError, match=r"\$\.version"):
        Holder(manifest={**document, "version": "1"})


def test_exported_schema_names_every_field_and_closes_every_object():
    schema = manifest_json_schema()
    assert list(schema["properties"]) == list(Manifest.model_fields)
    assert schema["required"] == ["schema_version", "id", "version", "name", "description"]
    objects = [schema, *schema["$defs"].values()]
    assert len(objects) == 7
    assert all(entry["additionalProperties"] is False for entry in objects)
    tool = schema["$defs"]["ToolRequirement"]["properties"]["exact_version"]
    assert tool["type"] == "string"
    assert "anyOf" not in tool
    assert schema["properties"]["input_schema"]["default"] == {}
    assert schema["properties"]["version"] == {"minLength": 1, "title": "Version", "type": "string"}


def test_importing_metier_does_not_import_pydantic():
    lines = [
        "import sys, metier",
        "assert 'pydantic' not in sys.modules",
        "metier.Manifest",
        "assert 'pydantic' in sys.modules",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)
