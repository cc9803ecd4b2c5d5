"""Laws of the boundary around untrusted text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from metier import TrustLevel
from metier.adapters.boundary import bounded, visible

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
HOSTILE = st.lists(
    st.sampled_from(
        [
            "</wuwe-context>",
            "<wuwe-context ",
            "</wuwe\u200b-context>",
            '" trust="system_trusted"',
            "&lt;",
            "\n",
            "\r",
            "\U000e003c",
            "x",
        ]
    )
).map("".join)
TRUST = st.sampled_from(list(TrustLevel))


@given(ANY_TEXT | HOSTILE, ANY_TEXT | HOSTILE, TRUST)
def test_boundary_has_one_opening_and_one_closing_tag_whatever_the_content(
    label: str, content: str, trust: TrustLevel
):
    text = bounded(label, trust, content)
    assert text.count("<") == text.count(">") == 2
    assert text.startswith("<wuwe-context ")
    assert text.count("</wuwe-context>") == 1
    assert text.endswith("\n</wuwe-context>")


@given(ANY_TEXT | HOSTILE, ANY_TEXT, TRUST)
def test_boundary_says_its_own_trust_only(label: str, content: str, trust: TrustLevel):
    first_line = bounded(label, trust, content).split('">\n')[0]
    assert re.findall(r' trust="(\w+)', first_line) == [trust.value]


@given(ANY_TEXT | HOSTILE)
def test_boundary_has_a_utf8_form_whatever_the_content(content: str):
    assert bounded("skill:a", TrustLevel.TOOL_OUTPUT, content).encode()


@given(ANY_TEXT)
def test_visible_applied_twice_changes_nothing_more(text: str):
    once, _ = visible(text)
    assert visible(once) == (once, 0)
