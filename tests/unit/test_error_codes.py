"""Each code that the package gives itself stands in the documentation."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "formats" / "error-codes.md"
CODE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")


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


@pytest.fixture(scope="module")
def documented() -> list[str]:
    """The code of each row of each table, in order."""
    page = PAGE.read_text(encoding="utf-8")
    return re.findall(r"^\| `([^`]+)` \|", page, flags=re.MULTILINE)


def test_every_code_given_in_python_is_documented(documented: list[str]):
    assert given_codes() - set(documented) == set()


def test_every_documented_code_is_snake_case(documented: list[str]):
    assert documented
    assert [code for code in documented if not CODE.fullmatch(code)] == []
