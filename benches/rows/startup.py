"""What it costs to import metier and to start its command line, net of the interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

from benches.measure import interleave, process
from benches.row import Row, at_most, milliseconds, not_measured

AREA = "import and start"
ROUNDS = 21
BARE = [sys.executable, "-I", "-c", "pass"]
MODULES = """
import sys
before = set(sys.modules)
import metier
added = sorted(set(sys.modules) - before)
import json
print(json.dumps(added))
"""
SKILL = """---
name: tidy-commits
description: Splits a change into commits that each do one thing. Use before opening a pull request.
---
# Tidy commits

1. List what the change does, one line a purpose.
2. Stage and commit one purpose at a time, tests with the code they test.
"""


def rows() -> list[Row]:
    """Measures the import, its modules, and two commands on one skill."""
    return [*_import_rows(), _modules_row(), *_start_rows()]


def _import_rows() -> list[Row]:
    timings = interleave(
        {
            "bare": process(BARE),
            "metier": process([sys.executable, "-I", "-c", "import metier"]),
            "first": process([sys.executable, "-I", "-c", "import metier; metier.Severity"]),
            "json": process([sys.executable, "-I", "-c", "import json"]),
        },
        rounds=ROUNDS,
    )
    bare, ours, first, peer = (timings[name].cpu for name in ("bare", "metier", "first", "json"))
    net, json_net = ours - bare, peer - bare
    ratio = net / json_net
    detail = f"net of {milliseconds(bare)} for a bare interpreter"
    return [
        Row(
            "import",
            "`import metier`, CPU",
            f"{milliseconds(net)} ({detail})",
            "≤ 5 ms",
            met=net <= 5e-3,  # noqa: PLR2004 - the bar
        ),
        Row(
            "import",
            "the same against `import json`",
            f"{ratio:.2f}× ({milliseconds(json_net)})",
            "≤ 0.5×",
            met=ratio <= 0.5,  # noqa: PLR2004 - the bar
        ),
        Row("import", "the same and one name of the binding", milliseconds(first - bare)),
    ]


def _modules_row() -> Row:
    answer = subprocess.run(
        [sys.executable, "-I", "-c", MODULES], check=True, capture_output=True, text=True
    )
    added: list[str] = json.loads(answer.stdout)
    foreign = [
        name for name in added if name.split(".")[0] not in {"metier", *sys.stdlib_module_names}
    ]
    return Row(
        "import",
        "modules added by `import metier`",
        f"{len(added)}: {', '.join(added)}",
        "≤ 6, none third-party",
        met=len(added) <= 6 and not foreign,  # noqa: PLR2004 - the bar
    )


def _start_rows() -> list[Row]:
    works = {
        "`metier --version`": (["--version"], 60e-3),
        "`metier check` of one `SKILL.md`": (["check", "tidy-commits"], 100e-3),
    }
    if find_spec("metier.cli.main") is None:
        return [
            not_measured("start", work, f"≤ {bar * 1e3:g} ms", "no such command")
            for work, (_, bar) in works.items()
        ]
    with tempfile.TemporaryDirectory() as folder:
        skill = Path(folder) / "tidy-commits"
        skill.mkdir()
        skill.joinpath("SKILL.md").write_text(SKILL, encoding="utf-8")
        return [
            *(_start_row(folder, work, words, bar) for work, (words, bar) in works.items()),
            _peer_row(folder),
        ]


def _start_row(folder: str, work: str, words: list[str], bar: float) -> Row:
    command = [str(Path(sysconfig.get_path("scripts")) / "metier"), *words]
    timings = interleave(
        {"bare": process(BARE, cwd=folder), "metier": process(command, cwd=folder)}, rounds=ROUNDS
    )
    net = timings["metier"].cpu - timings["bare"].cpu
    wall = timings["metier"].wall - timings["bare"].wall
    pydantic = _imports_pydantic(folder, command)
    figure = f"{milliseconds(net)} CPU, {milliseconds(wall)} wall"
    return Row(
        "start",
        f"{work}, net CPU, no pydantic",
        f"{figure}; pydantic {'is imported' if pydantic else 'is not imported'}",
        f"≤ {bar * 1e3:g} ms, no pydantic import",
        met=net <= bar and not pydantic,
    )


def _peer_row(folder: str) -> Row:
    """The same check as a process beside aif-skillforge's, which has a Rust core too."""
    work = "`metier check` of one `SKILL.md` against aif-skillforge's `aif lint`, CPU"
    scripts = Path(sysconfig.get_path("scripts"))
    if not (scripts / "aif").is_file():
        return not_measured("start", work, "≤ 1×", "aif-skillforge is not installed")
    timings = interleave(
        {
            "metier": process([str(scripts / "metier"), "check", "tidy-commits"], cwd=folder),
            "aif": process([str(scripts / "aif"), "lint", "tidy-commits/SKILL.md"], cwd=folder),
        },
        rounds=ROUNDS,
    )
    ours, theirs = timings["metier"], timings["aif"]
    detail = (
        f"{milliseconds(ours.cpu)} against {milliseconds(theirs.cpu)}; wall "
        f"{milliseconds(ours.wall)} against {milliseconds(theirs.wall)}"
    )
    return at_most("start", work, ours.cpu / theirs.cpu, 1.0, detail)


def _imports_pydantic(folder: str, command: list[str]) -> bool:
    """The interpreter itself says what it imports, on standard error."""
    answer = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    names = (line.rpartition("|")[2].strip() for line in answer.stderr.splitlines())
    return any(name.split(".")[0] == "pydantic" for name in names)
