"""Counting what text costs a model."""

from __future__ import annotations

import re
from typing import Protocol

__all__ = ["EstimatedTokens", "TokenCounter"]

_ASCII = re.compile(r"[\x00-\x7f]+")


class TokenCounter(Protocol):
    """Whatever counts tokens."""

    @property
    def name(self) -> str:
        """What counted, as it stands in a report."""

    @property
    def approximate(self) -> bool:
        """Whether the counts are estimates."""

    def count(self, text: str) -> int:
        """Counts the tokens of a text."""


class EstimatedTokens:
    """Four ASCII characters a token, one token for each other character, rounded up.

    Needs no model and is the same everywhere (reference Wuwe, section 9); real tokenizers
    differ, which `approximate` says.
    """

    name = "estimate"
    approximate = True

    def count(self, text: str) -> int:
        """Counts in O(length)."""
        ascii_characters = sum(len(run) for run in _ASCII.findall(text))
        return -(-ascii_characters // 4) + len(text) - ascii_characters
