"""What the models of a manifest have in common: the core checks, pydantic shows.

A part is never made by pydantic's own validation: its constructor and its `model_validate`
family write what they are given as JSON, let the core check that, and build the frozen value
from the text the core gives back. The core schemas here are what a model of somebody else's
and the exported JSON Schema see.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NoReturn, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import core_schema

from metier import _core
from metier._core import Diagnostic
from metier.errors import ManifestError
from metier.model.frozen_map import FrozenMap, freeze, thaw
from metier.model.plain import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

__all__ = [
    "Count",
    "Identifier",
    "JsonSchema",
    "Part",
    "Reader",
    "Text",
    "TextMap",
    "TextOf",
    "Texts",
    "checked_text",
    "each",
    "manifest_error",
]


Reader = Callable[[Any], object]
"""Makes the frozen value of a field from its checked JSON."""


class TextOf:
    """Tells pydantic of a core value that is written as text."""

    def __init__(self, kind: type, read: Callable[[str], object]) -> None:
        self.kind = kind
        self.read = read

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Takes the value or its text; writes its text in JSON."""
        text = core_schema.no_info_after_validator_function(
            self.read, core_schema.str_schema(min_length=1)
        )
        value = core_schema.is_instance_schema(self.kind)
        return core_schema.json_or_python_schema(
            json_schema=text,
            python_schema=core_schema.union_schema([value, text]),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda value: getattr(value, "text", None) or str(value),
                return_schema=core_schema.str_schema(),
                when_used="json",
            ),
        )


class _Map:
    """Tells pydantic of a `FrozenMap`, alone or where a boolean may stand instead."""

    def __init__(self, values: CoreSchema, *, or_flag: bool = False) -> None:
        self.values = values
        self.or_flag = or_flag

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Takes a mapping and freezes it; writes a dict."""
        read = core_schema.no_info_after_validator_function(
            freeze, core_schema.dict_schema(core_schema.str_schema(), self.values)
        )
        value = core_schema.is_instance_schema(FrozenMap)
        kinds = [core_schema.bool_schema(strict=True)] if self.or_flag else []
        return core_schema.json_or_python_schema(
            json_schema=core_schema.union_schema([*kinds, read]) if kinds else read,
            python_schema=core_schema.union_schema([*kinds, value, read]),
            serialization=core_schema.plain_serializer_function_ser_schema(thaw),
        )


Text = Annotated[str, Field(min_length=1)]
Texts = Annotated[tuple[Text, ...], Field(json_schema_extra={"uniqueItems": True})]
Identifier = Annotated[
    str,
    Field(min_length=1, max_length=255, pattern=r"^[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*$"),
]
Count = Annotated[int, Field(ge=0, le=2**53 - 1)]
TextMap = Annotated[
    FrozenMap[str], _Map(core_schema.str_schema()), Field(json_schema_extra={"default": {}})
]
JsonSchema = Annotated[
    FrozenMap[object] | bool,
    _Map(core_schema.any_schema(), or_flag=True),
    Field(json_schema_extra={"default": {}}),
]


class Part(BaseModel):
    """An object of the contract: checked by the core when it is made, then frozen."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", validate_default=False)

    part_name: ClassVar[str]
    readers: ClassVar[dict[str, Reader]] = {}

    if not TYPE_CHECKING:

        def __init__(self, /, **fields: object) -> None:
            built = self.from_checked(
                _checked(self.part_name, _without_absent(self.part_name, fields))
            )
            for name in ("__dict__", "__pydantic_fields_set__"):
                object.__setattr__(self, name, getattr(built, name))
            object.__setattr__(self, "__pydantic_extra__", None)
            object.__setattr__(self, "__pydantic_private__", None)

        def __setattr__(self, name: str, value: object) -> NoReturn:
            """Refuses, as frozen dataclasses do."""
            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name: str) -> NoReturn:
            """Refuses, as frozen dataclasses do."""
            raise FrozenInstanceError(f"cannot delete field {name!r}")

        @classmethod
        def model_validate(cls, obj: object, **_options: object) -> Self:
            """Checks a mapping of fields as the constructor does; an instance is given back."""
            if isinstance(obj, cls):
                return obj
            return cls.from_checked(_checked(cls.part_name, obj))

        @classmethod
        def model_validate_json(cls, json_data: str | bytes, **_options: object) -> Self:
            """Checks the JSON text of this object."""
            data = json_data
            if isinstance(data, str):
                data = data.encode("utf-8", "surrogatepass")
            text, findings = _core.parse_manifest(bytes(data), part=cls.part_name)
            if text is None:
                raise manifest_error(findings)
            return cls.from_checked(json.loads(text))

        @classmethod
        def model_validate_strings(cls, obj: object, **options: object) -> Self:
            """Checks a mapping of fields as the constructor does: text is never taken for more."""
            return cls.model_validate(obj, **options)

    @classmethod
    def from_checked(cls, fields: dict[str, Any]) -> Self:
        """Makes the object from complete, checked JSON."""
        readers = cls.readers
        for name in readers:
            fields[name] = readers[name](fields[name])
        return cls.model_construct(**fields)


def each(kind: type[Part]) -> Reader:
    """Reads a list of checked objects."""
    return lambda rows: tuple(kind.from_checked(row) for row in rows)


def _present_fields(value: object) -> Mapping[str, object] | None:
    """Gives the fields of a model; none for anything else."""
    if not isinstance(value, Part):
        return None
    return _without_absent(value.part_name, value.__dict__)


def _without_absent(part: str, fields: Mapping[str, object]) -> Mapping[str, object]:
    """Leaves out a tool version of `None`, which in JSON is an absent field."""
    if part == "tool" and fields.get("exact_version", "") is None:
        return {name: value for name, value in fields.items() if name != "exact_version"}
    if part == "manifest":
        return {"schema_version": 1, **fields}
    return fields


def _checked(part: str, value: object) -> dict[str, Any]:
    """Checks a Python value as a part of the contract and gives it complete."""
    fields: dict[str, Any] = json.loads(
        checked_text(value, lambda text: _core.parse_manifest(text, part=part))
    )
    return fields


def checked_text(
    value: object, check: Callable[[bytes], tuple[bytes | None, list[Diagnostic]]]
) -> bytes:
    """Writes a Python value as JSON and gives what the core makes of it.

    Raises:
        ManifestError: Parts of the value have no form in JSON, or the core finds breaches. Lines
            of a text that nobody wrote mean nothing, so findings have their JSON path alone.
    """
    text, refused = json_text(value, fields=_present_fields)
    outcome, findings = check(text)
    if outcome is not None and not refused:
        return outcome
    known = {row.json_path for row in refused}
    found = [
        Diagnostic(row.severity, row.code, row.message, json_path=row.json_path, help=row.help)
        for row in findings
        if row.json_path not in known
    ]
    raise manifest_error([*refused, *found])


def manifest_error(findings: Sequence[Diagnostic]) -> ManifestError:
    """Makes the exception of one or more findings, which shows the first."""
    first = findings[0]
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return ManifestError(
        f"{first.json_path}: {first.message}{more}",
        code=first.code,
        line=first.line,
        column=first.column,
        json_path=first.json_path,
        help=first.help,
        diagnostics=findings,
    )
