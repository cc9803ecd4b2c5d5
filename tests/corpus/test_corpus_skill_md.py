"""The 1,539 real skills of the shared corpus."""

from __future__ import annotations

import json
import tarfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from metier._core import Severity, read_skill_md

if TYPE_CHECKING:
    from pathlib import Path

    from metier import Diagnostic

    Read = tuple[dict[str, Any], bytes, Any, list[Diagnostic]]

# Strict refuses what the reference validator takes, for these reasons, so many times.
STRICTER_THAN_THE_REFERENCE = {
    ("allowed_tools_list",): (
        25,
        "spec 02: `allowed-tools` a string; the reference checks no type",
    ),
    ("version_incomplete",): (10, "spec 02: `1`, `1.0` and `v1.2.3` are refused in strict"),
    ("version_invalid",): (2, "spec 02: a version that can't be read is an error in strict"),
    ("metadata_not_text",): (2, "spec 02: metadata from string to string or plain scalar"),
    ("allowed_tools_list", "version_incomplete"): (1, "both of the above"),
}

# Every code on the corpus, and how often; the same in both profiles.
CODES = {
    "version_absent": 1069,
    "key_unknown": 314,
    "metadata_key_unknown": 298,
    "key_of_packs": 271,
    "name_folder_mismatch": 82,
    "allowed_tools_list": 82,
    "frontmatter_missing": 78,
    "version_incomplete": 54,
    "metadata_not_text": 37,
    "name_not_portable": 32,
    "yaml_unquoted_colon": 24,
    "skill_file_case": 7,
    "yaml_syntax": 5,
    "field_type": 3,
    "version_invalid": 2,
    "frontmatter_unclosed": 2,
    "description_too_long": 1,
    "yaml_key_not_text": 1,
    "byte_order_mark": 1,
    "name_missing": 1,
}


@pytest.fixture(scope="session")
def corpus(
    shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[dict[str, Any], bytes]]:
    """Each skill's row of the reference validator, and the bytes of its file."""
    folder = tmp_path_factory.mktemp("corpus")
    with tarfile.open(shared / "corpus" / "skills.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    lines = (shared / "corpus" / "expected_skills_ref.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in lines.splitlines()]
    assert len(rows) == 1539
    return [(row, (folder / "skills" / row["path"] / row["file"]).read_bytes()) for row in rows]


def read(corpus: list[tuple[dict[str, Any], bytes]], profile: str) -> list[Read]:
    readings = []
    for row, data in corpus:
        folder = row["path"].rsplit("/", 1)[-1]
        path = f"{row['path']}/{row['file']}"
        skill, found = read_skill_md(
            data, folder=folder, file=row["file"], path=path, profile=profile
        )
        readings.append((row, data, skill, found))
    return readings


@pytest.fixture(scope="session")
def lenient(corpus: list[tuple[dict[str, Any], bytes]]) -> list[Read]:
    return read(corpus, "lenient")


@pytest.fixture(scope="session")
def strict(corpus: list[tuple[dict[str, Any], bytes]]) -> list[Read]:
    return read(corpus, "strict")


def errors(found: list[Diagnostic]) -> tuple[str, ...]:
    return tuple(sorted({one.code for one in found if one.severity == Severity.ERROR}))


def test_lenient_loads_at_least_1453_skills(lenient: list[Read]) -> None:
    """Decision 1: on the shared corpus lenient must load at least 1,453."""
    assert sum(skill is not None for _, _, skill, _ in lenient) >= 1453


def test_lenient_refuses_for_the_known_reasons(lenient: list[Read]) -> None:
    """Decision 1: 78 have no frontmatter at all, 2 an unclosed one, 6 hopeless YAML."""
    refused = Counter(errors(found) for _, _, skill, found in lenient if skill is None)
    assert refused == {
        ("frontmatter_missing",): 78,
        ("frontmatter_unclosed",): 2,
        ("yaml_syntax",): 5,
        ("yaml_key_not_text",): 1,
    }


def test_every_diagnostic_has_code_path_line_and_column(lenient: list[Read]) -> None:
    """Decision 1: every refusal and departure has code, path, line and column as data."""
    for row, data, _, found in lenient:
        lines = data.count(b"\n") + data.count(b"\r") + 1
        for one in found:
            assert one.code
            assert one.path == f"{row['path']}/{row['file']}"
            assert one.line is not None
            assert 1 <= one.line <= lines
            assert one.column is not None


def test_codes_and_counts_are_the_table(lenient: list[Read], strict: list[Read]) -> None:
    """Decision 1: same parser, same codes, only the severity differs."""
    assert Counter(one.code for *_, found in lenient for one in found) == CODES
    assert Counter(one.code for *_, found in strict for one in found) == CODES


def test_strict_agrees_with_the_reference_but_for_listed_reasons(strict: list[Read]) -> None:
    differences: Counter[tuple[str, ...]] = Counter()
    for row, _, skill, found in strict:
        if (skill is not None) != (not row["skills_ref_errors"]):
            assert skill is None, f"{row['path']}: {row['skills_ref_errors']}"
            differences[errors(found)] += 1
    expected = {codes: count for codes, (count, _) in STRICTER_THAN_THE_REFERENCE.items()}
    assert differences == expected


def test_texts_are_those_an_independent_yaml_reader_gives(lenient: list[Read]) -> None:
    """Spec 02: no type coercion that changes text; Python YAML libraries are test oracles."""
    compared = 0
    for row, data, skill, found in lenient:
        if row["pyyaml"] != "ok" or skill is None:
            continue
        assert "yaml_unquoted_colon" not in {one.code for one in found}
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        written = text.split("\n---", 1)[0] + "\n"
        oracle = yaml.load(written, Loader=yaml.BaseLoader)  # noqa: S506 - gives text alone
        assert skill.description == oracle["description"].strip(), row["path"]
        assert skill.name == oracle.get("name", skill.name)
        assert skill.license == oracle.get("license")
        if isinstance(oracle.get("metadata", {}), dict):
            assert skill.metadata == oracle.get("metadata", {}), row["path"]
        for key, value in skill.extensions.items():
            assert value == oracle[key], (row["path"], key)
        compared += 1
    assert compared > 1400
