"""Spec 02, "SKILL.md": every case of `vectors/skill_md_cases.json`."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from metier._core import Severity, check_skill_references, read_skill_md

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from metier import Diagnostic

    Case = dict[str, Any]

# What a case asserts of the folder around the file, not of its text.
NEEDS_THE_FOLDER_LOADER = frozenset(
    {
        "file-004",  # two spellings side by side
        "file-005",  # two spellings, neither the right one
        "file-006",  # no skill file at all
        "tree-008",  # a link inside the skill
        "tree-009",  # a link out of the skill
        "tree-012",  # all files together over the limit
        "tree-014",  # too many files
    }
)

# Where the pages of the specification and the vectors differ, the pages win.
DIFFERENCES = {
    ("name-020", "lenient"): ("warning", "a device name is a warning in lenient (settled corners)"),
    ("name-021", "lenient"): ("warning", "a device name is a warning in lenient (settled corners)"),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a case: the skill if it loads, and all diagnostics."""

    skill: Any
    diagnostics: Sequence[Diagnostic]

    @property
    def verdict(self) -> str:
        if self.skill is None:
            return "error"
        warned = any(one.severity == Severity.WARNING for one in self.diagnostics)
        return "warning" if warned else "ok"


def read_text(case: Case, profile: str) -> Reading:
    """Reads the text of a case, as if the files it names were beside it."""
    data = base64.b64decode(case["b64"])
    data += data[-1:] * (case.get("size", 0) - len(data))
    skill, diagnostics = read_skill_md(
        data, folder=case["folder"], file=case["file"], path=case["file"], profile=profile
    )
    if skill is not None:
        paths = {str(parent) for path in case.get("files", ()) for parent in _with_parents(path)}
        diagnostics += check_skill_references(skill, paths, path=case["file"])
    return Reading(skill, diagnostics)


def _with_parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


@pytest.fixture(scope="session")
def read_case() -> Callable[[Case, str], Reading]:
    """The function under test."""
    return read_text


@pytest.fixture(scope="session")
def cases(shared: Path) -> list[Case]:
    document = json.loads((shared / "vectors" / "skill_md_cases.json").read_bytes())
    assert len(document["cases"]) == 175
    return [case for case in document["cases"] if case["id"] not in NEEDS_THE_FOLDER_LOADER]


@pytest.mark.parametrize("profile", ["strict", "lenient"])
def test_verdict_of_every_case_is_the_expected_one(
    cases: list[Case], read_case: Callable[[Case, str], Reading], profile: str
) -> None:
    """`strict`: ok (warnings and notes allowed) or error. `lenient`: ok, warning or error."""
    wrong = []
    for case in cases:
        expected, _ = DIFFERENCES.get((case["id"], profile), (case[profile], ""))
        reading = read_case(case, profile)
        verdict = reading.verdict
        if profile == "strict" and verdict == "warning":
            verdict = "ok"
        if verdict != expected:
            wrong.append((case["id"], verdict, expected, reading.diagnostics))
    assert wrong == []


@pytest.mark.parametrize("profile", ["strict", "lenient"])
def test_what_is_read_is_the_expected_text(
    cases: list[Case], read_case: Callable[[Case, str], Reading], profile: str
) -> None:
    """`name`, `description`, `version` and `metadata` are what must be read whenever it loads."""
    wrong = []
    for case in cases:
        skill = read_case(case, profile).skill
        if skill is None:
            continue
        for key in ("name", "description", "version", "metadata"):
            expected = case.get(key)
            found = getattr(skill, key)
            if key == "description" and expected is not None:
                expected, found = expected.strip(), found.strip()
            if expected is not None and found != expected:
                wrong.append((case["id"], key, found, expected))
    assert wrong == []


@pytest.mark.parametrize("profile", ["strict", "lenient"])
def test_main_fault_has_the_expected_line(
    cases: list[Case], read_case: Callable[[Case, str], Reading], profile: str
) -> None:
    """`line` is the 1-based line of the main fault, in the file, where it is certain."""
    wrong = []
    for case in cases:
        reading = read_case(case, profile)
        if "line" not in case or reading.verdict == "ok":
            continue
        faults = [one for one in reading.diagnostics if one.severity > Severity.INFORMATION]
        if case["line"] not in {one.line for one in faults}:
            wrong.append((case["id"], case["line"], faults))
    assert wrong == []


@pytest.mark.parametrize("profile", ["strict", "lenient"])
def test_every_diagnostic_has_code_path_line_and_column(
    cases: list[Case], read_case: Callable[[Case, str], Reading], profile: str
) -> None:
    """Decision 1: every refusal and departure has code, path, line and column as data."""
    for case in cases:
        for one in read_case(case, profile).diagnostics:
            assert one.code
            assert one.path
            assert one.line is not None
            assert one.line >= 1
            assert one.column is not None
            assert one.column >= 1


def test_both_profiles_give_the_same_codes(
    cases: list[Case], read_case: Callable[[Case, str], Reading]
) -> None:
    """Decision 1: same parser, same codes, only the severity differs."""
    for case in cases:
        strict, lenient = (
            {one.code for one in read_case(case, profile).diagnostics}
            for profile in ("strict", "lenient")
        )
        references = {"link_outside", "link_missing", "resource_outside", "listed_resource_missing"}
        assert strict - references == lenient - references, case["id"]
