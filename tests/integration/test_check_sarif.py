"""`metier check --format sarif`: the structure that SARIF 2.1.0 asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

import metier as library
from metier import _core
from metier.cli.sarif import sarif_document
from metier.codes import CODES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier


def validate(log: dict[str, Any]) -> dict[str, Any]:
    """Checks what sections 3.13 to 3.58 require of the parts used here; gives the run."""
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] in {"unicodeCodePoints", "utf16CodeUnits"}
    driver = run["tool"]["driver"]
    assert driver["name"] == "metier"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        for location in result.get("locations", []):
            place = location["physicalLocation"]
            uri = place["artifactLocation"]["uri"]
            assert uri.isascii()
            assert not set(uri) & set(' "<>\\^`{|}')
            region = place.get("region", {"startLine": 1})
            assert set(region) <= {"startLine", "startColumn"}
            assert all(isinstance(value, int) and value >= 1 for value in region.values())
    validated: dict[str, Any] = run
    return validated


def test_results_have_rule_level_place_and_region(metier: Metier, tmp_path: Path) -> None:
    folder = tmp_path / "a b%é"
    folder.mkdir()
    (folder / "SKILL.md").write_text(
        "---\nname: demo\ndescription: a: b\nversion: 1\nmetadata:\n  x: y\n---\n", encoding="utf-8"
    )
    ran = metier("check", ".", "--format", "sarif")
    assert ran.code == 1
    run = validate(ran.document)
    assert run["tool"]["driver"]["semanticVersion"] == library.__version__
    found = {result["ruleId"]: result for result in run["results"]}
    assert found["yaml_unquoted_colon"]["level"] == "error"
    assert found["metadata_key_unknown"]["level"] == "warning"
    place = found["yaml_unquoted_colon"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b%25%C3%A9/SKILL.md"
    assert unquote(place["artifactLocation"]["uri"]) == "a b%é/SKILL.md"
    assert place["region"] == {"startLine": 3, "startColumn": 15}
    assert "write `description: 'a: b'`" in found["yaml_unquoted_colon"]["message"]["text"]
    assert found["version_incomplete"]["properties"] == {"jsonPath": "$.version"}


def test_notes_and_clean_runs_are_valid(metier: Metier, examples: Path) -> None:
    clean = metier("check", str(examples / "skills"), "--format", "sarif")
    assert clean.code == 0
    run = validate(clean.document)
    assert {result["level"] for result in run["results"]} <= {"note"}
    assert all(
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")
        for result in run["results"]
    )


def test_a_missing_folder_is_a_result_too(metier: Metier) -> None:
    ran = metier("check", "nowhere", "--format", "sarif")
    assert ran.code == 2
    (result,) = validate(ran.document)["results"]
    assert result["ruleId"] == "root_not_found"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "nowhere"


def test_sarif_and_json_together_are_refused(metier: Metier) -> None:
    assert metier("check", ".", "--format", "sarif", "--json").code == 2


@pytest.mark.parametrize("code", sorted({*CODES, *(code for code, _, _ in _core.codes())}))
def test_every_code_makes_a_valid_rule(code: str) -> None:
    finding = library.Diagnostic(library.Severity.INFORMATION, code, "m")
    run = validate(sarif_document([finding]))
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] != code
    assert "locations" not in run["results"][0]
