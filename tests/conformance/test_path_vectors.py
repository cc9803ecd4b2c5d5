"""Paths against the portable-path vectors and the facts of Go's rules."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import metier

if TYPE_CHECKING:
    from pathlib import Path

# Where the spec differs from a vector: the vector refuses every character Go has no letter for,
# spec 01 says emoji are fine.
ACCEPTED_HERE = {"x\u263ay"}

# Spec 01: apostrophes, semicolons and emoji are fine; a backtick is in no rule.
GO_REFUSES = {"x.y'/z", "x.y;/z", "x.y`/z", "x.y/z'", "x.y/z;", "x.y/z`", "x\u263ay"}

# Spec 01 refuses components that start with a hyphen and the shape of short names; Go does so for
# module paths only.
GO_ACCEPTS = {"-x/z", "x.y/z~0", "x.y/z~09", "x.y/z09~09z~09"}


def refusal(path: str | bytes) -> str | None:
    """The code with which a path is refused; `None` for a portable one."""
    try:
        metier.check_path(path)
    except metier.PathError as error:
        return error.code
    return None


def test_path_vectors_are_decided_as_listed(shared: Path) -> None:
    """Spec 01, Paths: one rule list, the first failing rule naming the error code."""
    vectors = json.loads((shared / "vectors/path_vectors.json").read_text())["vectors"]
    wrong = set()
    for vector in vectors:
        encoded = vector.get("path_b64")
        path = vector["path"] if encoded is None else base64.b64decode(encoded)
        if (refusal(path) is None) != vector["ok"]:
            wrong.add(path)
    assert len(vectors) == 535
    assert wrong == ACCEPTED_HERE


RULE_CODES = {
    "empty": {"path_empty"},
    "absolute": {"path_absolute"},
    "traversal": {"path_dots"},
    "dot-component": {"path_dots"},
    "all-dots component": {"path_dots"},
    "empty component": {"path_component_empty"},
    "backslash": {"path_backslash"},
    "forward-slash device/UNC forms": {"path_absolute"},
    "drive / colon / ADS": {"path_colon", "path_backslash"},
    "Windows reserved character": {"path_character_reserved"},
    "control character": {"path_control_character"},
    "NUL": {"path_control_character"},
    "C1 control": {"path_control_character"},
    "Windows device name": {"path_device_name"},
    "trailing dot or space": {"path_edge_space_or_dot"},
    "leading space": {"path_edge_space_or_dot"},
    "git metadata": {"path_git_metadata", "path_edge_space_or_dot", "path_colon"},
    "git metadata files": {"path_git_metadata"},
    "NTFS 8.3 short-name shape": {"path_short_name"},
    "invisible / bidi / HFS+-ignorable code point": {"path_character_refused"},
    "line/paragraph separator": {"path_character_refused"},
    "non-ASCII space": {"path_character_refused"},
    "noncharacter or private use": {"path_character_refused"},
    "replacement char": {"path_character_refused"},
    "not NFC": {"path_not_nfc"},
    "fullwidth/compat separators and dots": {"path_lookalike"},
    "leading tilde": {"path_leading_character"},
    "leading dash": {"path_leading_character"},
    "invalid UTF-8": {"path_not_utf8"},
    "component over 255 bytes UTF-8": {"path_component_too_long"},
    "path too long": {"path_too_long"},
    "too deep": {"path_too_deep"},
}


def test_path_vectors_are_refused_by_the_rule_they_are_about(shared: Path) -> None:
    """Spec 01, Paths: in that order, the first failing rule naming the error code."""
    vectors = json.loads((shared / "vectors/path_vectors.json").read_text())["vectors"]
    wrong = []
    for vector in vectors:
        if vector["ok"] or vector.get("path") in ACCEPTED_HERE:
            continue
        encoded = vector.get("path_b64")
        code = refusal(vector["path"] if encoded is None else base64.b64decode(encoded))
        if code not in RULE_CODES[vector["rule"]]:
            wrong.append((vector, code))
    assert wrong == []


def test_go_paths_differ_only_where_the_spec_says_so(shared: Path) -> None:
    """Spec 01: `go_checkpath.json` (facts of another ecosystem: where we differ, say so)."""
    rows = json.loads((shared / "vectors/go_checkpath.json").read_text())["rows"]
    go_refuses, go_accepts = set(), set()
    for row in rows:
        path = base64.b64decode(row["path_b64"])
        if refusal(path) is None and not row["file_ok"]:
            go_refuses.add(path.decode())
        if refusal(path) is not None and row["file_ok"]:
            go_accepts.add(path.decode())
    assert len(rows) == 105
    assert go_refuses == GO_REFUSES
    assert go_accepts == GO_ACCEPTS


SET_CODES = {"path_collision", "path_duplicate", "path_file_and_folder"}

REFUSED_ALONE = {"path_not_nfc", "path_character_refused"}
"""Some names of the sets are refused before they meet another: not NFC, or invisible."""


def test_path_sets_collide_as_listed(shared: Path) -> None:
    """Spec 01: no two equal under NFC + full case folding at any prefix; file and directory."""
    sets = json.loads((shared / "vectors/path_collisions.json").read_text())["sets"]
    wrong = []
    for one in sets:
        try:
            metier.check_paths(one["names"])
            code = None
        except metier.PathError as error:
            code = error.code
        expected = SET_CODES | REFUSED_ALONE if one["collide"] else {None}
        if code not in expected:
            wrong.append((one, code))
    assert len(sets) == 30
    assert wrong == []
