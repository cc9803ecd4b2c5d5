"""Checking real skills against peers that do the same or less, and the memory it takes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from benches.corpus_check import check_all
from benches.measure import call, interleave
from benches.row import Row, at_least, milliseconds, not_measured

if TYPE_CHECKING:
    from collections.abc import Callable

AREA = "load"
WORK = "check the corpus of real skills, every file hashed"
COPIES = 10
MEGABYTES = 40.0
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME = 64
LONGEST_DESCRIPTION = 1024
FENCE = re.compile(r"---\r?\n(.*?)\r?\n---\s*(?:\r?\n|\Z)", re.DOTALL)

# The command that prints its own peak; `VmHWM` leaves out what the parent held.
PEAK = """
import json, sys
from pathlib import Path
from benches.corpus_check import check_all
loaded = check_all(sys.argv[1])
status = Path("/proc/self/status").read_text()
print(json.dumps([loaded, int(status.split("VmHWM:")[1].split()[0]) * 1024]))
"""


def rows() -> list[Row]:
    """Measures one pass over the unpacked corpus, and the memory of it and of ten copies."""
    shared = Path(os.environ.get("METIER_SHARED") or Path(__file__).parents[3] / "shared")
    archive = shared / "corpus" / "skills.tar.gz"
    if not archive.is_file():
        return [not_measured(AREA, WORK, "≥ 25×", "the shared corpus is not on this machine")]
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as corpus:
            corpus.extractall(folder, filter="data")
        return [*_time_rows(folder), *_memory_rows(folder)]


def _time_rows(folder: str) -> list[Row]:
    skills = [
        Path(parent)
        for parent, _, names in os.walk(folder)
        if any(name.lower() == "skill.md" for name in names)
    ]
    peers: dict[str, tuple[float, Callable[[], int] | None]] = {
        "skills-ref 0.1.1, which hashes nothing": (25.0, _skills_ref(skills)),
        "agent-skills-sdk 0.1.1, which hashes nothing": (5.0, _agent_skills_sdk(skills)),
        "PyYAML SafeLoader and hashlib": (10.0, lambda: _loop(folder, yaml.SafeLoader)),
        "PyYAML CSafeLoader and hashlib": (10.0, lambda: _loop(folder, yaml.CSafeLoader)),
    }
    there = {name: check for name, (_, check) in peers.items() if check is not None}
    timings = interleave(
        {
            "one thread": call(lambda: check_all(folder, jobs=1)),
            "every core": call(lambda: check_all(folder)),
            **{name: call(check) for name, check in there.items()},
        }
    )
    ours = check_all(folder)
    measured = []
    for name, (bar, _) in peers.items():
        if name not in there:
            work = f"{WORK}, against {name}"
            measured.append(not_measured(AREA, work, f"≥ {bar:g}×", "it is not installed"))
            continue
        passed, theirs = f"{ours:,} load, {there[name]():,} pass there", timings[name]
        one, every = timings["one thread"].cpu, timings["every core"].wall
        for work, mine, peer in (
            (f"{WORK}, CPU on one thread, against {name}", one, theirs.cpu),
            (f"{WORK}, wall on every core, against {name}", every, theirs.wall),
        ):
            detail = f"{milliseconds(mine)} against {milliseconds(peer)}; {passed}"
            measured.append(at_least(AREA, work, peer / mine, bar, detail))
    return measured


def _memory_rows(folder: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as many:
        for number in range(COPIES):
            shutil.copytree(folder, Path(many) / f"copy{number}", ignore_dangling_symlinks=True)
        return [
            _memory_row("the corpus", folder),
            _memory_row(f"{COPIES} copies of the corpus", many),
        ]


def _memory_row(what: str, folder: str) -> Row:
    answer = subprocess.run(
        [sys.executable, "-c", PEAK, folder],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    loaded, peak = json.loads(answer.stdout)
    megabytes = peak / 1e6
    return Row(
        AREA,
        f"peak memory of checking {what}, whole process",
        f"{megabytes:.1f} MB ({loaded:,} load)",
        f"≤ {MEGABYTES:g} MB",
        met=megabytes <= MEGABYTES,
    )


def _skills_ref(skills: list[Path]) -> Callable[[], int] | None:
    if find_spec("skills_ref") is None:
        return None
    from skills_ref.validator import validate

    return lambda: sum(not validate(skill) for skill in skills)


def _agent_skills_sdk(skills: list[Path]) -> Callable[[], int] | None:
    if find_spec("agent_skills_sdk") is None:
        return None
    from agent_skills_sdk.parser import SkillParser

    return lambda: sum(SkillParser().validate(skill)[0] for skill in skills)


def _loop(folder: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader]) -> int:
    return sum(not faults for faults in check_loop(folder, loader).values())


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
    with open(f"{folder}/SKILL.md", "rb") as file:  # noqa: PTH123 - the loop that is compared with
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
