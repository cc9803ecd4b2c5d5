"""The file of `--tools`: what the runtime's tools are called and which version they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier import _core
from metier.activation.tool import ToolDescriptor
from metier.errors import ConfigurationError, JsonError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["read_tools"]

_MAX_BYTES = 4 << 20
_KEYS = frozenset({"name", "version", "description"})


def read_tools(path: str) -> tuple[ToolDescriptor, ...]:
    """Reads a JSON array of `{"name", "version", "description"?}`.

    Raises:
        ConfigurationError: The file can't be read or is not such an array; the error names the
            place in it.
    """
    data = _read(path)
    try:
        value = _core.parse_json(data, max_bytes=_MAX_BYTES)
    except JsonError as error:
        raise ConfigurationError(
            error.message,
            code=error.code,
            path=path,
            line=error.line,
            column=error.column,
            json_path=error.json_path,
        ) from error
    if not isinstance(value, list):
        raise _invalid(path, "$", "a tools file is a JSON array of tools")
    return tuple(_tool(path, f"$[{index}]", entry) for index, entry in enumerate(value))


def _read(path: str) -> bytes:
    from pathlib import Path

    try:
        with Path(path).open("rb") as file:
            return file.read(_MAX_BYTES + 1)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        raise ConfigurationError(
            f"{path}: {error.strerror or error}",
            code="root_not_found" if missing else "filesystem_error",
            path=path,
            help="name a JSON file with the runtime's tools" if missing else None,
        ) from error


def _tool(path: str, place: str, entry: object) -> ToolDescriptor:
    if not isinstance(entry, dict):
        raise _invalid(path, place, "a tool is an object")
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise _invalid(path, f"{place}.{unknown[0]}", "a tool has name, version and description")
    return ToolDescriptor(
        _text(path, place, entry, "name"),
        _text(path, place, entry, "version"),
        description=_text(path, place, entry, "description") if "description" in entry else "",
    )


def _text(path: str, place: str, entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise _invalid(path, f"{place}.{key}", f"{key} is text")
    return value


def _invalid(path: str, place: str, message: str) -> ConfigurationError:
    return ConfigurationError(
        message,
        code="tools_file_invalid",
        path=path,
        json_path=place,
        help='write [{"name": "filesystem.read", "version": "1"}]',
    )
