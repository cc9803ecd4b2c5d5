"""How much room skills get, and which whole texts fit into it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from metier.adapters.tokens import EstimatedTokens, TokenCounter
from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Budget", "Usage", "chosen_within"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The bound on what skills may add to a conversation; upstream calls it `limits.skills`.

    Attributes:
        skills: Tokens for all skill messages together, inclusive; `None` for no bound, 0 for
            none at all.
        counter: What counts the tokens.

    Raises:
        ConfigurationError: `invalid_budget` if `skills` is no integer or negative.
    """

    skills: int | None = None
    counter: TokenCounter = field(default_factory=EstimatedTokens, compare=False)

    def __post_init__(self) -> None:
        """Checks the bound."""
        limit: object = self.skills
        if limit is None:
            return
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise ConfigurationError(
                f"skills must be None or an integer from 0, got {limit!r}",
                code="invalid_budget",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a projection costs.

    Attributes:
        characters: Code points of the contents that were kept.
        tokens: Tokens of the messages that were kept, their frames included.
        offered_tokens: Tokens of all messages, before any was dropped.
        counter: What counted.
        approximate: Whether the counts are estimates.
    """

    characters: int
    tokens: int
    offered_tokens: int
    counter: str
    approximate: bool


def chosen_within(limit: int | None, costs: Sequence[int], preference: Sequence[int]) -> set[int]:
    """Chooses whole items by preference: each that fits into what is left is kept.

    Args:
        limit: The bound on the sum of costs, inclusive; `None` for none.
        costs: What each item costs.
        preference: Every index of `costs`, most wanted first.

    Returns:
        The indices kept.
    """
    if limit is None:
        return set(preference)
    kept: set[int] = set()
    left = limit
    for index in preference:
        if costs[index] <= left:
            kept.add(index)
            left -= costs[index]
    return kept
