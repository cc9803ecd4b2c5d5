"""Loading real skills against PyYAML and hashlib in a loop that does the same checks."""

from __future__ import annotations

import hashlib
import os
import re
import tarfile
import tempfile
from pathlib import Path

import yaml

import metier
from benches.measure import call, interleave
from benches.row import Row, at_least, milliseconds, not_measured

AREA = "load"
WORK = "discover the corpus of real skills, every file hashed, CPU"
BAR = 10.0
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME = 64
LONGEST_DESCRIPTION = 1024
FENCE = re.compile(r"---\r?\n(.*?)\r?\n---\s*(?:\r?\n|\Z)", re.DOTALL)


def rows() -> list[Row]:
    """Measures one pass over the unpacked corpus."""
    shared = Path(os.environ.get("METIER_SHARED") or Path(__file__).parents[3] / "shared")
    archive = shared / "corpus" / "skills.tar.gz"
    bar = f"≥ {BAR:g}×"
    if "discover" not in metier.__all__:
        return [not_measured(AREA, WORK, bar, "metier has no discover")]
    if not archive.is_file():
        return [not_measured(AREA, WORK, bar, "the shared corpus is not on this machine")]
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as corpus:
            corpus.extractall(folder, filter="data")
        return _corpus_rows(folder)


def _corpus_rows(folder: str) -> list[Row]:
    ours = len(metier.discover(folder).packages)
    theirs = sum(not faults for faults in check_loop(folder, yaml.SafeLoader).values())
    timings = interleave(
        {
            "metier": call(lambda: metier.discover(folder)),
            "SafeLoader": call(lambda: check_loop(folder, yaml.SafeLoader)),
            "CSafeLoader": call(lambda: check_loop(folder, yaml.CSafeLoader)),
        }
    )
    mine = timings["metier"].cpu
    return [
        at_least(
            AREA,
            f"{WORK}, against PyYAML {name} and hashlib",
            timings[name].cpu / mine,
            BAR,
            f"{milliseconds(mine)} against {milliseconds(timings[name].cpu)}; "
            f"{ours} load, {theirs} pass the loop",
        )
        for name in ("SafeLoader", "CSafeLoader")
    ]


def check_loop(
    folder: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader]
) -> dict[str, list[str]]:
    """Checks every skill below `folder` and hashes its files; returns the faults of each."""
    return {
        parent: _check(parent, loader)
        for parent, _, names in os.walk(folder)
        if "SKILL.md" in names
    }


def _check(folder: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader]) -> list[str]:
    hashes = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = f"{parent}/{name}"
            with open(path, "rb") as file:  # noqa: PTH123 - the loop that is compared with
                hashes[path] = hashlib.sha256(file.read()).hexdigest()
    with open(f"{folder}/SKILL.md", "rb") as file:  # noqa: PTH123
        text = file.read().decode("utf-8", "replace")
    fence = FENCE.match(text)
    if fence is None:
        return ["no frontmatter"]
    try:
        fields = yaml.load(fence[1], Loader=loader)  # noqa: S506 - both loaders are the safe ones
    except yaml.YAMLError as error:
        return [str(error)]
    return _field_faults(fields, Path(folder).name)


def _field_faults(fields: object, folder_name: str) -> list[str]:
    if not isinstance(fields, dict):
        return ["frontmatter is no mapping"]
    name, description = fields.get("name"), fields.get("description")
    faults = []
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not NAME.fullmatch(name):
        faults.append("name breaks the grammar")
    elif name != folder_name:
        faults.append("name is not the folder's")
    if not isinstance(description, str) or not 0 < len(description.strip()) <= LONGEST_DESCRIPTION:
        faults.append("description is missing or too long")
    return faults
