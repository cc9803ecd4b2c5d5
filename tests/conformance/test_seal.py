"""Sealing a `SKILL.md` folder, clause by clause (spec 02, "From SKILL.md to a package")."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

import pytest

import metier

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
---
name: demo
description: Sorts words.
metadata:
  version: "1.2.3"
  author: Ada
  metier.requires: "base@^1.0.0, other@*"
  metier.requires.tools: "fs.read=1, net"
---
# Demo
"""


def make(folder: Path, files: dict[str, bytes] | None = None, text: str = TEXT) -> Path:
    folder.mkdir(parents=True)
    for path, data in {"SKILL.md": text.encode(), **(files or {})}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def manifest(folder: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((folder / "skill.json").read_bytes())
    return read


def errors(result: metier.SealResult) -> list[str]:
    return [d.code for d in result.diagnostics if d.severity is metier.Severity.ERROR]


def test_seal_writes_sizes_hashes_and_kinds_by_location(tmp_path: Path) -> None:
    """'kind from location (`SKILL.md` instructions, `references/` knowledge, `scripts/` script,
    `assets/` asset, `templates/` template, else asset)'; 'sizes, hashes'."""
    files = {
        "references/guide.md": b"g",
        "scripts/run.py": b"r",
        "assets/logo.png": b"\xff",
        "templates/note.md": b"n",
        "other.txt": b"",
    }
    folder = make(tmp_path / "demo", files)
    assert metier.seal(folder)
    sealed = manifest(folder)
    kinds = {resource["path"]: resource["kind"] for resource in sealed["resources"]}
    assert kinds == {
        "SKILL.md": "instructions",
        "references/guide.md": "knowledge",
        "scripts/run.py": "script",
        "assets/logo.png": "asset",
        "templates/note.md": "template",
        "other.txt": "asset",
    }
    for resource in sealed["resources"]:
        data = (folder / resource["path"]).read_bytes()
        assert resource["size"] == len(data)
        assert resource["sha256"] == hashlib.sha256(data).hexdigest()


def test_seal_takes_identity_and_requirements_from_the_frontmatter(tmp_path: Path) -> None:
    """'id = name'; 'requirements from `metadata` keys `metier.requires`, …tools'."""
    folder = make(tmp_path / "demo")
    assert metier.seal(folder)
    sealed = manifest(folder)
    names = ("schema_version", "id", "version", "name", "description", "instructions")
    assert [sealed[name] for name in names] == [
        1,
        "demo",
        "1.2.3",
        "demo",
        "Sorts words.",
        ["SKILL.md"],
    ]
    assert sealed["requires"] == {
        "skills": [
            {"id": "base", "version": ">=1.0.0 <2.0.0-0"},
            {"id": "other", "version": "*"},
        ],
        "tools": [{"name": "fs.read", "exact_version": "1"}, {"name": "net"}],
    }
    assert sealed["metadata"] == {"author": "Ada", "metier.sealed": "1"}


def test_seal_text_is_pretty_and_in_the_order_of_the_contract(tmp_path: Path) -> None:
    folder = make(tmp_path / "demo", {"x.sh": b""})
    (folder / "x.sh").chmod(0o755)
    assert metier.seal(folder)
    text = (folder / "skill.json").read_text("utf-8")
    assert text == json.dumps(manifest(folder), indent=2, ensure_ascii=False) + "\n"
    assert list(manifest(folder)) == [
        "schema_version",
        "id",
        "version",
        "name",
        "description",
        "instructions",
        "resources",
        "requires",
        "metadata",
    ]


def test_sealed_folder_takes_the_strict_path(tmp_path: Path) -> None:
    """'so that the strict path can take over'; 'If `skill.json` is there, it is the authority and
    `SKILL.md` an ordinary resource.'"""
    folder = make(tmp_path / "demo")
    unsealed = metier.load_skill(folder).unwrap()
    sealed = metier.seal(folder)
    package = metier.DirectoryLoader(tmp_path).load("demo").unwrap()
    assert (package.form, package.digest) == ("skill.json", sealed.digest)
    assert package.tree.digest == sealed.tree_digest
    assert package.instructions == TEXT
    assert unsealed.instructions == "# Demo\n"
    assert metier.load_skill(folder, profile="strict").unwrap().digest == package.digest


def test_sealed_modes_are_those_of_the_record(tmp_path: Path) -> None:
    """01: 'The executable bit comes from the package's own record when there is one (… a sealed
    manifest: `resources[].metadata["metier.executable"] = "true"` under
    `metadata["metier.sealed"]`)'.
    """
    folder = make(tmp_path / "demo", {"run.sh": b"#!/bin/sh\n"})
    (folder / "run.sh").chmod(0o755)
    before = metier.load_skill(folder).unwrap().tree
    assert metier.seal(folder)
    marks = {r["path"]: r.get("metadata") for r in manifest(folder)["resources"]}
    assert marks == {"SKILL.md": None, "run.sh": {"metier.executable": "true"}}
    (folder / "run.sh").chmod(0o644)
    after = metier.load_skill(folder).unwrap().tree
    assert [e for e in after.entries if e[0] != "skill.json"] == list(before.entries)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda folder: (folder / "skill.json").unlink(), "seal_missing"),
        (lambda folder: (folder / "new.txt").write_bytes(b""), "seal_file_added"),
        (lambda folder: (folder / "a.txt").unlink(), "seal_file_removed"),
        (lambda folder: (folder / "a.txt").write_bytes(b"b"), "seal_file_changed"),
        (lambda folder: (folder / "a.txt").chmod(0o755), "seal_mode_changed"),
        (
            lambda folder: (folder / "skill.json").write_bytes(
                (folder / "skill.json").read_bytes().replace(b'"asset"', b'"script"')
            ),
            "seal_resource_differs",
        ),
        (
            lambda folder: (folder / "skill.json").write_bytes(
                (folder / "skill.json").read_bytes().replace(b'"Ada"', b'"Eve"')
            ),
            "seal_field_differs",
        ),
        (
            lambda folder: (folder / "skill.json").write_bytes(
                (folder / "skill.json").read_bytes() + b"\n"
            ),
            "seal_text_differs",
        ),
    ],
)
def test_check_tells_whether_it_is_current(tmp_path: Path, change: Any, code: str) -> None:
    """'`seal --check` tells whether it is current'."""
    folder = make(tmp_path / "demo", {"a.txt": b"a"})
    assert metier.seal(folder)
    current = metier.seal(folder, check=True)
    assert current
    assert (current.written, current.differences) == (False, ())
    change(folder)
    stale = metier.seal(folder, check=True)
    assert not stale
    assert not stale.written
    assert code in [difference.code for difference in stale.differences]
    assert isinstance(stale.error, metier.IntegrityError)
    again = metier.seal(folder)
    assert again.written
    assert metier.seal(folder, check=True)


def test_a_skill_without_version_is_sealed_as_zero_with_a_note(tmp_path: Path) -> None:
    """Decision 19: 'Unversioned skills (most of the wild) are `0.0.0`'."""
    folder = make(tmp_path / "demo", text="---\nname: demo\ndescription: d\n---\n")
    result = metier.seal(folder)
    assert result.version == "0.0.0"
    assert [(d.code, d.severity.value) for d in result.diagnostics] == [
        ("version_absent", "information")
    ]


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ("name: my skill", "id_character_invalid"),
        ("name: a..b", "id_segment_empty"),
        ('metadata:\n  metier.requires: "a@1 || 2"', "requirement_not_strict"),
        ('metadata:\n  metier.requires: "a@nope!"', "requires_invalid"),
        ('metadata:\n  metier.requires: "a/b"', "id_character_invalid"),
        ('metadata:\n  metier.requires: "demo@1"', "requirement_self"),
        ("metadata:\n  version: latest", "version_invalid"),
        ("tags: [a, a]", "item_duplicate"),
    ],
)
def test_what_skill_json_cannot_say_is_refused(tmp_path: Path, field: str, code: str) -> None:
    name = "" if field.startswith("name:") else "name: demo\n"
    text = f"---\n{name}description: d\n{field}\n---\n"
    folder = make(tmp_path / "demo", text=text)
    result = metier.seal(folder)
    assert not result
    assert code in errors(result)
    assert isinstance(result.error, metier.LoadError)
    assert not (folder / "skill.json").exists()


@pytest.mark.parametrize(
    ("make_stray", "code"),
    [
        (lambda folder: (folder / "link").symlink_to("SKILL.md"), "link_ignored"),
        (lambda folder: (folder / "empty").mkdir(), "undeclared_directory"),
        (lambda folder: (folder / ".DS_Store").write_bytes(b""), "left_out"),
        (lambda folder: (folder / ".git").mkdir(), "left_out"),
        (lambda folder: os.mkfifo(folder / "pipe"), "resource_not_regular"),
        (lambda folder: (folder / "con.txt").write_bytes(b""), "path_device_name"),
        (lambda folder: os.link(folder / "SKILL.md", folder / "b.md"), "hard_link"),
        (lambda folder: (folder / "skill.json").mkdir(), "resource_not_regular"),
        (lambda folder: (folder / "skill.json").symlink_to("SKILL.md"), "resource_not_regular"),
    ],
)
def test_what_the_strict_loader_would_refuse_is_not_sealed(
    tmp_path: Path, make_stray: Any, code: str
) -> None:
    """Decision 21: '`skill.json` folders leave out nothing'; decision 7: no link in a package."""
    folder = make(tmp_path / "demo")
    make_stray(folder)
    result = metier.seal(folder)
    assert code in errors(result)
    assert not (folder / "skill.json").is_file() or (folder / "skill.json").is_symlink()


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (metier.Limits(max_resources=2), "resource_count_exceeded"),
        (metier.Limits(max_entries=3), "entry_count_exceeded"),
        (metier.Limits(max_resource_bytes=299), "resource_too_large"),
        (metier.Limits(max_manifest_bytes=400), "manifest_too_large"),
        (
            metier.Limits(max_package_bytes=1200, max_manifest_bytes=1200, max_resource_bytes=900),
            "package_too_large",
        ),
    ],
)
def test_seal_refuses_past_the_loader(tmp_path: Path, limits: metier.Limits, code: str) -> None:
    """Decision 20: '`seal` refuses past the loader's' limits."""
    folder = make(tmp_path / "demo", {"a.txt": b"a" * 300, "b.txt": b"b"})
    result = metier.seal(folder, limits=limits)
    assert code in errors(result)


def test_seal_at_the_loader_s_limits_loads(tmp_path: Path) -> None:
    """Decision 20: 128 files, 1 MiB each, are just within the defaults of `skill.json`."""
    files = {f"f{number:03}": b"" for number in range(126)}
    folder = make(tmp_path / "demo", {**files, "big": b"x" * (1 << 20)})
    assert metier.seal(folder)
    assert metier.DirectoryLoader(tmp_path).load("demo")
    (folder / "one-more").write_bytes(b"")
    assert errors(metier.seal(folder)) == ["resource_count_exceeded"]


def test_a_reference_that_is_no_text_is_sealed_as_an_asset(tmp_path: Path) -> None:
    """'instruction, prompt and knowledge resources must be UTF-8'."""
    folder = make(tmp_path / "demo", {"references/a.pdf": b"\xff"})
    result = metier.seal(folder)
    assert [d.code for d in result.diagnostics] == ["knowledge_not_text"]
    assert manifest(folder)["resources"][1]["kind"] == "asset"
    assert metier.DirectoryLoader(tmp_path).load("demo")


@pytest.mark.parametrize(
    "present",
    [
        b'{"tool": "other"}',
        b"{",
        b'{"schema_version":1,"id":"demo","version":"1.0.0","name":"d","description":"d"}',
        (
            b'{"schema_version":1,"id":"demo","version":"1.0.0","name":"d","description":"d",'
            b'"examples":["x"],"metadata":{"metier.sealed":"1"}}'
        ),
        (
            b'{"schema_version":1,"id":"demo","version":"1.0.0","name":"d","description":"d",'
            b'"metadata":{"metier.sealed":"2"}}'
        ),
    ],
)
def test_a_skill_json_that_seal_did_not_write_is_replaced_by_force_alone(
    tmp_path: Path, present: bytes
) -> None:
    folder = make(tmp_path / "demo", {"skill.json": present})
    result = metier.seal(folder)
    assert errors(result) == ["skill_json_not_sealed"]
    assert (folder / "skill.json").read_bytes() == present
    forced = metier.seal(folder, force=True, check=True)
    assert not forced
    assert (folder / "skill.json").read_bytes() == present
    assert metier.seal(folder, force=True)
    assert metier.DirectoryLoader(tmp_path).load("demo")


def test_keys_without_a_place_are_named(tmp_path: Path) -> None:
    text = "---\nname: demo\ndescription: d\nlicense: MIT\nallowed_tools: []\nfoo: 1\n---\n"
    result = metier.seal(make(tmp_path / "demo", text=text))
    (found,) = [d for d in result.diagnostics if d.code == "fields_not_carried"]
    assert found.severity is metier.Severity.WARNING
    assert found.message.endswith("`license`, `allowed_tools`, `foo`")
