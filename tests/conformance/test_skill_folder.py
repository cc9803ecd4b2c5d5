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
    assert "entry_depth_exceeded" in codes(found)


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


def test_search_stops_at_a_skill_and_says_how_many_lie_below(tmp_path: Path) -> None:
    """Spec 02: stops at a skill (and says how many lie below one)."""
    outer = write(tmp_path / "outer")
    write(outer / "inner")
    write(outer / "inner" / "innermost")
    (outer / "more.skill.md").write_text("---\ndescription: Sorts.\n---\n")
    found = metier.discover(tmp_path)
    assert [p.id for p in found.packages] == ["outer"]
    assert "inner/SKILL.md" in found.packages[0].resources
    (note,) = [d for d in found.diagnostics if d.code == "nested_skills"]
    assert note.message.startswith("3 more skills")
    assert note.path == str(outer)
    assert note.severity is metier.Severity.INFORMATION


def test_root_that_is_a_skill_is_found_alone(tmp_path: Path) -> None:
    root = write(tmp_path / "demo")
    write(root / "inner")
    found = metier.discover(root)
    assert [(skill.path, skill.package is not None) for skill in found.skills] == [
        (str(root), True)
    ]


def test_every_form_of_a_skill_is_found_in_the_order_of_paths(tmp_path: Path) -> None:
    """Spec 02: `SKILL.yaml` and `*.skill.md` load through the same model."""
    write(tmp_path / "b")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "SKILL.yaml").write_text("name: a\ndescription: A.\ninstructions: Do.\n")
    (tmp_path / "c.skill.md").write_text("---\ndescription: C.\n---\nDo.\n")
    (tmp_path / "b" / "part.skill.md").write_text("text of b")
    found = metier.discover(tmp_path)
    assert [(p.id, p.form) for p in found.packages] == [(id_, "SKILL.md") for id_ in "abc"]
    assert [skill.path for skill in found.skills] == [
        f"{tmp_path}/a",
        f"{tmp_path}/b",
        f"{tmp_path}/c.skill.md",
    ]
    strict = metier.discover(tmp_path, profile="strict")
    assert [p.id for p in strict.packages] == ["b"]
    refused = {d.code for d in strict.diagnostics if d.severity is metier.Severity.ERROR}
    assert refused == {"skill_yaml", "skill_single_file", "name_missing"}


def test_search_ends_at_its_depth_with_a_place(tmp_path: Path) -> None:
    """Spec 02: at any depth up to a limit."""
    deep = tmp_path.joinpath(*"abcdefghijklmno")
    write(deep, "o")
    write(deep / "p" / "q", "q")
    found = metier.discover(tmp_path)
    assert [p.id for p in found.packages] == ["o"]
    shallow = metier.discover(deep.parent)
    assert [p.id for p in shallow.packages] == ["o"]
    write(tmp_path / "x" / Path(*"bcdefghijklmnop"), "p")
    found = metier.discover(tmp_path)
    assert [p.id for p in found.packages] == ["o"]
    (finding,) = [d for d in found.diagnostics if d.code == "entry_depth_exceeded"]
    assert finding.path == f"{tmp_path}/x/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/SKILL.md"


def test_one_bad_skill_among_many_harms_no_other(tmp_path: Path) -> None:
    """Decision 2: one bad skill never takes down its neighbours."""
    bad = {
        "no-fence": b"no frontmatter",
        "no-text": b"---\nname: x\xff\n---\n",
        "bad-yaml": b"---\nname: [\n---\n",
        "no-description": b"---\nname: no-description\n---\n",
    }
    for name, data in bad.items():
        write(tmp_path / name).joinpath("SKILL.md").write_bytes(data)
    for number in range(20):
        write(tmp_path / f"good-{number}")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "SKILL.md").symlink_to("../good-1/SKILL.md")
    os.mkfifo(write(tmp_path / "pipe").joinpath("fifo"))
    (tmp_path / "pipe" / "SKILL.md").unlink()
    os.mkfifo(tmp_path / "pipe" / "SKILL.md")
    (tmp_path / "sealed").mkdir()
    (tmp_path / "sealed" / "skill.json").write_bytes(b"{")
    found = metier.discover(tmp_path)
    assert len(found.packages) == 20
    failed = {Path(skill.path).name for skill in found.skills if not skill}
    assert failed == {*bad, "linked", "pipe", "sealed"}
    for skill in found.skills:
        assert bool(skill) != any(
            d.severity is metier.Severity.ERROR and d.path for d in skill.diagnostics
        )


def test_duplicate_says_whether_its_content_is_the_same(tmp_path: Path) -> None:
    """Spec 02: reports duplicates and shadowing with both locations."""
    write(tmp_path / "a" / "demo")
    write(tmp_path / "b" / "demo")
    write(tmp_path / "c" / "demo", text=SKILL + "More.\n")
    found = metier.discover(tmp_path)
    shadowed = [d for d in found.diagnostics if d.code == "shadowed"]
    assert [(d.path, d.message.rpartition("; ")[2]) for d in shadowed] == [
        (f"{tmp_path}/b/demo", "this one has the same content"),
        (f"{tmp_path}/c/demo", "this one has other content"),
    ]
    assert all(f"{tmp_path}/a/demo" in d.message for d in shadowed)


def test_skill_that_failed_shadows_none(tmp_path: Path) -> None:
    write(tmp_path / "a" / "demo", text="---\nname: demo\n---\n")
    write(tmp_path / "b" / "demo")
    found = metier.discover(tmp_path)
    assert [skill.path for skill in found.skills if skill] == [f"{tmp_path}/b/demo"]
    assert "shadowed" not in codes(found)


def test_linked_skill_comes_in_the_order_of_paths(tmp_path: Path) -> None:
    """Spec 02: the first by path wins."""
    write(tmp_path / "store" / "demo")
    (tmp_path / "linked").symlink_to("store/demo")
    found = metier.discover(tmp_path, follow_links=True)
    assert [skill.path for skill in found.skills] == [
        f"{tmp_path}/linked",
        f"{tmp_path}/store/demo",
    ]
    (finding,) = [d for d in found.diagnostics if d.code == "shadowed"]
    assert finding.path == f"{tmp_path}/store/demo"


def test_link_loops_end_nowhere(tmp_path: Path) -> None:
    """Spec 02: skips link loops."""
    write(tmp_path / "good")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").symlink_to("../c")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "d").symlink_to("../a")
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "gone").symlink_to("nowhere")
    found = metier.discover(tmp_path, follow_links=True)
    assert [p.id for p in found.packages] == ["good"]
    ignored = [d.path for d in found.diagnostics if d.code == "link_ignored"]
    assert ignored == [f"{tmp_path}/{path}" for path in ("a/b", "c/d", "gone", "self")]


def test_root_may_be_a_link_and_must_be_a_folder(tmp_path: Path) -> None:
    """Decision 7: discovery roots may be links."""
    write(tmp_path / "real" / "demo")
    (tmp_path / "root").symlink_to("real")
    found = metier.discover(tmp_path / "root")
    assert [skill.path for skill in found.skills] == [f"{tmp_path}/root/demo"]
    (tmp_path / "file").write_text("x")
    assert codes(metier.discover(tmp_path / "file")) == ["root_not_directory"]
    assert codes(metier.discover(tmp_path / "none")) == ["root_not_found"]


def test_root_may_be_the_file_of_a_skill(tmp_path: Path) -> None:
    folder = write(tmp_path / "demo")
    (tmp_path / "one.skill.md").write_text("---\ndescription: One.\n---\n")
    for root, path in [("demo/SKILL.md", folder), ("one.skill.md", tmp_path / "one.skill.md")]:
        found = metier.discover(tmp_path / root)
        assert [(skill.path, bool(skill)) for skill in found.skills] == [(str(path), True)]


def test_refused_skill_file_is_the_only_file_that_is_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "demo", text="---\nname: demo\n---\n")
    with (folder / "large.bin").open("wb") as file:
        file.truncate(1 << 40)
    assert codes(metier.load_skill(folder))[0] == "description_missing"
    assert "resource_too_large" not in codes(metier.load_skill(folder))
    write(folder)
    assert metier.load_skill(folder).error.code == "resource_too_large"  # type: ignore[union-attr]


BROKEN = "---\nname: demo\n---\n"


@pytest.mark.parametrize(
    ("named", "place"),
    [
        ("demo", "demo/SKILL.md"),
        ("demo/", "demo/SKILL.md"),
        ("./demo", "./demo/SKILL.md"),
        ("demo/SKILL.md", "demo/SKILL.md"),
        ("demo/SKILL.md/", "demo/SKILL.md"),
        ("./demo/SKILL.md", "./demo/SKILL.md"),
        ("{root}/demo", "{root}/demo/SKILL.md"),
        ("{root}/demo/SKILL.md", "{root}/demo/SKILL.md"),
        ("demo/../demo", "demo/../demo/SKILL.md"),
    ],
)
def test_findings_name_the_file_as_the_caller_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, place: str
) -> None:
    write(tmp_path / "demo", text=BROKEN)
    monkeypatch.chdir(tmp_path)
    result = metier.load_skill(named.format(root=tmp_path))
    assert {d.path for d in result.diagnostics} == {place.format(root=tmp_path)}


@pytest.mark.parametrize(
    ("named", "place"),
    [(".", "./SKILL.md"), ("SKILL.md", "SKILL.md"), ("./SKILL.md", "./SKILL.md")],
)
def test_findings_in_the_current_folder_are_named_as_the_caller_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, place: str
) -> None:
    monkeypatch.chdir(write(tmp_path / "demo", text=BROKEN))
    assert {d.path for d in metier.load_skill(named).diagnostics} == {place}


def test_folder_is_known_by_its_name_however_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "demo")
    (folder / "inner").mkdir()
    monkeypatch.chdir(folder / "inner")
    for named in ("..", "../", "../.", "../SKILL.md", "../../demo"):
        assert "name_folder_mismatch" not in codes(metier.load_skill(named)), named


def test_folder_whose_name_is_no_text_shows_as_well_as_it_can(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    write(folder, "demo", BROKEN)
    result = metier.load_skill(folder)
    assert {d.path for d in result.diagnostics} == {f"{tmp_path}/caf\ufffd/SKILL.md"}
    assert result.path == str(folder)


def test_skill_whose_folder_is_no_text_is_not_skipped_in_silence(tmp_path: Path) -> None:
    """Decision 2: nothing is skipped in silence."""
    write(tmp_path / "good")
    write(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")), "demo")
    found = metier.discover(tmp_path)
    assert [p.id for p in found.packages] == ["good"]
    (finding,) = [d for d in found.diagnostics if d.severity is metier.Severity.ERROR]
    assert (finding.code, finding.path) == ("path_not_utf8", f"{tmp_path}/caf\ufffd/SKILL.md")


def test_root_that_is_missing_is_named_as_the_caller_did(tmp_path: Path) -> None:
    result = metier.load_skill(tmp_path / "none")
    assert [(d.code, d.path) for d in result.diagnostics] == [
        ("root_not_found", f"{tmp_path}/none")
    ]
