"""Reported troubles with line ends, byte order marks and locales, by their field case."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from skill_folder import both, error_codes, skill_text, the, warning_codes, write_skill

import metier
from metier import _core

if TYPE_CHECKING:
    from pathlib import Path

MARK = b"\xef\xbb\xbf"
SPEECH = "Übersicht – → 中文 🚀"


def test_F011_line_ends_change_no_field(tmp_path: Path) -> None:
    """LF, CRLF and a closing fence at the end of the file give the same fields.

    The bodies differ as their bytes do, and so do the digests, which are over raw bytes.
    """
    text = skill_text("demo", keys="license: MIT\n", body="# A\n\nText.\n")
    packages = {
        ends: metier.load_skill(
            write_skill(tmp_path / ends / "demo", text.replace("\n", mark)), profile="strict"
        ).unwrap()
        for ends, mark in {"lf": "\n", "crlf": "\r\n", "cr": "\r"}.items()
    }
    assert len({package.digest for package in packages.values()}) == 3
    for package in packages.values():
        assert package.description == packages["lf"].description
        assert package.manifest.metadata == packages["lf"].manifest.metadata
    assert packages["lf"].instructions == "# A\n\nText.\n"
    assert packages["crlf"].instructions == "# A\r\n\r\nText.\r\n"
    bare = text.split("# A")[0].rstrip("\n")
    ended = metier.load_skill(write_skill(tmp_path / "end" / "demo", bare), profile="strict")
    assert ended.unwrap().description == packages["lf"].description
    assert ended.unwrap().instructions == ""


def test_F013_byte_order_mark_warns_or_refuses(tmp_path: Path) -> None:
    """Lenient loads with a warning, strict refuses, and the stored bytes keep the mark."""
    text = MARK + b"---\nname: my-skill\ndescription: d\n---\nBody"
    folder = write_skill(tmp_path / "my-skill", text)
    strict, lenient = both(folder)
    assert error_codes(strict) == {"byte_order_mark"}
    assert the(strict, "byte_order_mark").line == 1
    assert warning_codes(lenient) == {"byte_order_mark"}
    package = lenient.unwrap()
    assert package.instructions == "Body"
    assert package.resource("SKILL.md").data == text
    assert (folder / "SKILL.md").read_bytes() == text


def test_F014_byte_order_mark_drops_no_restriction(tmp_path: Path) -> None:
    """A file with a mark restricts what the same file without one does: it never fails open."""
    keys = (
        "allowed-tools: Read\nallowed_tools: []\ndisallowed_tools: [Bash]\nmetadata:\n  os: mac\n"
    )
    text = skill_text("demo", keys=keys).encode()
    marked, plain = (
        _core.read_skill_md(data, folder="demo", profile="lenient")[0]
        for data in (MARK + text, text)
    )
    assert marked is not None
    assert plain is not None
    assert marked.agent33 == plain.agent33
    assert marked.agent33["allowed_tools"] == []
    assert marked.agent33["disallowed_tools"] == ["Bash"]
    assert marked.metadata == {"os": "mac"}
    assert marked.allowed_tools == "Read"
    assert metier.load_skill(write_skill(tmp_path / "demo", MARK + text))


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        {"PYTHONUTF8": "1"},
    ],
    ids=["C", "POSIX", "cp1252", "utf8"],
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_F015_locale_changes_no_result(
    tmp_path: Path, locale: dict[str, str], command: str
) -> None:
    """The same file gives the same answer under every locale, without a traceback."""
    text = skill_text("demo", body=f"{SPEECH}\n").replace("Sorts", f"{SPEECH} sorts")
    write_skill(tmp_path / "demo", text, {"references/größe.md": SPEECH})

    def run(*options: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "metier", command, "demo", *options],
            cwd=tmp_path,
            env={**os.environ, **locale},
            capture_output=True,
            check=False,
            timeout=60,
        )

    for ran in (run(), run("--json")):
        assert ran.returncode == 0, ran.stderr
        assert b"Traceback" not in ran.stderr
    answer = json.loads(run("--json").stdout)
    assert answer["ok"] is True
    if command == "show":
        assert SPEECH in json.dumps(answer, ensure_ascii=False)
    package = metier.load_skill(tmp_path / "demo", profile="strict").unwrap()
    assert package.instructions == f"{SPEECH}\n"
    assert package.resource("references/größe.md").text == SPEECH


def test_F066_digest_is_over_the_exact_bytes(tmp_path: Path) -> None:
    """A checkout that turns line ends is another tree, and one turned back the same again."""
    text = skill_text("demo")
    files = {"references/a.md": "one\ntwo\n"}
    turned = {path: content.replace("\n", "\r\n") for path, content in files.items()}
    kept = write_skill(tmp_path / "kept" / "demo", text, files)
    changed = write_skill(tmp_path / "changed" / "demo", text, turned)
    back = write_skill(tmp_path / "back" / "demo", text, files)
    digests = [metier.tree_digest(folder).digest for folder in (kept, changed, back)]
    assert digests[0] == digests[2] != digests[1]
    assert [
        metier.load_skill(folder).unwrap().digest for folder in (kept, changed, back)
    ] == digests
