"""Archives that genuine tools made: what import takes of each, and what it refuses and why."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from archive_class_codes import CODES

import metier

SHARED = Path(os.environ.get("METIER_SHARED") or Path(__file__).parents[3] / "shared")
VECTORS = SHARED / "vectors" / "real_archives.json"

# Refusals that the vectors blame on a rule in words.
RULES = {
    "tar-symlink": "tar_symlink",
    "set rule: two paths equal under case folding": "path_collision",
    "path rule: backslash in a name": "path_backslash",
    "path rule: device name": "path_device_name",
    "path rule: component of one dot; only tar may have the ./ prefix": "path_dots",
}


def archives() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["archives"]
    return rows


def rows(verdict: str) -> list[Any]:
    if not VECTORS.is_file():
        return []
    return [pytest.param(row, id=row["id"]) for row in archives() if row["verdict"] == verdict]


def test_vectors_have_both_kinds(shared: Path) -> None:
    assert shared.is_dir()
    verdicts = [row["verdict"] for row in archives()]
    assert (verdicts.count("ok"), verdicts.count("error")) == (71, 36)


@pytest.mark.parametrize("row", rows("ok"))
def test_archive_gives_its_files_flags_digest_and_notes(row: dict[str, Any]) -> None:
    archive = metier.read_archive(base64.b64decode(row["b64"]), mode=row["mode"])
    found = {
        path: {"sha256": hashlib.sha256(file.data).hexdigest(), "executable": file.executable}
        for path, file in archive.items()
    }
    assert found == row["files"]
    assert archive.tree.digest == row["tree_digest"]
    noted = {CODES[name] for name in row["notes"]}
    assert noted == {finding.code for finding in archive.diagnostics}


@pytest.mark.parametrize("row", rows("error"))
def test_archive_is_refused_for_what_is_to_blame(row: dict[str, Any]) -> None:
    with pytest.raises(metier.ArchiveError) as caught:
        metier.read_archive(base64.b64decode(row["b64"]), mode=row["mode"])
    blame = row["notes"][0]
    assert caught.value.code == RULES.get(blame) or CODES[blame]


@pytest.mark.parametrize("row", [*rows("ok"), *rows("error")])
def test_foreign_archive_is_refused_by_strict(row: dict[str, Any]) -> None:
    """Spec 03: strict accepts the canonical form and its deflated twin, which no tool makes."""
    with pytest.raises(metier.ArchiveError):
        metier.read_archive(base64.b64decode(row["b64"]))
