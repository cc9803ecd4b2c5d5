"""Packages that a runtime can carry, and what they bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier._core import Severity
from metier.errors import ActivationError

if TYPE_CHECKING:
    from metier._core import Diagnostic
    from metier.activation.capability import Capability
    from metier.activation.instruction import Instruction
    from metier.activation.knowledge import ActivatedKnowledge
    from metier.activation.tool import ToolDescriptor
    from metier.model.package import Package

__all__ = ["Activation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Activation:
    """The outcome of `metier.activate`; truthy if the runtime can carry the packages.

    A failed activation holds diagnostics and nothing else, so nothing of it can be projected by
    mistake.

    Attributes:
        fingerprint: `wuwe.skill.activation.v1` over ids, versions and content digests, as
            `sha256:` and 64 hexadecimal digits; empty on failure.
        assembly_digest: `metier.assembly.v1` over everything a projection depends on, in the
            same form; empty on failure.
        packages: The packages in the order of the resolution: dependencies first.
        instructions: The instructions, by package and then in the order of its manifest.
        tools: Descriptors of the tools skills may use, ascending by name; empty means none.
        capabilities: What the skills mean to do, ascending by name. Never a grant.
        knowledge: The knowledge requirements that are met, by package.
        diagnostics: Everything found, in order: those of the resolution, then those of the
            runtime, then those of each package.
    """

    fingerprint: str = ""
    assembly_digest: str = ""
    packages: tuple[Package, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    tools: tuple[ToolDescriptor, ...] = ()
    capabilities: tuple[Capability, ...] = ()
    knowledge: tuple[ActivatedKnowledge, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        """Tells whether the runtime can carry the packages."""
        return self.fingerprint != ""

    def unwrap(self) -> Activation:
        """Returns the activation itself.

        Raises:
            ActivationError: The activation failed; it has the code of the first error, and all
                diagnostics.
        """
        if self:
            return self
        errors = [found for found in self.diagnostics if found.severity == Severity.ERROR]
        message = "; ".join(found.message for found in errors) or "nothing was activated"
        raise ActivationError(
            message,
            code=errors[0].code if errors else "activation_failed",
            path=errors[0].path if errors else None,
            diagnostics=self.diagnostics,
        )
