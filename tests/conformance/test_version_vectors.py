"""Versions against the published lists and the statements of the skill contract."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import pytest

import metier
from metier import Version

if TYPE_CHECKING:
    from pathlib import Path

PRECEDENCE_CHAIN = (
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
)

NOT_IN_64_BITS = "99999999999999999999999.999999999999999999.99999999999999999"
"""Valid by the SemVer grammar; spec 01 says numeric parts are u64."""


def test_semver_org_valid_list_parses_and_keeps_its_text(shared: Path) -> None:
    """Spec 01: `Version`: strict SemVer 2.0.0 (`semver_org_valid_invalid.json`)."""
    vectors = json.loads((shared / "vectors/semver_org_valid_invalid.json").read_text())
    read = {text: Version.try_parse(text) for text in vectors["valid"]}
    assert [text for text, parsed in read.items() if not parsed] == [NOT_IN_64_BITS]
    assert read[NOT_IN_64_BITS].error.code == "version_number_too_large"
    assert all(str(parsed.unwrap()) == text for text, parsed in read.items() if parsed)


def test_semver_org_invalid_list_is_refused_with_a_code(shared: Path) -> None:
    """Spec 01: `Version`: strict SemVer 2.0.0 (`semver_org_valid_invalid.json`)."""
    vectors = json.loads((shared / "vectors/semver_org_valid_invalid.json").read_text())
    read = [Version.try_parse(text) for text in vectors["invalid"]]
    assert len(read) == 39
    assert not any(read)
    assert all(parsed.error.code.startswith("version_") for parsed in read)


def test_semver_org_chains_ascend_in_precedence_and_order(shared: Path) -> None:
    """SemVer 2.0.0 §11."""
    vectors = json.loads((shared / "vectors/semver_org_valid_invalid.json").read_text())
    for chain in vectors["ascending_chains"]:
        for lower, higher in itertools.combinations(map(Version.parse, chain), 2):
            assert lower < higher
            assert lower.precedence < higher.precedence


def test_statement_1_prerelease_chain_ascends_pairwise() -> None:
    """`1.0.0-alpha < -alpha.1 < -alpha.beta < -beta < -beta.2 < -beta.11 < -rc.1 < 1.0.0`."""
    for lower, higher in itertools.combinations(map(Version.parse, PRECEDENCE_CHAIN), 2):
        assert lower.precedence < higher.precedence


def test_statement_2_build_metadata_is_identity_but_not_precedence() -> None:
    """`1.2.3+linux` ≠ `1.2.3+windows` as identities; compare_precedence = equal."""
    linux, windows = Version.parse("1.2.3+linux"), Version.parse("1.2.3+windows")
    assert linux != windows
    assert linux.precedence == windows.precedence


def test_statement_3_text_is_kept() -> None:
    """parse(`1.2.3-alpha.9`).text = `1.2.3-alpha.9`."""
    assert str(Version.parse("1.2.3-alpha.9")) == "1.2.3-alpha.9"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1", "version_number_missing"),
        ("1.2", "version_number_missing"),
        ("01.2.3", "version_leading_zero"),
        ("1.02.3", "version_leading_zero"),
        ("1.2.03", "version_leading_zero"),
        ("1.2.3-01", "version_leading_zero"),
        ("1.2.3-", "version_identifier_empty"),
        ("1.2.3+", "version_identifier_empty"),
        (" 1.2.3", "version_number_missing"),
        ("1.2.3+bad!", "version_character_invalid"),
    ],
)
def test_statement_4_text_is_no_version(text: str, code: str) -> None:
    """Each of `1`, `1.2`, `01.2.3`, …, ` 1.2.3`, `1.2.3+bad!` → invalid version."""
    with pytest.raises(metier.VersionError) as caught:
        Version.parse(text)
    assert caught.value.code == code


def test_node_semver_order_holds(shared: Path) -> None:
    """SemVer 2.0.0 §11, with the strict rows of node-semver's fixtures."""
    vectors = json.loads((shared / "vectors/node_semver_strict.json").read_text())
    for row in vectors["greater_than"]:
        greater, lesser = Version.parse(row["greater"]), Version.parse(row["lesser"])
        assert greater.precedence > lesser.precedence
    refused = []
    for row in vectors["equal_precedence"]:
        sides = [Version.try_parse(row[side]) for side in "ab"]
        refused += [row[side] for side, parsed in zip("ab", sides, strict=True) if not parsed]
        if all(sides):
            assert sides[0].unwrap().precedence == sides[1].unwrap().precedence
    # A version has no `v` and no surrounding white space (reference wuwe §2.1).
    assert refused == ["  v1.2.3+build"]


def test_node_semver_versions_have_the_parts_listed(shared: Path) -> None:
    """Spec 01: strict SemVer 2.0.0: node's leading `v` is refused."""
    vectors = json.loads((shared / "vectors/node_semver_strict.json").read_text())
    refused = []
    for row in vectors["valid_versions"]:
        parsed = Version.try_parse(row["version"])
        if not parsed:
            refused.append(row["version"])
            continue
        version = parsed.unwrap()
        assert (version.major, version.minor, version.patch) == (
            row["major"],
            row["minor"],
            row["patch"],
        )
        assert list(version.prerelease) == [str(part) for part in row["prerelease"]]
        assert list(version.build) == row["build"]
    assert refused == [row["version"] for row in vectors["valid_versions"] if "v" in row["version"]]


def test_node_semver_invalid_versions_are_refused_unless_they_fit_64_bits(shared: Path) -> None:
    """Spec 01: numeric parts are u64; node stops at 2**53-1."""
    vectors = json.loads((shared / "vectors/node_semver_strict.json").read_text())
    accepted = [
        row["version"] for row in vectors["invalid_versions"] if Version.try_parse(row["version"])
    ]
    assert accepted == [
        "90071992547409910.0.0",
        "0.90071992547409910.0",
        "0.0.90071992547409910",
    ]


def test_rust_semver_versions_agree(shared: Path) -> None:
    """Spec 01: `rust_semver_cargo_dialect.json`."""
    vectors = json.loads((shared / "vectors/rust_semver_cargo_dialect.json").read_text())
    assert not any(map(Version.try_parse, vectors["version_invalid"]))
    for lesser, greater in vectors["less_than"]:
        assert Version.parse(lesser) < Version.parse(greater)
    for greater, lesser in vectors["greater_than"]:
        assert Version.parse(greater) > Version.parse(lesser)
