"""The same race against the loaders: what is read is swapped for links to outside meanwhile.

Spec 02: foreign bytes returned must be 0. The portable backend promises less, as its page says:
it has to look twice where a descriptor would hold on, so here it is only held to end.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

import pytest
from link_swap import read_under_attack
from skill_folder import skill_text, write_skill

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

# Four targets make ten seconds a backend.
SECONDS = 2.5
TARGETS = ["file", "folder", "root", "pipe"]
FILES = ("SKILL.md", "docs/guide.md")
REFUSED = {
    "load": {
        "filesystem_error",
        "link_ignored",
        "reparse_point",
        "resource_missing",
        "resource_not_regular",
        "root_not_directory",
        "root_not_found",
        "skill_file_missing",
    },
    "check": {
        "absent",
        "filesystem_error",
        "link_ignored",
        "reparse_point",
        "resource_missing",
        "resource_not_regular",
        "root_not_directory",
        "root_not_found",
        "skill_file_missing",
    },
    "package": {
        "filesystem_error",
        "manifest_missing",
        "reparse_point",
        "resource_missing",
        "resource_not_regular",
        "root_not_directory",
        "root_not_found",
        "undeclared_resource",
    },
}

READER = """
import collections, json, pathlib, shutil, sys, tempfile, time
import metier
from metier import _core

arena, seconds = sys.argv[1], float(sys.argv[2])

def own_digests():
    # The foreign tree differs in one word, so it tells what the own one is while that is attacked.
    with tempfile.TemporaryDirectory() as folder:
        own = pathlib.Path(shutil.copytree(arena + "/outside/loose", folder + "/loose"))
        for path in own.rglob("*.md"):
            path.write_bytes(path.read_bytes().replace(b"foreign", b"ours"))
        whole = metier.tree_digest(own).digest
        shutil.rmtree(own / "docs")
        return {whole: "ours", metier.tree_digest(own).digest: "part"}

own = own_digests()

def check():
    checking = _core.SkillCheck(
        arena, profile="strict", follow_links=False, jobs=0, skill_json_limits=(None,) * 5,
        skill_md_limits=(None,) * 5, reject_hard_links=True,
    )
    rows = []
    while (skills := checking.take(10.0)) is not None:
        rows += skills
    for path, findings, _, identity in rows:
        if path == arena + "/loose":
            errors = [d.code for d in findings if d.severity is metier.Severity.ERROR]
            return own.get(identity[4], "foreign") if identity else errors[0]
    return next((d.code for d in checking.findings() if d.path == arena + "/loose"), "absent")

loader = metier.DirectoryLoader(arena)
calls = {
    "load": lambda: metier.load_skill(arena + "/loose"),
    "package": lambda: loader.load("sealed"),
}
outcomes = collections.Counter()
end = time.monotonic() + seconds
while time.monotonic() < end:
    for name, call in calls.items():
        result = call()
        if result:
            content = b"".join(each.data for each in result.package.resources.values())
            whole = "ours" if len(result.package.resources) == 2 else "part"
            kind = "foreign" if b"foreign" in content else whole
        else:
            kind = result.error.code
        outcomes[name + " " + kind] += 1
    outcomes["check " + check()] += 1
json.dump(outcomes, sys.stdout)
"""


def make_trees(parent: Path, owner: str) -> None:
    """A `SKILL.md` skill and a `skill.json` package, each file of which says whose it is."""
    text = f"{owner}!\n" * 300
    files = {"SKILL.md": skill_text("loose", body=text), "docs/guide.md": text}
    write_skill(parent / "loose", files["SKILL.md"], files)
    write_skill(parent / "sealed", files["SKILL.md"], files)
    resources = [
        {
            "id": f"r{number}",
            "path": path,
            "kind": "instructions",
            "size": len(content),
            "sha256": hashlib.sha256(content.encode()).hexdigest(),
        }
        for number, (path, content) in enumerate(files.items())
    ]
    manifest = {
        "schema_version": 1,
        "id": "sealed",
        "version": "1.0.0",
        "name": "Sealed",
        "description": owner,
        "instructions": ["r0"],
        "resources": resources,
    }
    (parent / "sealed" / "skill.json").write_text(json.dumps(manifest))


def swaps_of(arena: Path, target: str) -> list[tuple[Path, Path]]:
    """The pairs to exchange: what is read, and a link to its like outside, or a pipe."""
    names = {"file": FILES, "folder": ("docs",), "root": ("",), "pipe": FILES[:1]}[target]
    pairs = []
    for package in ("loose", "sealed"):
        for name in names:
            stand_in = arena / f"stand-in-{len(pairs)}"
            if target == "pipe":
                os.mkfifo(stand_in)
            else:
                stand_in.symlink_to(arena / "outside" / package / name)
            pairs.append((arena / package / name, stand_in))
    return pairs


def attacked(arena: Path, backend: str, target: str) -> Counter[str]:
    make_trees(arena, "ours")
    make_trees(arena / "outside", "foreign")
    swaps = swaps_of(arena, target)
    arguments = [str(arena), str(SECONDS)]
    outcomes = read_under_attack(READER, arguments, swaps, backend=backend, seconds=SECONDS)
    print(backend, target, dict(outcomes))  # noqa: T201 - the figure is the point
    return outcomes


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["descriptors", "components"])
@pytest.mark.parametrize("target", TARGETS)
def test_loader_under_attack_returns_no_foreign_byte(
    tmp_path: Path, backend: str, target: str
) -> None:
    outcomes = attacked(tmp_path, backend, target)
    for name, refused in REFUSED.items():
        assert outcomes[f"{name} foreign"] == 0
        # The attack was real: both faces were met.
        assert outcomes[f"{name} ours"] > 10
        met = {kind for kind in outcomes if kind.startswith(f"{name} ")}
        kept = {f"{name} ours", f"{name} part"}
        assert met - kept <= {f"{name} {code}" for code in refused}
        assert len(met) > 1


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_portable_loader_under_attack_never_hangs(tmp_path: Path, target: str) -> None:
    """The weaker promise: an answer each time; whose bytes it has is not promised."""
    outcomes = attacked(tmp_path, "portable", target)
    assert sum(count for kind, count in outcomes.items() if kind.startswith("load ")) > 100
    assert sum(count for kind, count in outcomes.items() if kind.startswith("package ")) > 100
    met = {kind for kind in outcomes if kind.split()[1] not in {"ours", "part", "foreign"}}
    assert met <= {f"{name} {code}" for name, codes in REFUSED.items() for code in codes}
