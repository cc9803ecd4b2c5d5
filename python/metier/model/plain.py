"""What a manifest put together in Python says as JSON, before anything of it is believed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from metier._core import Diagnostic, Requirement, Severity, Version

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["json_text", "steps_path"]

_MAX_DEPTH = 100
"""Levels that are walked; the contract allows 64, so deeper values are refused in any case."""

_MAX_VALUES = 1 << 20
"""Values that are walked; each takes a byte or more of a text that may have 1 MiB."""


def json_text(
    value: object, *, fields: Callable[[object], Mapping[str, object] | None]
) -> tuple[bytes, list[Diagnostic]]:
    """Writes a Python value as JSON text.

    Args:
        value: Mappings, lists, tuples, strings, numbers, booleans, `None`, versions,
            requirements, and whatever `fields` knows.
        fields: Gives the fields of a model, `None` for anything else.

    Returns:
        The text, and a finding for each part that JSON has no form for; there the text has null.
    """
    walk = _Walk(fields)
    plain = walk.plain(value, ())
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode(), walk.findings
    except UnicodeEncodeError:
        # A lone surrogate, which the core refuses with its place when it is escaped.
        return json.dumps(plain, separators=(",", ":")).encode(), walk.findings


def steps_path(steps: tuple[str | int, ...]) -> str:
    """Returns the JSON path of a place, such as `$.resources[0].size`."""
    path = "$"
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        elif step.isascii() and step.isidentifier():
            path += f".{step}"
        else:
            path += f"[{json.dumps(step[:128], ensure_ascii=True)}]"
    return path


class _Walk:
    """One walk over a value, which may be anything."""

    def __init__(self, fields: Callable[[object], Mapping[str, object] | None]) -> None:
        self.fields = fields
        self.findings: list[Diagnostic] = []
        self.values = 0
        self.overflown = False

    def plain(self, value: object, steps: tuple[str | int, ...]) -> object:
        """Returns the value made of dicts, lists, strings, numbers, booleans and `None`."""
        self.values += 1
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, int | float):
            return self._number(value, steps)
        if isinstance(value, Version | Requirement):
            return self._text(value, steps)
        return self._container(value, steps)

    def _container(self, value: object, steps: tuple[str | int, ...]) -> object:
        if self.values > _MAX_VALUES:
            return self._overflow()
        if len(steps) > _MAX_DEPTH:
            return self._refuse("depth_exceeded", "the value is nested too deep", steps)
        if isinstance(value, list | tuple):
            return [self.plain(item, (*steps, index)) for index, item in enumerate(value)]
        mapping = value if isinstance(value, Mapping) else self.fields(value)
        if mapping is None:
            return self._refuse("field_type", f"got {_name(value)}, which json has not", steps)
        return self._mapping(mapping, steps)

    def _mapping(
        self, mapping: Mapping[Any, object], steps: tuple[str | int, ...]
    ) -> dict[str, object]:
        plain: dict[str, object] = {}
        for key, value in mapping.items():
            if isinstance(key, str):
                plain[str(key)] = self.plain(value, (*steps, key))
            else:
                self._refuse("field_type", f"got {_name(key)} as a key, expected a string", steps)
        return plain

    def _overflow(self) -> object:
        if self.overflown:
            return None
        self.overflown = True
        message = f"the value has more than {_MAX_VALUES} parts"
        return self._refuse("value_too_large", message, ())

    def _text(self, value: Version | Requirement, steps: tuple[str | int, ...]) -> object:
        if isinstance(value, Requirement) and value.dialect != "strict":
            message = f"got a requirement in the {value.dialect} dialect, expected the strict one"
            return self._refuse("field_type", message, steps)
        return str(value) if isinstance(value, Version) else value.text

    def _number(self, value: float, steps: tuple[str | int, ...]) -> object:
        # Python refuses to write integers of very many digits, and the core any of over 16.
        if isinstance(value, int) and not -(2**53) < value < 2**53:
            message = "the integer is outside of -9007199254740991 to 9007199254740991"
            return self._refuse("integer_out_of_range", message, steps)
        if not math.isfinite(value):
            message = "NaN and infinities have no form in json"
            return self._refuse("number_not_finite", message, steps)
        return int(value) if isinstance(value, int) else float(value)

    def _refuse(self, code: str, message: str, steps: tuple[str | int, ...]) -> object:
        path = steps_path(steps)
        self.findings.append(Diagnostic(Severity.ERROR, code, message, json_path=path))
        return None


def _name(value: object) -> str:
    return f"a value of type {type(value).__name__}"
