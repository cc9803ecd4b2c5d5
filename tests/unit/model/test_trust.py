"""`TrustLevel`."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest

from metier import TrustLevel


def test_trust_levels_ascend_from_most_to_least_trusted():
    assert [level.value for level in sorted(TrustLevel)] == [
        "system_trusted",
        "application_trusted",
        "model_generated",
        "retrieved_untrusted",
        "user_supplied",
        "tool_output",
    ]


@pytest.mark.parametrize(("more", "less"), list(pairwise(TrustLevel)))
def test_trust_level_compares_less_when_more_trusted(more: TrustLevel, less: TrustLevel):
    assert (more < less, more <= less, more > less, more >= less) == (True, True, False, False)


def test_trust_max_is_the_least_trusted_level():
    levels = [TrustLevel.SYSTEM_TRUSTED, TrustLevel.TOOL_OUTPUT, TrustLevel.MODEL_GENERATED]
    assert max(levels) is TrustLevel.TOOL_OUTPUT


def test_trust_of_instructions_holds_for_the_first_two_levels_only():
    trusted = {level for level in TrustLevel if level.is_instruction_trusted}
    assert trusted == {TrustLevel.SYSTEM_TRUSTED, TrustLevel.APPLICATION_TRUSTED}


def test_trust_level_reads_from_its_word():
    assert TrustLevel("user_supplied") is TrustLevel.USER_SUPPLIED
    assert str(TrustLevel.USER_SUPPLIED) == "user_supplied"


def test_trust_level_does_not_compare_with_text():
    with pytest.raises(TypeError):
        sorted([TrustLevel.TOOL_OUTPUT, "user_supplied"])


def test_trust_level_pickles_to_itself():
    assert pickle.loads(pickle.dumps(TrustLevel.TOOL_OUTPUT)) is TrustLevel.TOOL_OUTPUT  # noqa: S301
