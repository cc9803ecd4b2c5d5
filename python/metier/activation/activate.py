"""Checking resolved packages against a runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier.activation.activation import Activation
from metier.activation.assembly import Assembly, interrupted
from metier.activation.bounds import Bounds
from metier.activation.context import Context
from metier.activation.findings import Findings
from metier.activation.runtime import Runtime
from metier.errors import ConfigurationError
from metier.events import emit
from metier.resolution.outcome import Conflict, LimitReached, Resolution

if TYPE_CHECKING:
    from metier.model.limits import Limits

__all__ = ["activate"]


def activate(
    resolution: Resolution | Conflict | LimitReached,
    runtime: Runtime,
    *,
    context: Context | None = None,
    limits: Limits | None = None,
) -> Activation:
    """Checks exact packages against a runtime's tools and knowledge; runs and grants nothing.

    The order of the checks and their codes are those of reference Wuwe, section 8. All problems
    are collected, but for four that end the work at once: `activation_cancelled`,
    `activation_deadline_exceeded`, `resolution_failed` and `package_limit_exceeded`. Beyond
    that, the packages are checked to be complete among themselves (`resolution_not_closed`).

    Args:
        resolution: What `metier.resolve` returned; a `Conflict` or `LimitReached` gives
            `resolution_failed` after its own diagnostics.
        runtime: The tools and knowledge sources there are.
        context: Cancellation and deadline, asked at the start and before each package.
        limits: Bounds; by default 256 packages, 256 KiB of instructions, 128 tools, 128
            capabilities and 128 knowledge requirements. `Limits.wuwe()` gives upstream's.

    Returns:
        An activation, truthy on success. Same inputs give the same one on any machine.

    Raises:
        ConfigurationError: `invalid_runtime`, `invalid_resolution` or `invalid_context` if an
            argument is of the wrong kind.
    """
    if not isinstance(runtime, Runtime):
        raise ConfigurationError(
            f"runtime must be a Runtime, got {type(runtime).__name__}", code="invalid_runtime"
        )
    if not isinstance(resolution, Resolution | Conflict | LimitReached):
        raise ConfigurationError(
            f"resolution must be what metier.resolve returns, got {type(resolution).__name__}",
            code="invalid_resolution",
        )
    emit("skill.activation.started", packages=len(resolution.packages))
    activation = _activated(resolution, runtime, context or Context(), Bounds.of(limits))
    emit(
        "skill.activation.completed" if activation else "skill.activation.failed",
        packages=len(activation.packages),
        instructions=len(activation.instructions),
        tools=len(activation.tools),
        diagnostics=len(activation.diagnostics),
        fingerprint=activation.fingerprint,
    )
    return activation


def _activated(
    resolution: Resolution | Conflict | LimitReached,
    runtime: Runtime,
    context: Context,
    bounds: Bounds,
) -> Activation:
    findings = Findings()
    if not interrupted(context, findings):
        findings = Findings(resolution.diagnostics)
        if not resolution:
            findings.error("resolution_failed", "there is no resolution to activate")
        elif len(resolution.packages) > bounds.max_packages:
            findings.error(
                "package_limit_exceeded",
                f"the resolution has {len(resolution.packages)} packages, "
                f"at most {bounds.max_packages} are activated",
            )
        else:
            return Assembly(runtime, bounds, findings).made_of(resolution.packages, context)
    return Activation(diagnostics=findings.as_tuple())
