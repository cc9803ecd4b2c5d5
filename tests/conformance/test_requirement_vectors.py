"""Requirements against the fixtures of node-semver and Cargo's, and the skill contract."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from metier import Requirement, Version

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def node(shared: Path) -> dict[str, list[dict[str, object]]]:
    return json.loads((shared / "vectors/node_semver_strict.json").read_text())


@pytest.fixture(scope="module")
def cargo(shared: Path) -> dict[str, list[object]]:
    return json.loads((shared / "vectors/rust_semver_cargo_dialect.json").read_text())


def npm(text: str) -> Requirement:
    return Requirement.parse(text, dialect="npm")


def matches(row: dict[str, object]) -> bool:
    requirement, version = npm(row["range"]), Version.parse(row["version"])
    return requirement.matches(version, prereleases=row.get("include_prerelease", False))


def test_node_semver_includes_match(node: dict[str, list[dict[str, object]]]) -> None:
    """Spec 01: vectors `node_semver_strict.json` (33 rows ask for `prereleases=True`)."""
    assert [row for row in node["range_include"] if not matches(row)] == []


def test_node_semver_excludes_do_not_match(node: dict[str, list[dict[str, object]]]) -> None:
    """Spec 01: vectors `node_semver_strict.json` (33 rows ask for `prereleases=True`)."""
    # A version is a value of its own here; text that is none never reaches a requirement.
    no_versions = {"not a version", "glorp"}
    rows = [row for row in node["range_exclude"] if row["version"] not in no_versions]
    assert len(rows) == len(node["range_exclude"]) - 2
    assert [row for row in rows if matches(row)] == []
    rows = node["range_include"] + node["range_exclude"]
    assert sum(row["include_prerelease"] for row in rows) == 33


def test_node_semver_versions_beyond_a_range_do_not_match(
    node: dict[str, list[dict[str, object]]],
) -> None:
    """Spec 01: vectors `node_semver_strict.json`."""
    rows = node["version_gt_range"] + node["version_lt_range"]
    assert [row for row in rows if matches(row)] == []


def test_node_semver_ranges_not_beyond_a_version_are_read(
    node: dict[str, list[dict[str, object]]],
) -> None:
    """Spec 01: vectors `node_semver_strict.json`; a leading `v` is for requirements alone."""
    rows = node["version_not_gt_range"] + node["version_not_lt_range"]
    assert all(Requirement.try_parse(row["range"], dialect="npm") for row in rows)
    refused = {row["version"] for row in rows if not Version.try_parse(row["version"])}
    assert refused == {"v1.2.3-foo", "v0.1.97"}


# Node refuses numbers over 2**53-1; ours are u64 (spec 01).
FITS_64_BITS = {"^9007199254740991.0.0"}


def test_node_semver_canonical_ranges_mean_the_same(
    node: dict[str, list[dict[str, object]]],
) -> None:
    """Spec 01: `normalized` gives one canonical form, so both texts have the same."""
    wrong = []
    for row in node["range_canonical"]:
        read = Requirement.try_parse(row["range"], dialect="npm")
        if row["canonical"] is None:
            if bool(read) != (row["range"] in FITS_64_BITS):
                wrong.append(row)
        elif not row["include_prerelease"]:
            if read.unwrap().normalized != npm(row["canonical"]).normalized:
                wrong.append(row)
        elif agreement(read.unwrap(), npm(row["canonical"])) is not None:
            wrong.append(row)
    assert wrong == []


def agreement(left: Requirement, right: Requirement) -> Version | None:
    """The first version near the bounds on which the two differ, with the rule lifted."""
    for version in near(left, right):
        if left.matches(version, prereleases=True) != right.matches(version, prereleases=True):
            return version
    return None


def near(*requirements: Requirement) -> Iterator[Version]:
    """Versions on both sides of every bound, lowest and highest included."""
    yield Version.parse("0.0.0-0")
    yield Version.parse("0.0.0")
    yield Version.parse("18446744073709551615.0.0")
    for requirement in requirements:
        for word in requirement.normalized.replace("||", " ").split():
            text = word.lstrip("<>=")
            if text == "*":
                continue
            bound = Version.parse(text)
            yield bound
            yield Version.parse(f"{bound.major}.{bound.minor}.{bound.patch}-0")
            yield Version.parse(f"{bound.major}.{bound.minor}.{bound.patch}-0.0")
            yield Version.parse(f"{bound.major}.{bound.minor}.{bound.patch}-zzz")
            yield Version.parse(f"{bound.major}.{bound.minor}.{bound.patch}")
            yield Version.parse(f"{bound.major}.{bound.minor}.{bound.patch + 1}")


def test_node_semver_intersections_have_a_witness(
    node: dict[str, list[dict[str, object]]],
) -> None:
    """Spec 01: vectors `node_semver_strict.json`; a version in both, exactly if they intersect."""
    wrong = []
    for row in node["range_intersects"] + node["comparator_intersects"]:
        left, right, lifted = npm(row["a"]), npm(row["b"]), row.get("include_prerelease", False)
        witness = any(
            left.matches(version, prereleases=lifted) and right.matches(version, prereleases=lifted)
            for version in near(left, right)
        )
        if witness != row["intersects"]:
            wrong.append(row)
    assert wrong == []


def test_cargo_requirements_match_as_listed(cargo: dict[str, list[object]]) -> None:
    """Spec 01: vectors `rust_semver_cargo_dialect.json`."""
    wrong = [
        row
        for row in cargo["req_matches"]
        if Requirement.parse(row["req"], dialect="cargo").matches(Version.parse(row["version"]))
        != row["matches"]
    ]
    assert len(cargo["req_matches"]) == 210
    assert wrong == []


def test_cargo_invalid_requirements_are_refused(cargo: dict[str, list[object]]) -> None:
    """Spec 01: vectors `rust_semver_cargo_dialect.json`."""
    read = [Requirement.try_parse(text, dialect="cargo") for text in cargo["req_invalid"]]
    assert len(read) == 21
    assert not any(read)


def test_cargo_canonical_requirements_mean_the_same(cargo: dict[str, list[object]]) -> None:
    """Spec 01: `normalized` gives one canonical form, so both texts have the same."""
    for row in cargo["req_canonical"]:
        texts = [row["req"], row["canonical"]]
        first, second = (Requirement.parse(text, dialect="cargo") for text in texts)
        assert first.normalized == second.normalized


@pytest.mark.parametrize(
    ("requirement", "inside", "outside"),
    [
        pytest.param("1.2.3", "1.2.3", "1.2.4", id="5: 1.2.3 matches 1.2.3, not 1.2.4"),
        pytest.param("1.2.3+linux", "1.2.3+linux", "1.2.3+windows", id="6: not 1.2.3+windows"),
        pytest.param(">=1.2.0 <2.0.0", "1.9.9", "2.0.0", id="7: matches 1.9.9, not 2.0.0"),
        pytest.param("^1.2.3", "1.9.0", "2.0.0", id="8: matches 1.9.0, not 2.0.0"),
        pytest.param("^0.2.3", "0.2.9", "0.3.0", id="9: matches 0.2.9, not 0.3.0"),
        pytest.param("~1.2.3", "1.2.99", "1.3.0", id="10: matches 1.2.99, not 1.3.0"),
        pytest.param("*", "2.0.0", "2.0.0-beta.1", id="11: * does not match 2.0.0-beta.1"),
        pytest.param(
            ">=2.0.0-beta.1 <2.0.0", "2.0.0-beta.2", "2.0.0", id="11: matches 2.0.0-beta.2"
        ),
        pytest.param("^0.0.3", "0.0.3", "0.0.4", id="spec 01: `^0.0.3` is `<0.0.4`"),
    ],
)
def test_statements_5_to_11_requirement_takes_one_and_not_the_other(
    requirement: str, inside: str, outside: str
) -> None:
    """Statements 5 to 11 of the skill contract, each in its id."""
    strict = Requirement.parse(requirement)
    assert strict.matches(Version.parse(inside))
    assert not strict.matches(Version.parse(outside))


@pytest.mark.parametrize("text", [">=1.0.0,", ">=1.0.0, ,<2.0.0"])
def test_statements_12_and_13_stray_commas_are_refused(text: str) -> None:
    """`>=1.0.0,` → invalid. `>=1.0.0, ,<2.0.0` → invalid."""
    assert not Requirement.try_parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("1.0.0 || 2.0.0", "1.0.0 - 2.0.0", "1.x", "^1", "==1.0.0", "!=1.0.0", ">= 1.0.0"),
        *("* >=1.0.0", ",1.0.0", "1.0.0,", "1.0.0,,2.0.0", "1.0.0, ,2.0.0", "ANY", "", " "),
        *("v1.0.0", "^18446744073709551615.0.0", "~1.18446744073709551615.0"),
    ],
)
def test_strict_dialect_refuses_what_the_contract_refuses(text: str) -> None:
    """Reference wuwe §2.2: the list of what is no requirement; u64 overflow of the bound."""
    assert not Requirement.try_parse(text)


@pytest.mark.parametrize(
    ("requirement", "version"),
    [
        ("^1.0.0-alpha", "2.0.0-alpha"),
        ("^1.0.0-alpha", "1.5.0-rc.1"),
        ("~1.2.3-b", "1.3.0-a"),
        (">=1.0.0-0", "3.0.0-zzz"),
        ("<2.0.0", "2.0.0-rc.1"),
    ],
)
def test_prerelease_of_other_numbers_does_not_match(requirement: str, version: str) -> None:
    """Decision 9: a prerelease matches only if the requirement names one of its numbers."""
    assert not Requirement.parse(requirement).matches(Version.parse(version))


@pytest.mark.parametrize(
    ("requirement", "version", "expected"),
    [
        ("=1.0.0", "1.0.0+x", False),
        ("1.0.0+linux", "1.0.0+windows", False),
        (">=1.0.0+linux", "1.0.0", True),
        (">=1.0.0+linux", "1.0.0+windows", True),
        (">1.0.0+linux", "1.0.0+windows", False),
        ("<=1.0.0", "1.0.0+windows", True),
    ],
)
def test_strict_equality_covers_build_and_order_does_not(
    requirement: str, version: str, *, expected: bool
) -> None:
    """Spec 01: `=` and a bare version match build metadata too; ordered operators do not."""
    assert Requirement.parse(requirement).matches(Version.parse(version)) is expected


@pytest.mark.parametrize("dialect", ["npm", "cargo"])
def test_other_dialects_ignore_build_in_equality(dialect: str) -> None:
    """Spec 01: ordered operators, and the other dialects, do not match build metadata."""
    requirement = Requirement.parse("=1.0.0+linux", dialect=dialect)
    assert requirement.matches(Version.parse("1.0.0+windows"))
