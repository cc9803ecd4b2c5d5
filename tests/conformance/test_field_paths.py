"""Reported troubles with the paths, modes and links of a skill's files, by field case."""

from __future__ import annotations

import os
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest
from skill_folder import both, codes, error_codes, skill_text, the, warning_codes, write_skill

import metier

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../x", "path_dots"),
        ("/x", "path_absolute"),
        ("C:\\x", "path_backslash"),
        ("C:/x", "path_colon"),
        ("a\\..\\x", "path_backslash"),
        ("a/../../x", "path_dots"),
        ("./SKILL.md", "path_dots"),
        ("a//b", "path_component_empty"),
        ("a/", "path_component_empty"),
        ("a\0b", "path_control_character"),
    ],
)
def test_F046_path_that_leads_elsewhere_is_refused(tmp_path: Path, path: str, code: str) -> None:
    """Each such name is refused by the one list of rules, which loaders and archives share."""
    with pytest.raises(metier.PathError) as raised:
        metier.check_path(path)
    assert raised.value.code == code
    with pytest.raises(metier.PathError) as raised:
        metier.check_paths(["SKILL.md", path])
    assert raised.value.code == code
    loaded = metier.DirectoryLoader(tmp_path).load(path)
    assert error_codes(loaded) == {"invalid_path"}


def test_F046_second_entry_of_one_name_is_refused() -> None:
    """A set of paths holds each once."""
    with pytest.raises(metier.PathError) as raised:
        metier.check_paths(["SKILL.md", "a.md", "SKILL.md"])
    assert raised.value.code == "path_duplicate"


def test_F051_backslash_in_a_name_is_never_a_separator(tmp_path: Path) -> None:
    """Such a file is left out with a warning, or refused in strict; it is never converted."""
    folder = write_skill(tmp_path / "demo", files={"references\\a.md": "text\n"})
    strict, lenient = both(folder)
    assert error_codes(strict) == {"path_backslash"}
    assert warning_codes(lenient) == {"path_backslash"}
    assert set(lenient.unwrap().resources) == {"SKILL.md"}
    with pytest.raises(metier.PathError):
        metier.check_path("references\\a.md")
    write_skill(tmp_path / "plain", files={"references/a.md": "text\n"})
    assert "references/a.md" in metier.load_skill(tmp_path / "plain").unwrap().resources


def test_F053_every_file_but_the_fixed_list_belongs_to_the_skill(tmp_path: Path) -> None:
    """No broad rule drops a real file; what is left out is on the list of decision 21, and said.

    The digest can be computed again from a copy of the tree.
    """
    files = {
        "scripts/pkg/__init__.py": "",
        ".prettierrc": "{}",
        ".env.example": "A=1\n",
        ".gitignore": "x\n",
        "metadata.json": "{}",
        "README.md": "# Demo\n",
        "_notes.md": "notes\n",
        "node_modules.md": "text\n",
        "dist/built.js": "1\n",
        "tests/__pycache__.txt": "text\n",
    }
    junk = {".DS_Store": "x", "scripts/__pycache__/a.pyc": "x", "._README.md": "x"}
    folder = write_skill(tmp_path / "demo", files={**files, **junk})
    for result in both(folder):
        assert set(result.unwrap().resources) == {"SKILL.md", *files}
        assert codes(result).count("left_out") == len(junk)
        assert result.unwrap().digest == metier.tree_digest(folder).digest
    copy = tmp_path / "elsewhere" / "demo"
    for path, resource in metier.load_skill(folder).unwrap().resources.items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_bytes(resource.data)
    assert metier.tree_digest(copy).digest == metier.tree_digest(folder).digest


def test_F056_only_the_execute_bit_counts(tmp_path: Path) -> None:
    """0755 and 0644 are told apart; owner, group, write and special bits change nothing."""
    modes = {"plain": (0o755, 0o644), "odd": (0o4777, 0o1666), "private": (0o500, 0o400)}
    packages = []
    for place, (script, data) in modes.items():
        folder = write_skill(
            tmp_path / place / "demo", files={"scripts/run.sh": "#!/bin/sh\n", "data.txt": "x\n"}
        )
        (folder / "scripts" / "run.sh").chmod(script)
        (folder / "data.txt").chmod(data)
        packages.append(metier.load_skill(folder, profile="strict").unwrap())
    for package in packages:
        assert package.resource("scripts/run.sh").executable is True
        assert package.resource("data.txt").executable is False
    assert len({package.digest for package in packages}) == 1
    folder = write_skill(
        tmp_path / "none" / "demo", files={"scripts/run.sh": "#!/bin/sh\n", "data.txt": "x\n"}
    )
    assert metier.load_skill(folder).unwrap().digest != packages[0].digest


def test_F081_long_path_is_refused_above_the_documented_limit(tmp_path: Path) -> None:
    """240 characters pass; above 1,024 bytes, 255 a component or 32 components none does.

    The finding names the path.
    """
    longest = "/".join(["d" * 119, "e" * 120])
    assert len(longest) == 240
    metier.check_path(longest)
    assert metier.load_skill(write_skill(tmp_path / "ok", files={longest: "x"}), profile="strict")
    too_long = "/".join(["d" * 200] * 5 + ["e" * 30])
    for path, code in (
        (too_long, "path_too_long"),
        ("x" * 256, "path_component_too_long"),
        ("d/" * 32 + "x", "path_too_deep"),
    ):
        with pytest.raises(metier.PathError) as raised:
            metier.check_path(path)
        assert raised.value.code == code
        assert (raised.value.path or "").startswith(path[:100])
    strict, lenient = both(write_skill(tmp_path / "long", files={too_long: "x"}))
    assert error_codes(strict) == {"path_too_long"}
    assert too_long in (the(strict, "path_too_long").path or "")
    assert set(lenient.unwrap().resources) == {"SKILL.md"}


def test_F103_links_that_lead_nowhere_are_listed(tmp_path: Path) -> None:
    """A link out of the skill and two to nothing in it are warnings with their lines."""
    body = (
        "# Demo\n\nSee [a](../shared/a.md), [b](skills/_shared/b.md)\n"
        "and [c](references/missing.md), not [d](references/there.md).\n"
    )
    folder = write_skill(
        tmp_path / "demo", skill_text("demo", body=body), {"references/there.md": "text\n"}
    )
    for result in both(folder):
        assert result
        warned = [
            (d.code, d.line) for d in result.diagnostics if d.severity is metier.Severity.WARNING
        ]
        assert warned == [("link_outside", 7), ("link_missing", 7), ("link_missing", 8)]
        texts = [d.message for d in result.diagnostics if d.code.startswith("link_")]
        targets = ("../shared/a.md", "skills/_shared/b.md", "references/missing.md")
        for target, text in zip(targets, texts, strict=True):
            assert target in text


def test_F112_resource_is_read_by_its_exact_path_alone(tmp_path: Path) -> None:
    """Near misses fail and name what is meant; a path out of the skill names nothing."""
    schema = "references/output-schema.md"
    package = metier.load_skill(
        write_skill(tmp_path / "demo", files={schema: "schema\n", "assets/x.png": b"\0"})
    ).unwrap()
    (tmp_path / "x").write_text("outside")
    assert package.resource(schema).text == "schema\n"
    for asked in (
        "references/output-schema",
        f"./{schema}",
        "references\\output-schema.md",
        schema.upper(),
        "output-schema.md",
    ):
        with pytest.raises(metier.PackageError) as raised:
            package.resource(asked)
        assert raised.value.code == "resource_not_found"
        assert f"'{schema}'" in (raised.value.help or ""), asked
    for asked in ("../x", "/etc/hostname", ""):
        with pytest.raises(metier.PackageError) as raised:
            package.resource(asked)
        assert raised.value.code == "resource_not_found"
        assert "outside" not in str(raised.value)


def test_F123_every_file_is_listed_and_none_is_taken_for_safe(tmp_path: Path) -> None:
    """Bytecode is left out of the package with a note; odd files are resources like any other."""
    folder = write_skill(
        tmp_path / "demo",
        skill_text("demo", body="\n" * 100_000 + "late\n"),
        {
            "scripts/a.py": "x = 1\n",
            "scripts/__pycache__/a.cpython-311.pyc": b"\xa7\r\r\n\0",
            "payload.md": b"\xff\xfe\0binary",
        },
    )
    with zipfile.ZipFile(folder / "nested.zip", "w") as nested:
        nested.writestr("SKILL.md", skill_text("nested"))
    for result in both(folder):
        package = result.unwrap()
        assert set(package.resources) == {"SKILL.md", "nested.zip", "payload.md", "scripts/a.py"}
        assert the(result, "left_out").path == f"{folder}/scripts/__pycache__"
        assert package.instructions.endswith("\nlate\n")
        with pytest.raises(metier.PackageError) as raised:
            _ = package.resource("payload.md").text
        assert raised.value.code == "resource_not_utf8"


def test_F039_copy_of_a_skill_has_the_same_digest(tmp_path: Path) -> None:
    """The digest depends on the files alone: not on place, owner or times."""
    folder = write_skill(tmp_path / "demo", files={"references/a.md": "a\n"})
    shutil.copytree(folder, tmp_path / "copy" / "demo")
    os.utime(tmp_path / "copy" / "demo" / "SKILL.md", (1, 1))
    assert (
        metier.tree_digest(tmp_path / "copy" / "demo").digest == metier.tree_digest(folder).digest
    )


def test_F111_files_are_read_from_the_skill_wherever_the_process_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative path means the skill's folder alone, never the working folder."""
    files = {"scripts/run.py": "print('of the skill')\n"}
    write_skill(tmp_path / "store" / "demo", skill_text("demo"), files=files)
    project = tmp_path / "project"
    (project / "scripts").mkdir(parents=True)
    (project / "scripts" / "run.py").write_text("print('of the project')\n", encoding="utf-8")
    (project / "scripts" / "own.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "store")
    package = metier.load_skill("demo").unwrap()
    monkeypatch.chdir(project)
    assert package.resource("scripts/run.py").text == files["scripts/run.py"]
    assert package.provenance.source_uri == (tmp_path / "store" / "demo").as_uri()
    for path in ("scripts/own.py", "../project/scripts/own.py", str(project / "scripts/own.py")):
        with pytest.raises(metier.PackageError) as raised:
            package.resource(path)
        assert raised.value.code == "resource_not_found"
