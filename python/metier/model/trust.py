"""How far a host trusts the bytes it was handed."""

from __future__ import annotations

from enum import Enum

from metier.errors import ConfigurationError

__all__ = ["TrustLevel"]


class TrustLevel(Enum):
    """Where text comes from, as far as obeying it goes (reference Wuwe, section 3).

    Levels are declared and ordered from most to least trusted, so `max(levels)` is the level of
    what is made of several texts. A level is set by the host that loads, never by a package.
    """

    SYSTEM_TRUSTED = "system_trusted"
    """Part of the host itself."""
    APPLICATION_TRUSTED = "application_trusted"
    """Chosen and reviewed by whoever runs the host."""
    MODEL_GENERATED = "model_generated"
    """Written by a model."""
    RETRIEVED_UNTRUSTED = "retrieved_untrusted"
    """Fetched or found; the default of every loader."""
    USER_SUPPLIED = "user_supplied"
    """Handed in by a user of the host."""
    TOOL_OUTPUT = "tool_output"
    """Returned by a tool."""

    @classmethod
    def of(cls, level: TrustLevel | str) -> TrustLevel:
        """Returns the level, given itself or its word.

        Raises:
            ConfigurationError: There is no such level (`unknown_trust_level`).
        """
        try:
            return cls(level)
        except ValueError as error:
            raise ConfigurationError(
                f"no trust level is called {level!r}",
                code="unknown_trust_level",
                help="one of " + ", ".join(known.value for known in cls),
            ) from error

    @property
    def is_instruction_trusted(self) -> bool:
        """Whether the text may stand as an instruction; true of the first two levels only."""
        return self in _INSTRUCTION_TRUSTED

    def __setattr__(self, name: str, value: object) -> None:
        """Refuses all but the names that `Enum` keeps for itself while it makes the members."""
        if not name.startswith("_"):
            raise AttributeError(f"a trust level can't be altered: {name}")
        super().__setattr__(name, value)

    def __lt__(self, other: TrustLevel) -> bool:
        """Tells whether this level is more trusted than `other`."""
        if not isinstance(other, TrustLevel):
            return NotImplemented
        return _RANK[self] < _RANK[other]

    def __le__(self, other: TrustLevel) -> bool:
        """Tells whether this level is at least as trusted as `other`."""
        if not isinstance(other, TrustLevel):
            return NotImplemented
        return _RANK[self] <= _RANK[other]

    def __gt__(self, other: TrustLevel) -> bool:
        """Tells whether this level is less trusted than `other`."""
        if not isinstance(other, TrustLevel):
            return NotImplemented
        return _RANK[self] > _RANK[other]

    def __ge__(self, other: TrustLevel) -> bool:
        """Tells whether this level is at most as trusted as `other`."""
        if not isinstance(other, TrustLevel):
            return NotImplemented
        return _RANK[self] >= _RANK[other]

    def __str__(self) -> str:
        """The word for the level, as it stands in JSON and in boundaries."""
        return self.value


_RANK = {level: rank for rank, level in enumerate(TrustLevel)}
_INSTRUCTION_TRUSTED = frozenset({TrustLevel.SYSTEM_TRUSTED, TrustLevel.APPLICATION_TRUSTED})
