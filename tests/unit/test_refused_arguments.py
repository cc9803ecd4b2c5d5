"""Arguments that can't be one: each is refused with a class of `metier.errors` and its own code."""

from __future__ import annotations

import hashlib
import json
import pickle
from typing import TYPE_CHECKING

import pytest
from handmade import make_package

import metier
from metier import _core
from metier.cli.run import run
from metier.cli.tools_file import read_tools

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CATALOG = metier.Catalog.build([("app", "1.0.0", {})])


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: metier.load_skill("a\0b"), "invalid_path_argument"),
        (lambda: metier.discover(b"bytes"), "invalid_path_argument"),
        (lambda: metier.DirectoryLoader(3), "invalid_path_argument"),
        (lambda: metier.load_skill(".", profile="loose"), "unknown_profile"),
        (lambda: _core.read_skill_md(b"", folder="demo", profile="loose"), "unknown_profile"),
        (lambda: metier.TrustLevel.of("blind"), "unknown_trust_level"),
        (lambda: metier.load_skill(".", trust="blind"), "unknown_trust_level"),
        (lambda: metier.resolve(CATALOG, ["app"], prefer="oldest"), "invalid_preference"),
        (lambda: metier.resolve(["app"], ["app"]), "invalid_source"),
        (lambda: metier.resolve(CATALOG, ["app"], locked=["app"]), "invalid_lock"),
        (lambda: metier.resolve(CATALOG, ["app"], locked={"app": 1}), "invalid_lock"),
        (lambda: metier.Package(object()), "package_not_verified"),
    ],
)
def test_argument_that_can_not_be_one_is_a_configuration_error(
    call: Callable[[], object], code: str
):
    with pytest.raises(metier.ConfigurationError) as refused:
        call()
    assert refused.value.code == code


def test_resource_of_unknown_id_names_a_near_one():
    package = make_package(instructions={"guide": "Do this."})
    with pytest.raises(metier.PackageError) as refused:
        package.resource("guise")
    assert (refused.value.code, refused.value.help) == (
        "resource_not_found",
        "did you mean 'guide'?",
    )


def test_file_over_the_bound_of_a_read_is_refused(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"12345")
    with pytest.raises(metier.LoadError) as refused:
        _core.read_file(tmp_path, "a", 4)
    assert (refused.value.code, refused.value.path) == ("file_too_large", "a")


def test_pickled_package_of_an_unknown_form_is_refused():
    restore, state = make_package().__reduce__()
    with pytest.raises(metier.PackageError) as refused:
        restore("zip", *state[1:])
    assert refused.value.code == "package_invalid"


def test_pickled_package_with_other_bytes_is_refused():
    package = make_package(instructions={"guide": "Do this."})
    data = pickle.dumps(package)
    assert pickle.loads(data) == package  # noqa: S301 - written in this test
    with pytest.raises(metier.PackageError) as refused:
        pickle.loads(data.replace(b"Do this.", b"Do that."))  # noqa: S301 - as above
    assert refused.value.code == "resource_digest_mismatch"


def test_value_with_too_many_parts_is_refused_as_a_manifest():
    with pytest.raises(metier.ManifestError) as refused:
        metier.Manifest(
            id="a", version="1.0.0", name="A", description="A", tags=[["x"]] * ((1 << 20) + 1)
        )
    assert "value_too_large" in {finding.code for finding in refused.value.diagnostics}


def schema_codes(schema: object) -> list[str]:
    document = {
        "schema_version": 1,
        "id": "a",
        "version": "1.0.0",
        "name": "A",
        "description": "A",
        "input_schema": schema,
    }
    result = metier.Manifest.try_parse(json.dumps(document).encode())
    return [finding.code for finding in result.diagnostics]


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("#name", "schema_reference_malformed"),
        ("https://example.org/schema", "schema_reference_malformed"),
        ("#/$defs/name", "schema_reference_unresolved"),
        ("#/~2", "schema_reference_malformed"),
    ],
)
def test_reference_that_leads_nowhere_inside_is_refused(reference: str, code: str):
    assert schema_codes({"$ref": reference}) == [code]


def write_demo(root: Path, **files: bytes) -> None:
    (root / "demo").mkdir()
    resources = []
    for name, data in files.items():
        (root / "demo" / name).write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        row = {"id": name, "path": name, "kind": "asset", "size": len(data), "sha256": digest}
        resources.append(row)
    document = {
        "schema_version": 1,
        "id": "demo",
        "version": "1.0.0",
        "name": "Demo",
        "description": "A demonstration.",
        "resources": resources,
    }
    (root / "demo" / "skill.json").write_text(json.dumps(document), encoding="utf-8")


def test_undeclared_twin_of_a_declared_file_is_a_case_collision(tmp_path: Path):
    write_demo(tmp_path, readme=b"x")
    (tmp_path / "demo" / "README").write_bytes(b"x")
    if len(list((tmp_path / "demo").iterdir())) < 3:
        pytest.skip("the file system takes both for one")
    result = metier.DirectoryLoader(tmp_path).load("demo")
    assert "case_collision" in {finding.code for finding in result.diagnostics}


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Runs the command line, which has to refuse its arguments, and gives what it says."""
    assert run(arguments) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("text", ["{}", "[1]", '[{"name": "a"}]', '[{"name": "a", "x": 1}]'])
def test_tools_file_that_is_no_list_of_tools_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
):
    (tmp_path / "tools.json").write_text(text, encoding="utf-8")
    tools = str(tmp_path / "tools.json")
    said = refusal(["activate", "demo", "--from", str(tmp_path), "--tools", tools], capsys)
    assert "[tools_file_invalid]" in said
    with pytest.raises(metier.ConfigurationError) as refused:
        read_tools(tools)
    assert refused.value.code == "tools_file_invalid"


def test_init_over_what_is_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "SKILL.md").write_text("mine", encoding="utf-8")
    said = refusal(["init", "demo"], capsys)
    code = "file_exists"
    assert f"[{code}]" in said
    assert (tmp_path / "demo" / "SKILL.md").read_text(encoding="utf-8") == "mine"


def test_skill_file_over_four_mebibytes_is_refused():
    skill, found = _core.read_skill_md(b"x" * ((4 << 20) + 1), folder="demo")
    assert skill is None
    assert [finding.code for finding in found] == ["skill_file_too_large"]
