"""Each code stands once in the documentation, and a test expects it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from metier import _core
from metier.codes import CODES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "formats" / "error-codes.md"
CODE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
TESTS = [
    *sorted(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)),
    *sorted((ROOT / "rust" / "core" / "tests").rglob("*.rs")),
]

# The contract's loader, registry, resolver and activation; these names are not ours to change.
CONTRACT = re.findall(
    r"[a-z_]+",
    """
invalid_options invalid_path root_not_found root_not_directory filesystem_error reparse_point
hard_link case_collision manifest_missing manifest_too_large manifest_invalid
resource_count_exceeded undeclared_resource resource_missing resource_not_regular
resource_too_large package_too_large resource_size_mismatch resource_digest_mismatch
package_invalid invalid_registration registration_conflict roots_required
resolution_limit_exceeded dependency_not_found version_conflict dependency_cycle
optional_dependency_skipped activation_cancelled activation_deadline_exceeded resolution_failed
package_limit_exceeded invalid_tool_descriptor duplicate_tool_descriptor null_package
duplicate_resolved_skill required_tool_missing optional_tool_missing tool_version_mismatch
optional_tool_version_mismatch required_knowledge_missing optional_knowledge_missing
instruction_resource_missing invalid_instruction_resource_kind instruction_budget_exceeded
tool_limit_exceeded capability_limit_exceeded knowledge_limit_exceeded
""",
)


def given_codes() -> set[str]:
    """Returns every literal that is passed as `code=` in the installed package."""
    root = Path(str(files("metier")))
    return {
        keyword.value.value
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "code"
        and isinstance(keyword.value, ast.Constant)
        and isinstance(keyword.value.value, str)
    }


def running_codes() -> dict[str, str]:
    """Returns the meaning of every code of the core and of Python."""
    return {code: meaning for code, meaning, _ in _core.codes()} | CODES


def expected_literals(path: Path) -> set[str]:
    """Returns every string in quotes that a test file holds outside of comments."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(source))
        constants = (node.value for node in nodes if isinstance(node, ast.Constant))
        return {value for value in constants if isinstance(value, str)}
    return set(re.findall(r'"([a-z0-9_]+)"', re.sub(r"//.*", "", source)))


@pytest.fixture(scope="module")
def documented() -> dict[str, str]:
    """The meaning in each row of the page, by code."""
    page = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", page, flags=re.MULTILINE))


def test_every_code_given_in_python_is_documented(documented: dict[str, str]):
    assert given_codes() - set(documented) == set()


def test_every_code_of_the_contract_keeps_its_name(documented: dict[str, str]):
    assert set(CONTRACT) - set(documented) == set()


def test_every_code_has_one_row():
    """One code, one meaning: neither two modules of the core, nor the core and Python, share."""
    codes = Counter([code for code, _, _ in _core.codes()] + list(CODES))
    assert [code for code, rows in codes.items() if rows > 1] == []


def test_page_says_what_the_running_code_says(documented: dict[str, str]):
    def plain(meaning: str) -> str:
        text = meaning.rstrip(".").replace("|", "\\|")
        return text[:1].upper() + text[1:]

    assert documented == {code: plain(meaning) for code, meaning in running_codes().items()}


def test_every_documented_code_is_snake_case(documented: dict[str, str]):
    assert documented
    assert [code for code in documented if not CODE.fullmatch(code)] == []


def test_every_code_in_the_text_of_the_page_has_a_row(documented: dict[str, str]):
    text = PAGE.read_text(encoding="utf-8").partition("## By module")[0]
    named = set(re.findall(r"`([a-z]+(?:_[a-z0-9]+)+)`", text))
    never_given = {"duplicate_resource_path", "path_outside_root"}
    assert named - set(documented) == never_given | {"snake_case"}


def test_every_code_is_expected_by_a_test():
    expected = set().union(*(expected_literals(path) for path in TESTS))
    assert sorted(set(running_codes()) - expected) == []
