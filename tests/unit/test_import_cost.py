"""`import metier` costs next to nothing (spec 09: at most six modules, none third-party)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

MOST_MODULES = 6

SHOW_MODULES = """
import sys
before = set(sys.modules)
import metier
added = sorted(set(sys.modules) - before)
import json
print(json.dumps(added))
"""


@pytest.fixture(scope="module")
def added() -> list[str]:
    """Names of the modules that `import metier` adds to a bare, isolated interpreter."""
    answer = subprocess.run(
        [sys.executable, "-I", "-c", SHOW_MODULES],
        check=True,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    names: list[str] = json.loads(answer.stdout)
    return names


def test_import_adds_metier_itself(added: list[str]):
    assert "metier" in added


def test_import_adds_at_most_six_modules(added: list[str]):
    assert len(added) <= MOST_MODULES, added


def test_import_adds_no_third_party_module(added: list[str]):
    own = {name for name in added if name.split(".")[0] == "metier"}
    foreign = {name.split(".")[0] for name in set(added) - own} - sys.stdlib_module_names
    assert foreign == set()


def test_import_without_name_access_loads_no_binding(added: list[str]):
    assert "metier._core" not in added
