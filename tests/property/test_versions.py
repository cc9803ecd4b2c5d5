"""Laws of versions and requirements."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from metier import Requirement, Version

NUMBERS = st.integers(0, 4)
IDENTIFIERS = st.sampled_from(["0", "1", "2", "10", "a", "b", "rc", "-", "0a"])
BUILDS = st.sampled_from(["0", "00", "2", "10", "a", "B", "-"])


@st.composite
def version_texts(draw: st.DrawFn, *, build: bool = True) -> str:
    """Texts of versions, close enough to each other to be equal now and then."""
    text = ".".join(str(draw(NUMBERS)) for _ in range(3))
    prerelease = draw(st.lists(IDENTIFIERS, max_size=2))
    builds = draw(st.lists(BUILDS, max_size=2)) if build else []
    text += "-" + ".".join(prerelease) if prerelease else ""
    return text + ("+" + ".".join(builds) if builds else "")


def versions() -> st.SearchStrategy[Version]:
    """Versions, some equal."""
    return version_texts().map(Version.parse)


@st.composite
def partials(draw: st.DrawFn) -> str:
    """Whole and partial versions of the npm dialect."""
    numbers = [str(draw(NUMBERS)) for _ in range(draw(st.integers(1, 2)))]
    wildcards = draw(st.sampled_from([[], ["x"], ["*"]]))
    partial = st.just(".".join(numbers + wildcards))
    return draw(st.one_of(partial, version_texts(), st.just("*")))


OPERATORS = st.sampled_from(["", "=", ">", ">=", "<", "<=", "^", "~", "~>"])


@st.composite
def npm_conjunctions(draw: st.DrawFn) -> str:
    """What stands between two `||`."""
    if draw(st.booleans()):
        return f"{draw(partials())} - {draw(partials())}"
    comparators = st.tuples(OPERATORS, partials()).map("".join)
    return " ".join(draw(st.lists(comparators, max_size=3)))


NPM = st.lists(npm_conjunctions(), min_size=1, max_size=3).map(" || ".join)


@st.composite
def strict_texts(draw: st.DrawFn) -> str:
    """Requirements of the strict dialect."""
    operators = st.sampled_from(["", "=", ">", ">=", "<", "<=", "^", "~"])
    comparators = draw(
        st.lists(st.tuples(operators, version_texts()).map("".join), min_size=1, max_size=3)
    )
    return draw(st.sampled_from([" ", ",", " , ", "\t"])).join(comparators)


@given(versions(), versions(), versions())
def test_order_is_total_and_transitive(a: Version, b: Version, c: Version) -> None:
    assert [a < b, a == b, a > b].count(True) == 1
    if a <= b <= c:
        assert a <= c


@given(versions(), versions())
def test_equality_is_identity_of_text_and_agrees_with_hash(a: Version, b: Version) -> None:
    assert (a == b) == (str(a) == str(b))
    if a == b:
        assert hash(a) == hash(b)


@given(versions(), versions())
def test_order_refines_precedence(a: Version, b: Version) -> None:
    if a.precedence < b.precedence:
        assert a < b
    if a.precedence == b.precedence:
        assert (a < b) == (a.build < b.build)


@given(versions())
def test_text_round_trips(version: Version) -> None:
    assert Version.parse(str(version)) == version


@given(st.text(max_size=20))
def test_any_text_is_a_version_or_gives_a_code(text: str) -> None:
    parsed = Version.try_parse(text)
    assert str(parsed.value) == text if parsed else parsed.error.code.startswith("version_")


@given(st.text("0123456789.xX*^~<>=|- vab+,", max_size=24), st.sampled_from(["strict", "npm"]))
def test_any_text_is_a_requirement_or_gives_a_code(text: str, dialect: str) -> None:
    parsed = Requirement.try_parse(text, dialect=dialect)
    if not parsed:
        assert parsed.error.code.startswith("requirement_")
        assert 0 <= parsed.error.offset <= len(text)


def reread(requirement: Requirement) -> Requirement:
    """The requirement that the canonical text names, in the dialect it promises."""
    normalized = requirement.normalized
    return Requirement.parse(normalized, dialect="npm" if "||" in normalized else "strict")


@given(NPM, versions())
def test_normalized_npm_names_the_same_versions_and_is_stable(text: str, version: Version) -> None:
    requirement = Requirement.parse(text, dialect="npm")
    twin = reread(requirement)
    assert twin.normalized == requirement.normalized
    assert twin.matches(version) == requirement.matches(version)


@given(text=strict_texts(), version=versions(), prereleases=st.booleans())
def test_normalized_strict_names_the_same_versions_with_the_rule_lifted_too(
    text: str, version: Version, *, prereleases: bool
) -> None:
    requirement = Requirement.parse(text)
    twin = reread(requirement)
    assert twin.normalized == requirement.normalized
    assert twin.matches(version, prereleases=prereleases) == requirement.matches(
        version, prereleases=prereleases
    )


@given(text=version_texts(build=False), version=versions(), prereleases=st.booleans())
def test_caret_equals_its_expansion(text: str, version: Version, *, prereleases: bool) -> None:
    base = Version.parse(text)
    if base.major:
        end = f"{base.major + 1}.0.0"
    elif base.minor:
        end = f"0.{base.minor + 1}.0"
    else:
        end = f"0.0.{base.patch + 1}"
    caret, expansion = Requirement.parse(f"^{text}"), Requirement.parse(f">={text} <{end}-0")
    assert caret.matches(version, prereleases=prereleases) == expansion.matches(
        version, prereleases=prereleases
    )


@given(text=version_texts(build=False), version=versions(), prereleases=st.booleans())
def test_tilde_equals_its_expansion(text: str, version: Version, *, prereleases: bool) -> None:
    base = Version.parse(text)
    end = f"{base.major}.{base.minor + 1}.0-0"
    tilde, expansion = Requirement.parse(f"~{text}"), Requirement.parse(f">={text} <{end}")
    assert tilde.matches(version, prereleases=prereleases) == expansion.matches(
        version, prereleases=prereleases
    )


@given(
    parts=st.lists(npm_conjunctions(), min_size=1, max_size=3),
    version=versions(),
    prereleases=st.booleans(),
)
def test_npm_union_matches_exactly_if_one_of_its_parts_does(
    parts: list[str], version: Version, *, prereleases: bool
) -> None:
    def matches(text: str) -> bool:
        requirement = Requirement.parse(text, dialect="npm")
        return requirement.matches(version, prereleases=prereleases)

    assert matches(" || ".join(parts)) == any(map(matches, parts))


@given(st.lists(st.tuples(OPERATORS, partials()).map("".join), min_size=1, max_size=3), versions())
def test_npm_conjunction_matches_a_release_exactly_if_all_comparators_do(
    comparators: list[str], version: Version
) -> None:
    def matches(text: str) -> bool:
        return Requirement.parse(text, dialect="npm").matches(version, prereleases=True)

    assert matches(" ".join(comparators)) == all(map(matches, comparators))


@given(strict_texts(), versions())
def test_prerelease_rule_only_removes_prereleases(text: str, version: Version) -> None:
    requirement = Requirement.parse(text)
    lifted = requirement.matches(version, prereleases=True)
    if requirement.matches(version):
        assert lifted
    elif lifted:
        assert version.is_prerelease
