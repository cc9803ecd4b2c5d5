"""The bounds of one activation, with their defaults filled in."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metier.model.limits import Limits

__all__ = ["Bounds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much one activation may hold; all bounds are inclusive (spec 05)."""

    max_packages: int = 256
    max_instruction_bytes: int = 256 << 10
    max_tools: int = 128
    max_capabilities: int = 128
    max_knowledge: int = 128

    @classmethod
    def of(cls, limits: Limits | None) -> Bounds:
        """Takes what `limits` sets, and the defaults for the rest."""
        if limits is None:
            return cls()
        packages = limits.max_activated_packages
        chosen = {
            "max_packages": limits.max_packages if packages is None else packages,
            "max_instruction_bytes": limits.max_instruction_bytes,
            "max_tools": limits.max_tools,
            "max_capabilities": limits.max_capabilities,
            "max_knowledge": limits.max_knowledge,
        }
        return cls(**{name: bound for name, bound in chosen.items() if bound is not None})

    def as_dict(self) -> dict[str, int]:
        """The bounds by name, as they stand in the assembly digest."""
        return asdict(self)
