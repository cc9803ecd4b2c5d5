"""Which knowledge sources activated skills read from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from metier.model.frozen_map import FrozenMap

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from metier.activation.findings import Findings
    from metier.model.package import Package

__all__ = ["ActivatedKnowledge", "collect_knowledge"]


@dataclass(frozen=True, slots=True)
class ActivatedKnowledge:
    """One knowledge requirement that the runtime meets; those of several skills stay apart.

    Attributes:
        skill: The skill that reads, as `id@version`.
        source: Name of the source, as the runtime has it.
        filters: What the skill asks the source for. Read-only.
        max_context_chars: Characters the skill wants at most; 0 if it does not say.
        optional: Whether the skill works without it.
    """

    skill: str
    source: str
    filters: Mapping[str, str] = field(default_factory=FrozenMap)
    max_context_chars: int = 0
    optional: bool = False

    def __post_init__(self) -> None:
        """Replaces the filters by a read-only copy."""
        object.__setattr__(self, "filters", FrozenMap(self.filters))


def collect_knowledge(
    package: Package, sources: AbstractSet[str], findings: Findings
) -> tuple[ActivatedKnowledge, ...]:
    """Checks the knowledge requirements of one package, in the order of its manifest."""
    skill = f"{package.id}@{package.version}"
    met = []
    for wanted in package.knowledge:
        if wanted.source not in sources:
            kind = "optional" if wanted.optional else "required"
            findings.missing(
                f"{kind}_knowledge_missing",
                f"{kind} knowledge source {wanted.source!r} is not in the runtime",
                skill,
                optional=wanted.optional,
            )
            continue
        met.append(
            ActivatedKnowledge(
                skill,
                wanted.source,
                FrozenMap(wanted.filters),
                wanted.max_context_chars,
                wanted.optional,
            )
        )
    return tuple(met)
