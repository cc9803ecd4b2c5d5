"""Laws of reading a `SKILL.md`."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from metier._core import Severity, check_skill_references, read_skill_md, split_tools

PIECES = st.sampled_from(
    [
        *(b"---\n", b"---", b"--- \n", b"name: demo\n", b"description: d\n", b"metadata:\n"),
        *(
            b"  version: 1\n",
            b"\xef\xbb\xbf",
            b"\r",
            b"\r\n",
            b"\t",
            b"&a ",
            b"*a",
            b"!!str ",
            b"{",
        ),
        *(
            b"}",
            b"[",
            b"]",
            b": ",
            b"- ",
            b"? ",
            b"'",
            b'"',
            b"|\n",
            b">-\n",
            b"#",
            b"\\",
            b"`",
            b"%",
        ),
        *(
            b"allowed-tools: ",
            b"x: y: z\n",
            b"[a](../b)\n",
            b"## Resources\n- x/y\n",
            b"\x00",
            b"\xff",
        ),
    ]
)
TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff\ufffe\uffff"),
    min_size=1,
    max_size=80,
)


def refuses_or_reads(data: bytes) -> None:
    for profile in ("strict", "lenient"):
        skill, found = read_skill_md(data, folder="demo", profile=profile)
        failed = any(one.severity == Severity.ERROR for one in found)
        assert (skill is None) == failed
        assert all(one.line is not None and one.line >= 1 for one in found)
        if skill is not None:
            check_skill_references(skill, set())


@given(st.binary(max_size=400))
@example(b"")
@example(b"---")
def test_arbitrary_bytes_give_a_skill_or_an_error_with_a_line(data: bytes) -> None:
    refuses_or_reads(data)


@given(st.lists(PIECES, max_size=40).map(b"".join))
def test_arbitrary_pieces_give_a_skill_or_an_error_with_a_line(data: bytes) -> None:
    refuses_or_reads(b"---\nname: demo\ndescription: d\n" + data)


@given(TEXTS)
@example("1.10")
@example("null")
@example("it's: # --- @ %")
def test_a_quoted_text_is_read_as_it_is(text: str) -> None:
    quoted = text.replace("'", "''")
    data = f"---\nname: demo\ndescription: d\nmetadata:\n  author: '{quoted}'\n---\n".encode()
    skill, _ = read_skill_md(data, folder="demo", profile="strict")
    assert skill is not None
    assert skill.metadata == {"author": text}


@given(st.text("abcXYZ0189.-_/+~ ", min_size=1, max_size=40))
def test_a_plain_text_is_read_as_if_it_were_quoted(text: str) -> None:
    text = f"a{text}z"
    plain, quoted = (
        read_skill_md(
            f"---\nname: demo\ndescription: d\nmetadata:\n  author: {written}\n---\n".encode(),
            folder="demo",
        )[0]
        for written in (text, f"'{text}'")
    )
    assert plain is not None
    assert quoted is not None
    assert plain.metadata == quoted.metadata == {"author": text}


@given(st.sampled_from(["\n", "\r\n", "\r"]), TEXTS)
def test_line_endings_do_not_change_what_is_read(ending: str, body: str) -> None:
    lines = ["---", "name: demo", "description: |-", "  one", "  two", "---", body, ""]
    skill, _ = read_skill_md(ending.join(lines).encode(), folder="demo", profile="strict")
    assert skill is not None
    assert (skill.description, skill.body) == ("one\ntwo", f"{body}{ending}")


@given(st.lists(st.from_regex(r"[A-Za-z]+(\([a-z:* ,]*\))?", fullmatch=True), max_size=6))
def test_tools_joined_by_spaces_split_again(tools: list[str]) -> None:
    assert split_tools(" ".join(tools)) == tools
