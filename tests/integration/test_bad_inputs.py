"""A tour of bad inputs: each a clear error, the right exit code, no traceback."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier

SKILL = "---\nname: demo\ndescription: Sorts a list of words by length.\n---\n# Demo\n\nSort.\n"


def write_skill(folder: Path, text: str = SKILL) -> Path:
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(text, encoding="utf-8")
    return folder


def write_package(
    folder: Path, id_: str, *, requires: dict[str, str] | None = None, version: str = "1.0.0"
) -> Path:
    body = f"# {id_}\n".encode()
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_bytes(body)
    manifest = {
        "schema_version": 1,
        "id": id_,
        "version": version,
        "name": id_,
        "description": f"The skill {id_}.",
        "instructions": ["main"],
        "resources": [
            {
                "id": "main",
                "path": "SKILL.md",
                "kind": "instructions",
                "size": len(body),
                "sha256": hashlib.sha256(body).hexdigest(),
            }
        ],
        "requires": {
            "skills": [{"id": key, "version": value} for key, value in (requires or {}).items()]
        },
    }
    (folder / "skill.json").write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    return folder


def test_missing_folder_is_a_usage_error_that_names_it(metier: Metier) -> None:
    ran = metier("check", "nowhere")
    assert ran.code == 2
    assert "error[root_not_found]" in ran.out
    assert "nowhere" in ran.out


def test_a_file_in_place_of_a_folder_is_a_usage_error(metier: Metier, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    ran = metier("activate", "demo", "--from", "file")
    assert ran.code == 2
    assert "error[root_not_directory]" in ran.err


def test_folder_without_permission_is_an_environment_error(tmp_path: Path) -> None:
    folder = write_skill(tmp_path / "demo")
    folder.chmod(0)
    for parent in (tmp_path, *tmp_path.parents):
        if parent.stat().st_mode & 0o005 != 0o005:
            parent.chmod(parent.stat().st_mode | 0o005)
    # Root may read everything, so the command gives the privilege up once it is loaded.
    script = (
        "import os, sys; from metier.cli.run import run; import metier.cli.check; "
        "os.geteuid() or os.setresuid(65534, 65534, 65534); sys.exit(run(['check', sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    folder.chmod(0o755)
    assert done.returncode == 3, done.stderr
    assert "error[permission_denied]" in done.stdout
    assert "Traceback" not in done.stderr


def test_bytes_that_are_not_utf8_are_refused_with_their_line(
    metier: Metier, tmp_path: Path
) -> None:
    write_skill(tmp_path / "demo")
    (tmp_path / "demo" / "SKILL.md").write_bytes(SKILL.encode() + b"caf\xe9\n")
    ran = metier("check", "demo", "--profile", "lenient")
    assert ran.code == 1
    assert "demo/SKILL.md:8:4" in ran.out


def test_broken_yaml_is_refused_with_its_line(metier: Metier, tmp_path: Path) -> None:
    write_skill(tmp_path / "demo", "---\nname: demo\ndescription: [a, b\n---\nx\n")
    ran = metier("check", "demo", "--profile", "lenient", "--json")
    assert ran.code == 1
    (skill,) = ran.document["skills"]
    errors = [d for d in skill["diagnostics"] if d["severity"] == "error"]
    assert errors[0]["path"] == "demo/SKILL.md"
    assert errors[0]["line"] in {3, 4}


def test_changed_resource_is_refused_by_its_hash(metier: Metier, tmp_path: Path) -> None:
    folder = write_package(tmp_path / "a", "org.example.a")
    text = (folder / "SKILL.md").read_bytes()
    (folder / "SKILL.md").write_bytes(text.replace(b"#", b"!"))
    ran = metier("activate", "org.example.a", "--from", ".")
    assert ran.code == 1
    assert "error[resource_digest_mismatch]" in ran.err
    assert "a/SKILL.md" in ran.err


def test_link_inside_a_skill_json_package_is_refused(metier: Metier, tmp_path: Path) -> None:
    folder = write_package(tmp_path / "a", "org.example.a")
    (folder / "secret").symlink_to("/etc/passwd")
    ran = metier("check", "a")
    assert ran.code == 1
    assert "error[reparse_point]" in ran.out
    assert "a/secret" in ran.out


def test_link_inside_a_skill_is_left_out_and_hands_nothing_over(
    metier: Metier, tmp_path: Path
) -> None:
    folder = write_skill(tmp_path / "demo")
    (tmp_path / "outside.md").write_text("outside")
    (folder / "secret.md").symlink_to("../outside.md")
    strict = metier("check", "demo")
    lenient = metier("show", "./demo", "--json")
    assert strict.code == 1
    assert "error[link_ignored]" in strict.out
    assert lenient.code == 0
    assert [resource["id"] for resource in lenient.document["L2"]] == ["SKILL.md"]
    assert "outside" not in lenient.document["L1"]


def test_unknown_dependency_is_explained_by_name(metier: Metier, tmp_path: Path) -> None:
    write_package(tmp_path / "a", "org.example.a", requires={"org.example.missing": "^1.0.0"})
    ran = metier("activate", "org.example.a", "--from", ".")
    assert ran.code == 1
    assert "org.example.missing" in ran.err
    ran = metier("resolve", "org.example.a", "--json")
    assert ran.code == 1
    assert ran.document["diagnostics"][0]["code"] == "dependency_not_found"


def test_cycle_is_explained_by_its_members(metier: Metier, tmp_path: Path) -> None:
    write_package(tmp_path / "a", "org.example.a", requires={"org.example.b": "^1.0.0"})
    write_package(tmp_path / "b", "org.example.b", requires={"org.example.a": "^1.0.0"})
    ran = metier("resolve", "org.example.a", "--json")
    assert ran.code == 1
    assert ran.document["diagnostics"][0]["code"] == "dependency_cycle"
    assert "org.example.b" in ran.document["explanation"]


def test_requirement_that_is_none_is_a_usage_error(metier: Metier, tmp_path: Path) -> None:
    write_skill(tmp_path / "demo")
    ran = metier("resolve", "demo@nonsense!")
    assert ran.code == 2
    assert "error[" in ran.err


def test_unknown_command_suggests_the_near_one(metier: Metier) -> None:
    ran = metier("actvate")
    assert ran.code == 2
    assert "Did you mean 'activate'?" in ran.err


@pytest.mark.parametrize(
    ("content", "place"),
    [("[{", "tools.json:1:3"), ('[{"name": 1, "version": "1"}]', "$[0].name"), ("{}", "$")],
)
def test_tools_file_that_is_wrong_is_refused_with_its_place(
    metier: Metier, tmp_path: Path, content: str, place: str
) -> None:
    write_skill(tmp_path / "demo")
    (tmp_path / "tools.json").write_text(content)
    ran = metier("activate", "demo", "--tools", "tools.json")
    assert ran.code in {1, 2}
    assert place in ran.err


def test_one_bad_skill_never_takes_down_its_neighbours(metier: Metier, tmp_path: Path) -> None:
    write_skill(tmp_path / "demo")
    write_skill(tmp_path / "broken", "no frontmatter\n")
    ran = metier("activate", "demo", "--from", ".")
    assert ran.code == 0
    assert "Sort." in ran.out
    assert "broken/SKILL.md" in ran.err


def test_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    write_skill(tmp_path / "demo", SKILL + "line\n" * 200_000)
    shell = shutil.which("bash")
    assert shell is not None
    script = f"set -o pipefail; '{sys.executable}' -m metier show ./demo | head -1"
    done = subprocess.run(
        [shell, "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
