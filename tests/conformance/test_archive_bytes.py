"""The canonical archive, byte for byte, whatever the machine.

Spec 03: "`umask`, locale, time zone, `SOURCE_DATE_EPOCH`, file order and mtimes change nothing."
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from archive_trees import built, read, write_folder

import metier

if TYPE_CHECKING:
    from attacks.variant import Files

SHARED = Path(os.environ.get("METIER_SHARED") or Path(__file__).parents[3] / "shared")
VECTORS = SHARED / "vectors" / "tree_and_zip.json"
ENVIRONMENTS = {
    "as it is": {},
    "another time zone": {"TZ": "Pacific/Kiritimati"},
    "an unknown time zone": {"TZ": "nowhere"},
    "plain locale": {"LC_ALL": "C"},
    "Turkish locale": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "a date": {"SOURCE_DATE_EPOCH": "1704164646"},
    "another hash seed": {"PYTHONHASHSEED": "17"},
}

# Prints the digest of the archive of a folder, read in the order of its listing.
BUILDER = """
import os, pathlib, sys
import metier

os.umask(int(sys.argv[2], 8))
folder = pathlib.Path(sys.argv[1])
files = {
    path.relative_to(folder).as_posix():
        metier.File(path.read_bytes(), executable=bool(path.stat().st_mode & 0o111))
    for path in folder.rglob("*") if path.is_file()
}
print(metier.sha256(metier.build_archive(files)))
print(metier.tree_digest(folder).digest)
"""


def vectors() -> list[Any]:
    if not VECTORS.is_file():
        return []
    rows = json.loads(VECTORS.read_text("utf-8"))["vectors"]
    return [pytest.param(row, id=row["name"]) for row in rows]


def files_of(row: dict[str, Any]) -> Files:
    return {
        path: (base64.b64decode(file["b64"]), file["executable"])
        for path, file in row["files"].items()
    }


def test_vectors_are_there(shared: Path) -> None:
    assert shared.is_dir()
    assert len(vectors()) == 5


@pytest.mark.parametrize("row", vectors())
def test_archive_has_the_golden_bytes_in_any_order_of_files(row: dict[str, Any]) -> None:
    tree = files_of(row)
    for order in list(permutations(tree))[:120]:
        data = built({path: tree[path] for path in order})
        assert len(data) == row["zip_size"]
        assert hashlib.sha256(data).hexdigest() == row["zip_sha256"]


@pytest.mark.parametrize("row", vectors())
def test_digest_is_one_from_folder_archive_and_import(row: dict[str, Any], tmp_path: Path) -> None:
    tree = files_of(row)
    data = built(tree)
    assert read(data) == read(data, "import") == tree
    assert metier.read_archive(data).tree.digest == row["tree_digest"]
    assert metier.read_archive(data, mode="import").tree.digest == row["tree_digest"]
    folder = write_folder(tmp_path / "tree", tree)
    folder.mkdir(exist_ok=True)
    assert metier.tree_digest(folder).digest == row["tree_digest"]


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("umask", ["000", "022", "077"])
def test_archive_of_a_folder_has_the_golden_bytes_everywhere(
    shared: Path, tmp_path: Path, environment: str, umask: str
) -> None:
    row = json.loads((shared / "vectors" / "tree_and_zip.json").read_text("utf-8"))["vectors"][1]
    tree = files_of(row)
    names = list(tree)
    random.Random(umask + environment).shuffle(names)  # noqa: S311 - an order, no secret
    folder = write_folder(tmp_path / "tree", {name: tree[name] for name in names})
    for number, name in enumerate(names):
        os.utime(folder / name, (number, 1_900_000_000 - number * 86_400))
    done = subprocess.run(
        [sys.executable, "-c", BUILDER, str(folder), umask],
        env={**os.environ, **ENVIRONMENTS[environment]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [f"sha256:{row['zip_sha256']}", row["tree_digest"]]
