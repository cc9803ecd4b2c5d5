"""What an adapter makes of an activation for one runtime."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from metier.activation.activation import Activation
from metier.errors import ConfigurationError
from metier.model.frozen_map import FrozenMap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metier._core import Diagnostic
    from metier.adapters.budget import Usage

__all__ = ["Projection", "activated_metadata", "require_success"]

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection(Generic[Value]):
    """A value for somebody else's runtime, and everything that it does not carry over.

    Attributes:
        value: What the runtime takes; its type is the adapter's.
        losses: What of the activation is not in the value, or is there in another form.
        fingerprint: The fingerprint of the activation that was projected.
        usage: What the value costs a model; `None` where that has no meaning.
        metadata: `wuwe.skills`, the packages as comma-joined `id@version`, and
            `wuwe.skills.fingerprint`, for runtimes that keep notes on a run. Read-only.
    """

    value: Value
    losses: tuple[Diagnostic, ...] = ()
    fingerprint: str
    usage: Usage | None = None
    metadata: Mapping[str, str] = field(default_factory=FrozenMap)

    def __post_init__(self) -> None:
        """Replaces the metadata by a read-only copy."""
        object.__setattr__(self, "metadata", FrozenMap(self.metadata))


def require_success(activation: Activation) -> Activation:
    """Lets only a successful activation through.

    Raises:
        ConfigurationError: `invalid_activation` if it is none, `activation_failed` if it failed.
    """
    if not isinstance(activation, Activation):
        raise ConfigurationError(
            f"an adapter takes an Activation, got {type(activation).__name__}",
            code="invalid_activation",
        )
    if not activation:
        raise ConfigurationError(
            "a failed activation can't be projected",
            code="activation_failed",
            help="look at its diagnostics, or call unwrap() to raise them",
            diagnostics=activation.diagnostics,
        )
    return activation


def activated_metadata(activation: Activation) -> dict[str, str]:
    """Notes for a run: which packages, in the order of the resolution, and their fingerprint."""
    skills = ",".join(f"{package.id}@{package.version}" for package in activation.packages)
    return {"wuwe.skills": skills, "wuwe.skills.fingerprint": activation.fingerprint}
