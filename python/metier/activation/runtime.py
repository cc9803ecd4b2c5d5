"""What a running agent has to offer to skills."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from metier.activation.tool import ToolDescriptor

__all__ = ["Runtime"]


@dataclass(frozen=True, slots=True, init=False)
class Runtime:
    """The tools and knowledge sources of one runtime. A frozen value.

    Attributes:
        tools: Descriptors in the order given. Names that come twice are not refused here:
            activation reports them as `duplicate_tool_descriptor`.
        knowledge: Names of the sources skills may read from.

    Raises:
        ConfigurationError: `invalid_runtime` if either is no collection.

    Example:
        >>> import metier
        >>> runtime = metier.Runtime(tools=[metier.ToolDescriptor("echo", "1")])
        >>> runtime.tools[0].name
        'echo'
    """

    tools: tuple[ToolDescriptor, ...]
    knowledge: frozenset[str]

    def __init__(
        self, *, tools: Iterable[ToolDescriptor] = (), knowledge: Iterable[str] = ()
    ) -> None:
        object.__setattr__(self, "tools", tuple(_collection("tools", tools)))
        object.__setattr__(self, "knowledge", frozenset(_collection("knowledge", knowledge)))


def _collection(name: str, value: object) -> Iterable[object]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ConfigurationError(
            f"{name} must be a collection, got {type(value).__name__}", code="invalid_runtime"
        )
    return value
