"""Strict JSON under the limits of a caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier import _core

if TYPE_CHECKING:
    from metier.model.limits import Limits

__all__ = ["parse_json"]

_BOUNDS = {
    "max_bytes": "max_json_bytes",
    "max_string_bytes": "max_string_bytes",
    "max_items": "max_collection_items",
    "max_depth": "max_json_depth",
}
"""The core's names of the bounds, and those they have in `Limits`."""


def parse_json(data: bytes | str, *, limits: Limits | None = None) -> object:
    """Returns the value of a strict JSON document (RFC 8259, spec 01).

    Objects become dicts in the order of the text. A literal without fraction or exponent becomes
    an int (`-0` is 0), any other number a float. O(bytes), without recursion.

    Args:
        data: UTF-8, or text.
        limits: Its `max_json_bytes`, `max_string_bytes`, `max_collection_items` and
            `max_json_depth` bound the document, all inclusive; what is `None` keeps its default.

    Raises:
        JsonError: The document is not strict JSON or exceeds a limit; `offset`, `line`, `column`
            and `json_path` say where.

    Example:
        >>> import metier
        >>> metier.parse_json(b'{"a": [1, 2.0]}')
        {'a': [1, 2.0]}
    """
    if limits is None:
        return _core.parse_json(data)
    bounds = {name: getattr(limits, ours) for name, ours in _BOUNDS.items()}
    given: dict[str, int] = {name: bound for name, bound in bounds.items() if bound is not None}
    return _core.parse_json(data, **given)
