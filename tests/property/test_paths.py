"""Laws of the path rules."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

import metier

COMPONENTS = st.one_of(
    st.text(max_size=8),
    st.text("aAbB.~ -_0é", max_size=8),
    st.sampled_from(["con", "CON.md", ".git", "git~1", "a.", "ß", "SS", "\u0130", "..", ""]),
)
PATHS = st.lists(COMPONENTS, min_size=1, max_size=4).map("/".join)


def refusal(path: str | bytes) -> str | None:
    """The code with which a path is refused; `None` for a portable one."""
    try:
        metier.check_path(path)
    except metier.PathError as error:
        return error.code
    return None


@given(PATHS)
def test_text_and_its_bytes_are_decided_alike(path: str) -> None:
    assert refusal(path) == refusal(path.encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=40))
def test_any_bytes_are_decided_with_a_code(path: bytes) -> None:
    code = refusal(path)
    assert code is None or code.startswith("path_")


@given(PATHS)
def test_accepted_path_is_accepted_after_a_round_trip(path: str) -> None:
    if refusal(path) is None:
        assert unicodedata.normalize("NFC", path) == path
        assert refusal("/".join(path.split("/"))) is None
        assert refusal(path.encode().decode()) is None


@given(PATHS)
def test_every_prefix_of_an_accepted_path_is_accepted(path: str) -> None:
    if refusal(path) is None:
        parts = path.split("/")
        assert all(refusal("/".join(parts[:end])) is None for end in range(1, len(parts) + 1))


@given(st.lists(PATHS, max_size=5))
def test_order_of_a_set_does_not_decide_whether_it_is_refused(paths: list[str]) -> None:
    def refused(given: list[str]) -> bool:
        try:
            metier.check_paths(given)
        except metier.PathError:
            return True
        return False

    assert refused(paths) == refused(paths[::-1])
