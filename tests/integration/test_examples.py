"""The shipped examples are what their manifests say, checked without metier."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SEALED = ["base", "review"]


def manifest(name: str) -> dict[str, Any]:
    """Returns the manifest of one example."""
    text = (EXAMPLES / "skills" / name / "skill.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


@pytest.mark.parametrize("name", SEALED)
def test_manifest_declares_exactly_the_files_of_the_folder(name: str):
    folder = EXAMPLES / "skills" / name
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "skill.json"
    }
    assert {resource["path"] for resource in manifest(name)["resources"]} == found


@pytest.mark.parametrize("name", SEALED)
def test_manifest_sizes_and_hashes_are_those_of_the_files(name: str):
    for resource in manifest(name)["resources"]:
        data = (EXAMPLES / "skills" / name / resource["path"]).read_bytes()
        assert resource["size"] == len(data)
        assert resource["sha256"] == hashlib.sha256(data).hexdigest()


def test_review_requires_what_base_and_the_runtime_offer():
    requires = manifest("review")["requires"]
    tools = json.loads((EXAMPLES / "runtime" / "tools.json").read_text(encoding="utf-8"))
    assert requires["skills"] == [{"id": manifest("base")["id"], "version": "^1.0.0"}]
    assert {(tool["name"], tool["exact_version"]) for tool in requires["tools"]} == {
        (tool["name"], tool["version"]) for tool in tools
    }
