"""The main job from the command line and from Python on the shipped examples."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import metier as library

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier


def runtime() -> library.Runtime:
    return library.Runtime(
        tools=[library.ToolDescriptor("filesystem.read", "1")], knowledge={"engineering-policy"}
    )


def test_activate_prints_packages_digests_fingerprint_and_messages(
    metier: Metier, examples: Path
) -> None:
    arguments = (
        "activate",
        "org.example.review@^1",
        "--from",
        str(examples / "skills"),
        "--tools",
        str(examples / "runtime" / "tools.json"),
        "--knowledge",
        "engineering-policy",
    )
    text = metier(*arguments)
    assert text.code == 0, text.err
    document = metier(*arguments, "--json").document
    assert [package["id"] for package in document["packages"]] == [
        "org.example.base",
        "org.example.review",
    ]
    for package in document["packages"]:
        assert f"{package['id']} {package['version']}  {package['digest']}" in text.out
    assert document["fingerprint"] in text.out
    assert document["assembly_digest"] in text.out
    roles = {message["role"] for message in document["messages"]}
    assert roles == {"user"}
    trusted = metier(*arguments, "--trust", "application_trusted", "--json").document
    assert {message["role"] for message in trusted["messages"]} == {"system"}
    assert trusted["fingerprint"] == document["fingerprint"]
    assert trusted["assembly_digest"] != document["assembly_digest"]


def test_activate_without_the_tool_names_what_is_missing(metier: Metier, examples: Path) -> None:
    ran = metier("activate", "org.example.review", "--from", str(examples / "skills"))
    assert ran.code == 1
    assert "error[required_tool_missing]" in ran.err
    assert "error[required_knowledge_missing]" in ran.err
    assert "filesystem.read" in ran.err


def test_unknown_id_is_met_with_the_one_that_may_be_meant(metier: Metier, examples: Path) -> None:
    ran = metier("activate", "review", "--from", str(examples / "skills"))
    assert ran.code == 1
    assert "error[dependency_not_found]" in ran.err
    assert "did you mean 'org.example.review'?" in ran.err


def test_warnings_of_skills_that_are_not_used_stay_silent_unless_asked(
    metier: Metier, tmp_path: Path
) -> None:
    for name, extra in (("used", ""), ("other", "surprise: 1\n")):
        (tmp_path / name).mkdir()
        text = f"---\nname: {name}\ndescription: Sorts.\n{extra}---\nSort.\n"
        (tmp_path / name / "SKILL.md").write_text(text)
    assert "key_unknown" not in metier("activate", "used").err
    assert "key_unknown" in metier("activate", "used", "-v").err
    assert "key_unknown" in metier("activate", "other").err


def test_library_and_command_line_give_the_same_activation(metier: Metier, examples: Path) -> None:
    activation = library.assemble(
        examples / "skills", ["org.example.review@^1"], runtime()
    ).unwrap()
    document = metier(
        "activate",
        "org.example.review@^1",
        "--from",
        str(examples / "skills"),
        "--tools",
        str(examples / "runtime" / "tools.json"),
        "--knowledge",
        "engineering-policy",
        "--json",
    ).document
    assert document["fingerprint"] == activation.fingerprint
    assert document["assembly_digest"] == activation.assembly_digest


def test_step_by_step_is_the_same_as_assemble(examples: Path) -> None:
    registry = library.Registry()
    for package in library.discover(examples / "skills").packages:
        assert registry.register(package)
    resolution = library.resolve(registry.snapshot(), ["org.example.review"]).unwrap()
    assert [chosen.id for chosen in resolution.packages] == [
        "org.example.base",
        "org.example.review",
    ]
    activation = library.activate(resolution, runtime()).unwrap()
    assembled = library.assemble(examples / "skills", ["org.example.review"], runtime()).unwrap()
    assert activation.fingerprint == assembled.fingerprint


def test_shipped_examples_pass_strict(metier: Metier, examples: Path) -> None:
    ran = metier("check", str(examples / "skills"), "--json")
    assert ran.code == 0, ran.out
    assert ran.document["summary"]["warnings"] == 0
    assert len(ran.document["skills"]) == 3


def test_init_makes_a_skill_that_passes_strict_and_shows(metier: Metier) -> None:
    assert metier("init", "word-sorter", "--description", 'Sorts: "words".').code == 0
    assert metier("check", "word-sorter").code == 0
    shown = metier("show", "./word-sorter", "--json").document
    assert shown["id"] == "word-sorter"
    assert 'Sorts: "words".' in shown["L0"]
    again = metier("init", "word-sorter")
    assert again.code == 2
    assert "error[file_exists]" in again.err
    refused = metier("init", "Word Sorter")
    assert refused.code == 2
    assert "try 'word-sorter'" in refused.err


def test_show_prints_each_tier_and_one_resource(metier: Metier, examples: Path) -> None:
    folder = str(examples / "skills" / "release-notes")
    assert metier("show", folder, "--tier", "L0").out.startswith("release-notes ")
    tiers = metier("show", folder, "--tokens")
    assert "--- L1, about " in tiers.out
    resource = metier("show", folder, "--resource", "SKILL.md")
    assert resource.out == (examples / "skills" / "release-notes" / "SKILL.md").read_text("utf-8")
    missing = metier("show", folder, "--resource", "SKILLS.md")
    assert missing.code == 1
    assert "did you mean 'SKILL.md'?" in missing.err
    by_id = metier("show", "org.example.review", "--from", str(examples / "skills"), "--tier", "L0")
    assert by_id.code == 0
    assert by_id.out


def test_digest_prints_tree_and_package_digests(metier: Metier, examples: Path) -> None:
    folder = examples / "skills" / "org.example.base"
    if not folder.is_dir():
        folder = next(path.parent for path in examples.glob("skills/*/skill.json"))
    package = library.load_skill(folder).unwrap()
    ran = metier("digest", str(folder))
    assert ran.code == 0
    assert library.tree_digest(folder).digest in ran.out
    assert package.digest in ran.out
    assert package.tree.digest == library.tree_digest(folder).digest


def test_version_and_help_name_the_commands(metier: Metier) -> None:
    assert metier("--version").out == f"metier {library.__version__}\n"
    out = metier("--help").out
    for command in ("init", "check", "show", "seal", "digest", "resolve", "activate"):
        assert command in out


def test_check_needs_no_pydantic(tmp_path: Path) -> None:
    """Spec 09: no pydantic import for `metier check`."""
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "SKILL.md").write_text("---\nname: demo\ndescription: Sorts.\n---\nx\n")
    script = (
        "import sys; from metier.cli.run import run; "
        "code = run(['check', sys.argv[1]]); "
        "sys.exit(code or 40 * ('pydantic' in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "command", ["check", "resolve", "activate", "show", "seal", "digest", "init"]
)
def test_every_command_has_help_and_json(metier: Metier, command: str) -> None:
    ran = metier(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out


def test_digest_names_what_was_left_out_when_asked(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / ".DS_Store").write_bytes(b"")
    plain = metier("digest", str(tmp_path))
    assert "left_out" not in plain.out + plain.err
    verbose = metier("digest", "-v", str(tmp_path))
    assert "note[left_out]" in verbose.err
    assert f"{tmp_path}/a/.DS_Store" in verbose.err
    document = metier("digest", "--json", str(tmp_path)).document
    assert document["paths"][0]["left_out"] == ["a/.DS_Store"]


def test_show_and_check_take_every_form_of_a_skill(metier: Metier, tmp_path: Path) -> None:
    single = tmp_path / "one.skill.md"
    single.write_text("---\nname: one\ndescription: One.\n---\nGo.\n")
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "SKILL.yaml").write_text("name: two\ndescription: Two.\ninstructions: Go.\n")
    for path in (single, folder):
        assert "Go." in metier("show", str(path)).out
        assert metier("check", "--profile", "lenient", str(path)).code == 0
        assert metier("check", str(path)).code == 1
