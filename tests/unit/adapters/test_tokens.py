"""The estimate of tokens."""

from __future__ import annotations

import pytest

from metier.adapters.tokens import EstimatedTokens


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("漢字", 2), ("ab漢cd😀", 3)]
)
def test_estimate_is_a_quarter_of_ascii_rounded_up_and_each_other_character(text: str, tokens: int):
    assert EstimatedTokens().count(text) == tokens


def test_estimate_says_it_is_one():
    assert (EstimatedTokens().name, EstimatedTokens().approximate) == ("estimate", True)
