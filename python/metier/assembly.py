"""From a folder of skills to an activation, in one call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from metier.activation.activate import activate
from metier.loading.discovery import discover
from metier.model.trust import TrustLevel
from metier.registry.registry import Registry
from metier.resolution.resolve import resolve

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from metier._core import Requirement
    from metier.activation.activation import Activation
    from metier.activation.context import Context
    from metier.activation.runtime import Runtime
    from metier.model.limits import Limits

__all__ = ["assemble"]


def assemble(
    path: str | os.PathLike[str],
    roots: Sequence[str | tuple[str, Requirement]],
    runtime: Runtime,
    *,
    profile: Literal["lenient", "strict"] = "lenient",
    follow_links: bool = False,
    trust: TrustLevel | str = TrustLevel.RETRIEVED_UNTRUSTED,
    context: Context | None = None,
    limits: Limits | None = None,
) -> Activation:
    """Discovers, registers, resolves and activates the skills below a folder.

    Args:
        path: The folder.
        roots: What is asked for: `id@range` in npm dialect, or an id and a requirement.
        runtime: The tools and knowledge sources there are.
        profile: How strictly skills are read.
        trust: How far the host trusts what is below the folder.
        follow_links: Whether linked skill folders are entered if they end inside `path`.
        context: Cancellation and deadline of the activation.
        limits: Bounds of resolving and activating.

    Returns:
        The activation. Its diagnostics begin with those of discovery and registration; an error
        there is about one skill, and fails the activation only if that skill is needed.

    Raises:
        RequirementError: A root has no readable requirement.
        ConfigurationError: An argument is of the wrong kind.

    Example:
        >>> import metier
        >>> metier.assemble("./skills", ["review@^1"], metier.Runtime())  # doctest: +SKIP
    """
    discovery = discover(
        path, profile=profile, follow_links=follow_links, limits=limits, trust=trust
    )
    registry = Registry()
    registered = registry.register_many(discovery.packages)
    resolution = resolve(registry.snapshot(), roots, limits=limits)
    activation = activate(resolution, runtime, context=context, limits=limits)
    found = [*discovery.diagnostics]
    for result in registered:
        found += result.diagnostics
    return replace(activation, diagnostics=(*found, *activation.diagnostics))
