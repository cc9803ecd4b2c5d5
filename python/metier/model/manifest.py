"""The manifest of a skill: what `skill.json` declares, typed and frozen to the bottom.

The core checks; these models are the view of what it accepted. Making one, from bytes or from
Python values, goes through the core and raises `ManifestError` with every breach. Only ways
around that are `model_copy(update=…)` and `model_construct`, which give a manifest that nobody
has verified: `canonical_bytes` checks again, whatever made the manifest.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from metier import _core
from metier._core import Requirement, Version
from metier.errors import LimitError
from metier.model.contract import (
    Count,
    Identifier,
    JsonSchema,
    Part,
    Reader,
    Text,
    TextMap,
    TextOf,
    Texts,
    checked_text,
    each,
    manifest_error,
)
from metier.model.frozen_map import FrozenMap, freeze, same_json
from metier.model.parsed import Parsed

__all__ = [
    "CapabilityRequirement",
    "KnowledgeRequirement",
    "Manifest",
    "Requires",
    "ResourceDescriptor",
    "SkillRequirement",
    "ToolRequirement",
    "manifest_from_json",
    "manifest_json_schema",
]

MAX_MANIFEST_BYTES = 1 << 20
"""Bytes of a manifest that `Manifest.parse` takes by default."""


def _optional_text(schema: dict[str, Any]) -> None:
    """Says that an optional text is absent or a text, never null."""
    schema.pop("anyOf", None)
    schema.pop("default", None)
    schema.update({"type": "string", "minLength": 1, "maxLength": 255})


def _schema_version_required(schema: dict[str, Any]) -> None:
    schema["required"] = ["schema_version", *schema.get("required", ())]


ResourceKind = Literal[
    "instructions", "prompt", "schema", "knowledge", "script", "template", "asset"
]
Risk = Literal["low", "medium", "high", "critical"]


class ResourceDescriptor(Part):
    """One declared file.

    Attributes:
        id: Unique within the manifest.
        path: Portable path from the package folder.
        kind: What it is for.
        media_type: Media type; any non-empty text.
        size: Bytes.
        sha256: SHA-256 of the bytes: 64 lower-case hexadecimal digits.
        metadata: Free text by key.
    """

    part_name: ClassVar[str] = "resource"
    readers: ClassVar[dict[str, Reader]] = {"metadata": FrozenMap}

    id: Identifier
    path: Annotated[str, Field(min_length=1, max_length=1024)]
    kind: ResourceKind
    media_type: Text = "application/octet-stream"
    size: Count
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    metadata: TextMap = Field(default_factory=FrozenMap)


def _read_requirement(text: str) -> Requirement:
    """Reads the contract's dialect; what a `SKILL.md` says beyond it is npm's."""
    outcome = Requirement.try_parse(text)
    return outcome.unwrap() if outcome else Requirement.parse(text, dialect="npm")


class SkillRequirement(Part):
    """A dependency on another skill.

    Attributes:
        id: Id of the other skill.
        version: The versions that will do, in the strict dialect.
        optional: Whether the skill works without it.
    """

    part_name: ClassVar[str] = "skill"
    readers: ClassVar[dict[str, Reader]] = {"version": Requirement.parse}

    id: Identifier
    version: Annotated[Requirement, TextOf(Requirement, _read_requirement)]
    optional: bool = False


class ToolRequirement(Part):
    """A tool the skill calls.

    Attributes:
        name: The tool's name at the provider.
        exact_version: The provider's version string, compared byte for byte; `None` is any.
        optional: Whether the skill works without it.
    """

    part_name: ClassVar[str] = "tool"

    name: Text
    exact_version: Annotated[str | None, Field(json_schema_extra=_optional_text)] = None
    optional: bool = False

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        return {name: value for name, value in fields.items() if value is not None}

    @classmethod
    def from_checked(cls, fields: dict[str, Any]) -> Self:
        """Makes the object from complete, checked JSON, where any version is no field."""
        return super().from_checked({"exact_version": None, **fields})


class CapabilityRequirement(Part):
    """What the skill would like to be able to do; information for admission, never a grant.

    Attributes:
        name: Unique within the manifest.
        risk: How dangerous it is.
        summary: What for, in a sentence.
        resources: What it touches.
        metadata: Free text by key.
    """

    part_name: ClassVar[str] = "capability"
    readers: ClassVar[dict[str, Reader]] = {
        "resources": tuple,
        "metadata": FrozenMap,
    }

    name: Text
    risk: Risk
    summary: Text
    resources: Texts = ()
    metadata: TextMap = Field(default_factory=FrozenMap)


class KnowledgeRequirement(Part):
    """A knowledge source the skill reads.

    Attributes:
        source: Name of the source at the host.
        filters: Free filters by key.
        max_context_chars: Characters of context wanted at most; 0 is unspecified.
        optional: Whether the skill works without it.
    """

    part_name: ClassVar[str] = "knowledge"
    readers: ClassVar[dict[str, Reader]] = {"filters": FrozenMap}

    source: Text
    filters: TextMap = Field(default_factory=FrozenMap)
    max_context_chars: Count = 0
    optional: bool = False


class Requires(Part):
    """Everything a skill needs from elsewhere.

    Attributes:
        skills: Other skills, told apart by id.
        tools: Tools, told apart by name.
        capabilities: Capabilities, told apart by name.
        knowledge: Knowledge sources, told apart by source.
    """

    part_name: ClassVar[str] = "requires"
    readers: ClassVar[dict[str, Reader]] = {
        "skills": each(SkillRequirement),
        "tools": each(ToolRequirement),
        "capabilities": each(CapabilityRequirement),
        "knowledge": each(KnowledgeRequirement),
    }

    skills: tuple[SkillRequirement, ...] = ()
    tools: tuple[ToolRequirement, ...] = ()
    capabilities: tuple[CapabilityRequirement, ...] = ()
    knowledge: tuple[KnowledgeRequirement, ...] = ()


class Manifest(Part):
    """A whole manifest. Lists keep their order.

    Attributes:
        schema_version: Always 1.
        id: The skill's id.
        version: The skill's version.
        name: Its name for people.
        description: What it does and when to use it.
        tags: Words to find it by.
        examples: Example requests.
        input_modes: Media types or mode names it takes.
        output_modes: Media types or mode names it gives.
        input_schema: JSON Schema of its input; declarative.
        output_schema: JSON Schema of its output; declarative.
        deprecated: Carried, never acted on by resolution or activation.
        instructions: Ids of the resources that are its instructions, in projection order.
        resources: Its files, told apart by id.
        requires: What it needs from elsewhere.
        metadata: Free text by key.
    """

    model_config = ConfigDict(json_schema_extra=_schema_version_required)

    part_name: ClassVar[str] = "manifest"
    readers: ClassVar[dict[str, Reader]] = {
        "version": Version.parse,
        "tags": tuple,
        "examples": tuple,
        "input_modes": tuple,
        "output_modes": tuple,
        "input_schema": freeze,
        "output_schema": freeze,
        "instructions": tuple,
        "resources": each(ResourceDescriptor),
        "requires": Requires.from_checked,
        "metadata": FrozenMap,
    }

    schema_version: Literal[1] = 1
    id: Identifier
    version: Annotated[Version, TextOf(Version, Version.parse)]
    name: Text
    description: Text
    tags: Texts = ()
    examples: Texts = ()
    input_modes: Texts = ()
    output_modes: Texts = ()
    input_schema: JsonSchema = Field(default_factory=FrozenMap)
    output_schema: JsonSchema = Field(default_factory=FrozenMap)
    deprecated: bool = False
    instructions: Texts = ()
    resources: tuple[ResourceDescriptor, ...] = ()
    requires: Requires = Field(default_factory=Requires)
    metadata: TextMap = Field(default_factory=FrozenMap)

    @classmethod
    def parse(cls, data: bytes, *, max_bytes: int = MAX_MANIFEST_BYTES) -> Manifest:
        """Reads the bytes of a `skill.json`.

        Args:
            data: Strict JSON in UTF-8 without a byte order mark.
            max_bytes: Bytes accepted, checked before anything is read; inclusive.

        Raises:
            ManifestError: The manifest breaks its contract; `diagnostics` has every breach in
                the order of the text, each with its JSON path, line and column.
            LimitError: `max_bytes` is no positive integer.
        """
        return cls.try_parse(data, max_bytes=max_bytes).unwrap()

    @classmethod
    def try_parse(cls, data: bytes, *, max_bytes: int = MAX_MANIFEST_BYTES) -> Parsed[Manifest]:
        """Reads the bytes of a `skill.json` and gives the result instead of raising.

        Args:
            data: Strict JSON in UTF-8 without a byte order mark.
            max_bytes: Bytes accepted, checked before anything is read; inclusive.

        Raises:
            LimitError: `max_bytes` is no positive integer.
        """
        bound: object = max_bytes
        if isinstance(bound, bool) or not isinstance(bound, int) or bound < 1:
            message = f"got max_bytes {bound!r}, expected a positive integer"
            raise LimitError(message, code="invalid_limit")
        limit = min(max_bytes, 2**31)
        text, findings = _core.parse_manifest(data, max_bytes=limit)
        if text is None:
            return Parsed(error=manifest_error(findings))
        return Parsed(value=manifest_from_json(text))

    def canonical_bytes(self) -> bytes:
        """Returns the form that the embedded digest hashes: every field present, keys sorted.

        The manifest is checked again, so that an altered copy can't pass for a verified one.

        Raises:
            ManifestError: The manifest breaks its contract, or a schema has a float without a
                portable text (`number_not_portable`).
        """
        return checked_text(self, _core.canonical_manifest)

    def __eq__(self, other: object) -> bool:
        """Whether `other` is a manifest that says the same; `1`, `1.0` and `true` differ."""
        return (
            super().__eq__(other) is True
            and isinstance(other, Manifest)
            and same_json(self.input_schema, other.input_schema)
            and same_json(self.output_schema, other.output_schema)
        )

    def __hash__(self) -> int:
        """Returns a hash of what tells manifests apart in practice."""
        return hash((self.id, self.version, self.description, self.resources))


def manifest_from_json(text: bytes) -> Manifest:
    """Makes the typed view of a manifest that the core has written.

    Args:
        text: What the core's `json_bytes` or `canonical_bytes` gave; it is believed.
    """
    return Manifest.from_checked(json.loads(text))


def manifest_json_schema() -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) of `skill.json`.

    It says what JSON Schema can say: rules on paths, ids across lists and schemas are left to
    `Manifest.parse`.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Manifest.model_json_schema(),
    }
