"""Skill folders: `load_skill` and `discover` beyond the text of `SKILL.md` (spec 02)."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

import metier

# Spec 02 settles it: a Windows device name is an error in strict and a warning in lenient.
SPEC_WINS = {"name-020": ("error", "warning"), "name-021": ("error", "warning")}
SKILL = "---\nname: {name}\ndescription: Sorts a list of words by length.\n---\n# Demo\n"


def write(folder: Path, name: str | None = None, text: str = SKILL) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(text.format(name=name or folder.name), encoding="utf-8")
    return folder


def codes(result: metier.LoadResult | metier.Discovery) -> list[str]:
    return [finding.code for finding in result.diagnostics]


def build_case(root: Path, case: dict[str, Any]) -> Path:
    """Makes the folder of a case as the vectors' note says."""
    folder = root / case["folder"]
    folder.mkdir(parents=True)
    _write_file(folder / case["file"], case)
    for path, entry in case.get("files", {}).items():
        for number in range(entry.get("count", 1)):
            target = folder / path.replace("{n}", str(number))
            target.parent.mkdir(parents=True, exist_ok=True)
            if "link_to" in entry:
                target.symlink_to(entry["link_to"])
            else:
                _write_file(target, entry)
    return folder


def _write_file(target: Path, entry: dict[str, Any]) -> None:
    data = base64.b64decode(entry["b64"])
    data += data[-1:] * max(0, entry.get("size", 0) - len(data))
    target.write_bytes(data)
    if entry.get("executable"):
        target.chmod(0o755)


def verdict(result: metier.LoadResult) -> str:
    if not result:
        return "error"
    severities = {finding.severity for finding in result.diagnostics}
    return "warning" if metier.Severity.WARNING in severities else "ok"


def test_every_case_is_judged_and_read_as_the_vectors_say(tmp_path: Path, shared: Path) -> None:
    cases = json.loads((shared / "vectors" / "skill_md_cases.json").read_text("utf-8"))["cases"]
    wrong = []
    for case in cases:
        folder = build_case(tmp_path / case["id"], case)
        strict = metier.load_skill(folder, profile="strict")
        lenient = metier.load_skill(folder)
        judged = ("error" if not strict else "ok", verdict(lenient))
        if judged != SPEC_WINS.get(case["id"], (case["strict"], case["lenient"])):
            wrong.append((case["id"], judged, case["why"], codes(strict), codes(lenient)))
        for result in (strict, lenient):
            if result:
                wrong.extend(differences(result.unwrap(), case))
            elif "line" in case and result.error is not None and result.error.line != case["line"]:
                wrong.append((case["id"], "line", result.error.line, case["line"]))
    assert not wrong


def differences(package: metier.Package, case: dict[str, Any]) -> list[tuple[object, ...]]:
    read = {
        "name": package.name,
        "description": package.description.strip(),
        "version": str(package.version),
    }
    return [
        (case["id"], key, value, case[key])
        for key, value in read.items()
        if key in case and value != str(case[key]).strip()
    ]


def test_skill_file_itself_means_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "demo")
    assert metier.load_skill(folder / "SKILL.md").unwrap().id == "demo"
    monkeypatch.chdir(folder)
    assert metier.load_skill("SKILL.md").unwrap().id == "demo"
    assert metier.load_skill(".").unwrap().id == "demo"


def test_content_digest_of_a_skill_is_its_tree_digest(tmp_path: Path) -> None:
    folder = write(tmp_path / "demo")
    (folder / "scripts").mkdir()
    (folder / "scripts" / "run.sh").write_text("#!/bin/sh\n")
    (folder / "scripts" / "run.sh").chmod(0o755)
    package = metier.load_skill(folder).unwrap()
    assert package.digest == package.tree.digest == metier.tree_digest(folder).digest
    assert {r.path: r.kind for r in package.resources.values()} == {
        "SKILL.md": "instructions",
        "scripts/run.sh": "script",
    }


def test_sealed_folder_is_read_by_its_manifest(tmp_path: Path) -> None:
    """Spec 02: if `skill.json` is there, it is the authority."""
    folder = write(tmp_path / "demo")
    (folder / "skill.json").write_text('{"schema_version": 1}')
    assert metier.load_skill(folder).error.code == "manifest_invalid"  # type: ignore[union-attr]


def test_skill_json_of_another_tool_is_a_departure(tmp_path: Path) -> None:
    folder = write(tmp_path / "demo")
    (folder / "skill.json").write_text('{"name": "demo", "author": "x"}')
    lenient = metier.load_skill(folder)
    assert lenient.unwrap().form == "SKILL.md"
    assert "foreign_skill_json" in codes(lenient)
    strict = metier.load_skill(folder, profile="strict")
    assert strict.error.code == "foreign_skill_json"  # type: ignore[union-attr]


def test_given_version_is_taken_where_the_skill_names_none(tmp_path: Path) -> None:
    folder = write(tmp_path / "demo")
    assert str(metier.load_skill(folder, version="1.2.3").unwrap().version) == "1.2.3"
    assert str(metier.load_skill(folder).unwrap().version) == "0.0.0"


def test_package_pickles_and_is_verified_when_it_comes_back(tmp_path: Path) -> None:
    import copy
    import pickle

    package = metier.load_skill(write(tmp_path / "demo"), version="1.2.3").unwrap()
    again = pickle.loads(pickle.dumps(package))  # noqa: S301 - made here
    assert again == package
    assert hash(again) == hash(package)
    assert again.instructions == package.instructions
    assert copy.deepcopy(package) is package
    with pytest.raises(AttributeError):
        package.id = "other"  # type: ignore[misc]


def test_caller_cannot_make_a_package_by_claim() -> None:
    """Decision 4: no caller's claim is believed."""
    with pytest.raises(metier.ConfigurationError) as raised:
        metier.Package(object())  # type: ignore[arg-type]
    assert raised.value.code == "package_not_verified"


def test_hidden_agent_folders_are_searched_and_version_control_is_not(tmp_path: Path) -> None:
    """Spec 02: discovery enters `.claude`, `.agents`, `.github`, skips `.git`, `node_modules`."""
    for parent in (".claude/skills", ".agents", ".github/skills", "plain"):
        write(tmp_path / parent / ("in-" + parent.split("/")[0].strip(".")))
    for parent in (".git", "node_modules"):
        write(tmp_path / parent / "hidden")
    found = metier.discover(tmp_path)
    assert sorted(p.id for p in found.packages) == [
        "in-agents",
        "in-claude",
        "in-github",
        "in-plain",
    ]


def test_second_skill_of_a_name_is_shadowed_with_both_places(tmp_path: Path) -> None:
    write(tmp_path / "a" / "demo")
    write(tmp_path / "b" / "demo")
    lenient = metier.discover(tmp_path)
    assert [skill.path for skill in lenient.skills if skill] == [
        f"{tmp_path}/a/demo",
        f"{tmp_path}/b/demo",
    ]
    assert len(lenient.packages) == 1
    (finding,) = [d for d in lenient.diagnostics if d.code == "shadowed"]
    assert finding.severity is metier.Severity.WARNING
    assert finding.path == f"{tmp_path}/b/demo"
    assert f"{tmp_path}/a/demo" in finding.message
    strict = metier.discover(tmp_path, profile="strict")
    (finding,) = [d for d in strict.diagnostics if d.code == "shadowed"]
    assert finding.severity is metier.Severity.ERROR


def test_links_are_followed_only_when_asked_and_only_inside_the_root(tmp_path: Path) -> None:
    """Decision 7: a linked skill folder is followed only if it ends inside an allowed root."""
    root = tmp_path / "root"
    write(root / "store" / "real")
    write(tmp_path / "outside" / "foreign")
    (root / "linked").symlink_to("store/real")
    (root / "foreign").symlink_to("../outside/foreign")
    (root / "loop").symlink_to(".")
    default = metier.discover(root)
    assert [p.id for p in default.packages] == ["real"]
    assert codes(default).count("link_ignored") == 3
    asked = metier.discover(root, follow_links=True)
    assert [p.id for p in asked.packages] == ["real"]
    places = {d.path for d in asked.diagnostics if d.code == "link_ignored"}
    assert f"{root}/foreign" in places
    assert f"{root}/loop" in places


def test_unreadable_folder_never_takes_down_its_neighbours(tmp_path: Path) -> None:
    write(tmp_path / "good")
    deep = tmp_path
    for _ in range(20):
        deep = deep / "d"
    write(deep / "too-deep")
    found = metier.discover(tmp_path)
    assert [p.id for p in found.packages] == ["good"]
    assert "depth_exceeded" in codes(found)


def test_empty_root_says_what_to_do(tmp_path: Path) -> None:
    found = metier.discover(tmp_path)
    assert not found
    with pytest.raises(metier.LoadError) as raised:
        found.unwrap()
    assert raised.value.code == "no_skills"


def test_name_that_is_no_text_is_reported_and_left_out(tmp_path: Path) -> None:
    folder = write(tmp_path / "demo")
    (Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md"))).write_text("x")
    lenient = metier.load_skill(folder)
    assert lenient
    assert verdict(lenient) == "warning"
    assert not metier.load_skill(folder, profile="strict")
