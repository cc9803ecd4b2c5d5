"""The tools a runtime has, as far as activation needs to know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from metier._core import canonical_json
from metier.errors import ConfigurationError, JsonError
from metier.model.frozen_map import freeze, thaw

__all__ = ["ToolDescriptor"]

SideEffect = Literal["unknown", "none", "read", "write", "destructive"]
Approval = Literal["policy", "never", "always"]

_MAX_VERSION_BYTES = 255


@dataclass(frozen=True, slots=True)
class ToolDescriptor:
    """One tool of a runtime. A frozen value that says what a tool is and runs nothing.

    A descriptor that makes no sense is not refused here: activation reports it as
    `invalid_tool_descriptor` together with everything else that is wrong.

    Attributes:
        name: The name skills ask for and models call; not empty.
        version: Opaque text of 1 to 255 bytes, compared byte for byte with a skill's
            `exact_version`.
        description: What a model reads about the tool.
        input_schema: JSON Schema of the arguments: a mapping, a boolean, or `None` if there is
            none. Kept as read-only copies, so later changes to the caller's own are not seen.
        side_effect: What a call may do: `none`, `read`, `write`, `destructive` or `unknown`.
        idempotent: Whether calling twice does no more than once; `None` if that is not known.
        approval: Who decides on a call: the host's `policy`, or it is `always` or `never` asked.

    Raises:
        ConfigurationError: `value_too_deep` if the schema can't be copied, because it has no end.
    """

    name: str
    version: str
    description: str = ""
    input_schema: Mapping[str, object] | bool | None = field(default=None, hash=False)
    side_effect: SideEffect = "unknown"
    idempotent: bool | None = None
    approval: Approval = "policy"

    def __post_init__(self) -> None:
        """Replaces the schema by a read-only copy."""
        try:
            object.__setattr__(self, "input_schema", freeze(self.input_schema))
        except RecursionError:
            raise ConfigurationError(
                f"the input_schema of tool {self.name!r} is nested too deep or has no end",
                code="value_too_deep",
            ) from None

    def problem(self) -> str | None:
        """Says what is wrong with the descriptor; `None` if nothing is."""
        for name in ("name", "version", "description"):
            if not _is_text(getattr(self, name)):
                return f"{name} is no Unicode text"
        if not self.name:
            return "name is empty"
        if not 1 <= len(self.version.encode()) <= _MAX_VERSION_BYTES:
            return f"version must have 1 to {_MAX_VERSION_BYTES} bytes"
        if self.side_effect not in get_args(SideEffect):
            return f"side_effect {self.side_effect!r} is unknown"
        if self.approval not in get_args(Approval):
            return f"approval {self.approval!r} is unknown"
        return self._schema_problem()

    def _schema_problem(self) -> str | None:
        schema: object = self.input_schema
        if not isinstance(schema, Mapping | bool | None):
            return "input_schema is neither a mapping nor a boolean"
        try:
            canonical_json(thaw(schema))
        except RecursionError:
            return "input_schema is nested too deep"
        except JsonError as error:
            return f"input_schema is no JSON: {error.message}"
        return None


def _is_text(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
