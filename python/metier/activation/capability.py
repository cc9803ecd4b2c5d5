"""What activated skills mean to do, merged for whoever admits them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from metier.model.frozen_map import FrozenMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metier.model import resource

__all__ = ["Capability", "merge_capabilities"]

Risk = Literal["low", "medium", "high", "critical"]

_RISKS: tuple[Risk, ...] = get_args(Risk)


@dataclass(frozen=True, slots=True)
class Capability:
    """One capability over all activated skills: information for admission, never a grant.

    Attributes:
        name: What it is called; unique in an activation.
        risk: The highest any skill gives it: `low`, `medium`, `high` or `critical`.
        summary: The summary of the first skill that has it.
        resources: What it touches, over all skills, ascending, each once.
        metadata: Keys of all skills; a key that several have keeps its first value. Read-only.
    """

    name: str
    risk: Risk
    summary: str
    resources: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=FrozenMap)

    def __post_init__(self) -> None:
        """Replaces the metadata by a read-only copy."""
        object.__setattr__(self, "metadata", FrozenMap(self.metadata))


def merge_capabilities(declared: Iterable[resource.Capability]) -> tuple[Capability, ...]:
    """Merges capabilities of one name conservatively (reference Wuwe, section 8, step 6).

    Args:
        declared: The capabilities of all packages, in the order of the resolution.

    Returns:
        One capability a name, ascending by name.
    """
    merged: dict[str, Capability] = {}
    for capability in declared:
        known = merged.get(capability.name)
        merged[capability.name] = _taken(capability) if known is None else _both(known, capability)
    return tuple(merged[name] for name in sorted(merged))


def _taken(capability: resource.Capability) -> Capability:
    resources = tuple(sorted(set(capability.resources)))
    return Capability(
        capability.name,
        capability.risk,
        capability.summary,
        resources,
        FrozenMap(capability.metadata),
    )


def _both(known: Capability, other: resource.Capability) -> Capability:
    return Capability(
        known.name,
        max(known.risk, other.risk, key=_RISKS.index),
        known.summary,
        tuple(sorted({*known.resources, *other.resources})),
        {**dict(other.metadata), **known.metadata},
    )
