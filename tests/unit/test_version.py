from __future__ import annotations

import copy
import pickle

import pytest

import metier
from metier import Parsed, Requirement, Version


def test_version_has_its_parts():
    version = Version.parse("1.2.3-rc.1+linux.7")
    assert (version.major, version.minor, version.patch) == (1, 2, 3)
    assert version.prerelease == ("rc", "1")
    assert version.build == ("linux", "7")
    assert version.is_prerelease


def test_version_survives_pickle_and_copy():
    version = Version.parse("1.2.3-rc.1+linux")
    for twin in (pickle.loads(pickle.dumps(version)), copy.copy(version), copy.deepcopy(version)):  # noqa: S301
        assert twin == version
        assert hash(twin) == hash(version)


def test_version_compared_with_text_is_a_type_error():
    with pytest.raises(TypeError):
        _ = Version.parse("1.0.0") < "2.0.0"


def test_precedence_of_equal_precedence_is_one_key():
    keys = {Version.parse(text).precedence for text in ("1.0.0-a.1+x", "1.0.0-a.1+y", "1.0.0-a.1")}
    assert len(keys) == 1


def test_version_error_has_code_and_offset():
    with pytest.raises(metier.VersionError) as caught:
        Version.parse("1.2.x")
    assert caught.value.code == "version_number_missing"
    assert caught.value.offset == 4


def test_version_with_lone_surrogate_is_refused():
    assert Version.try_parse("1.0.0-\ud800").error.code == "version_character_invalid"


def test_requirement_keeps_text_and_dialect():
    requirement = Requirement.parse("  >=1.0.0 , <2.0.0\n")
    assert requirement.text == ">=1.0.0 , <2.0.0"
    assert requirement.dialect == "strict"
    assert requirement.normalized == ">=1.0.0 <2.0.0"


def test_requirement_equality_covers_text_and_dialect():
    same = [Requirement.parse("1.0.0", dialect="npm") for _ in range(2)]
    assert same[0] == same[1]
    assert hash(same[0]) == hash(same[1])
    assert same[0] != Requirement.parse("1.0.0")
    assert same[0] != Requirement.parse("=1.0.0", dialect="npm")


def test_requirement_survives_pickle_and_copy():
    requirement = Requirement.parse("1.x || 3", dialect="npm")
    for twin in (pickle.loads(pickle.dumps(requirement)), copy.deepcopy(requirement)):  # noqa: S301
        assert twin == requirement
        assert twin.dialect == "npm"


@pytest.mark.parametrize(
    ("text", "dialect", "normalized"),
    [
        ("^1.2.3", "strict", ">=1.2.3 <2.0.0-0"),
        ("~0.2.3", "strict", ">=0.2.3 <0.3.0-0"),
        ("1.2.3+a", "strict", "=1.2.3+a"),
        ("any", "strict", "*"),
        ("1.2.3+a", "npm", ">=1.2.3 <=1.2.3"),
        ("2.x || 1.x || 2", "npm", ">=1.0.0 <2.0.0-0 || >=2.0.0 <3.0.0-0"),
        (">2 <1", "npm", "<0.0.0-0"),
        ("1.2", "cargo", ">=1.2.0 <2.0.0-0"),
    ],
)
def test_normalized_is_the_tightest_bounds(text: str, dialect: str, normalized: str):
    assert Requirement.parse(text, dialect=dialect).normalized == normalized


def test_requirement_error_has_code_and_offset():
    with pytest.raises(metier.RequirementError) as caught:
        Requirement.parse(">=1.0.0, ,<2.0.0")
    assert caught.value.code == "requirement_character_invalid"
    assert caught.value.offset == 9


def test_requirement_in_unknown_dialect_is_refused():
    with pytest.raises(metier.RequirementError) as caught:
        Requirement.parse("1", dialect="pip")
    assert caught.value.code == "requirement_dialect_unknown"


def test_parsed_success_is_true_and_unwraps():
    parsed = Version.try_parse("1.0.0")
    assert isinstance(parsed, Parsed)
    assert parsed
    assert parsed.unwrap() == parsed.value == Version.parse("1.0.0")
    assert parsed.diagnostics == ()


def test_parsed_failure_is_false_and_unwrap_raises_its_error():
    parsed = Requirement.try_parse("^1")
    assert not parsed
    assert parsed.value is None
    assert [found.code for found in parsed.diagnostics] == ["requirement_version_invalid"]
    with pytest.raises(metier.RequirementError) as caught:
        parsed.unwrap()
    assert caught.value is parsed.error


def test_parsed_is_frozen():
    with pytest.raises(AttributeError):
        Version.try_parse("1.0.0").value = None


@pytest.mark.parametrize(
    ("text", "dialect", "code"),
    [
        ("", "strict", "requirement_empty"),
        (" \t\n", "strict", "requirement_empty"),
        ("=" + "1" * 4096, "strict", "requirement_too_long"),
        (", ".join([">=1.0.0"] * 33), "cargo", "requirement_too_many_comparators"),
        (">=", "strict", "requirement_version_missing"),
        (">=1.0.0,", "strict", "requirement_version_missing"),
        ("1.*.2", "npm", "requirement_wildcard_misplaced"),
        ("*, 1.0.0", "cargo", "requirement_wildcard_misplaced"),
        ("^18446744073709551615.0.0", "strict", "requirement_bound_too_large"),
        ("~1.18446744073709551615.0", "npm", "requirement_bound_too_large"),
    ],
)
def test_requirement_that_is_none_is_refused_with_its_code(text: str, dialect: str, code: str):
    with pytest.raises(metier.RequirementError) as caught:
        Requirement.parse(text, dialect=dialect)
    assert caught.value.code == code


def test_version_without_text_is_refused():
    assert Version.try_parse("").error.code == "version_empty"
