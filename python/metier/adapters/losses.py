"""What projections commonly lose, as diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier._core import Diagnostic, Severity
from metier.adapters.boundary import visible

if TYPE_CHECKING:
    from collections.abc import Collection

    from metier.activation.activation import Activation
    from metier.activation.instruction import Instruction

__all__ = ["hidden_characters", "uncarried"]


def hidden_characters(instruction: Instruction) -> list[Diagnostic]:
    """Says how many hidden characters a boundary writes out, if there are any."""
    count = visible(instruction.text)[1]
    if not count:
        return []
    message = f"{count} hidden characters of {instruction.resource!r} are written out"
    return [
        Diagnostic(Severity.WARNING, "characters_made_visible", message, path=instruction.skill)
    ]


def uncarried(
    activation: Activation, *, carried: Collection[str] = (), by: str
) -> list[Diagnostic]:
    """Says which parts of an activation a kind of value has no place for.

    Args:
        activation: What is projected.
        carried: The parts that have a place: of `tools`, `knowledge`, `capabilities`.
        by: What the values are called, in the plural.
    """
    names = {
        "tools": [tool.name for tool in activation.tools],
        "knowledge": [knowledge.source for knowledge in activation.knowledge],
        "capabilities": [capability.name for capability in activation.capabilities],
    }
    return [
        Diagnostic(
            Severity.INFORMATION,
            f"{kind}_not_carried",
            f"{by} carry no {kind}: {', '.join(listed)}",
        )
        for kind, listed in names.items()
        if listed and kind not in carried
    ]
