"""Every reported case of the shared list is a test named by its id, or says where it belongs."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
NAMED = re.compile(r"^(?:async )?def test_(F\d{3})_\w+\(", re.MULTILINE)


@pytest.fixture(scope="module")
def known(shared: Path) -> set[str]:
    cases = json.loads((shared / "field" / "cases.json").read_text("utf-8"))
    return {case["id"] for case in cases}


@pytest.fixture(scope="module")
def tested() -> set[str]:
    texts = (path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    return {case for text in texts for case in NAMED.findall(text)}


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, str]:
    path = Path(__file__).with_name("field_cases_elsewhere.py")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rows: dict[str, str] = module.ELSEWHERE
    return rows


def test_every_case_is_a_test_or_has_a_reason(
    known: set[str], tested: set[str], elsewhere: dict[str, str]
) -> None:
    assert known - tested - set(elsewhere) == set()


def test_no_test_or_row_is_of_an_unknown_case(
    known: set[str], tested: set[str], elsewhere: dict[str, str]
) -> None:
    assert (tested | set(elsewhere)) - known == set()


def test_cases_about_reading_skills_are_all_tests(
    shared: Path, tested: set[str], elsewhere: dict[str, str]
) -> None:
    """Those about frontmatter, names, paths, case, encoding, links, Windows or discovery.

    The few that are of these kinds and no test say what they wait for.
    """
    reading = {
        "frontmatter parse",
        "name/dir",
        "paths",
        "case",
        "CRLF/BOM/encoding",
        "symlink",
        "windows",
        "permissions bits",
        "digest",
    }
    cases = json.loads((shared / "field" / "cases.json").read_text("utf-8"))
    of_reading = {case["id"] for case in cases if case["component"] in reading}
    waiting = {"F080"}
    assert of_reading - tested == waiting
    assert waiting <= set(elsewhere)
