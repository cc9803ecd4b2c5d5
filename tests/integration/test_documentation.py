"""The README and the guide do what they show.

Each page runs in a folder of its own that holds a copy of `examples/`, its blocks in order:

- `python` blocks of a page share one namespace;
- `console` blocks have lines that start with `$ `; each runs in a shell and must exit with 0, or
  with the number in a trailing `# exit N`. Lines between commands are the output expected of the
  command above, `…` standing for anything; a command without such lines may print what it likes.

A block is not run if the line before it is a comment `<!-- not run: reason -->`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    "README.md",
    *sorted(f"docs/guide/{path.name}" for path in (ROOT / "docs/guide").iterdir()),
]
FORMATS = sorted(f"docs/formats/{path.name}" for path in (ROOT / "docs/formats").iterdir())
BLOCK = re.compile(
    r"^(?P<skip><!-- not run: .+ -->\n)?```(?P<language>python|console)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
EXIT = re.compile(r"\s+# exit (\d+)$")

needs_command_line = pytest.mark.skipif(
    find_spec("metier.cli.main") is None, reason="this build has no command line"
)


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a page that is to be run."""

    page: str
    line: int
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a `console` block, with what is expected of it."""

    text: str
    code: int
    output: str | None


def blocks(page: str) -> list[Block]:
    """Returns the blocks of a page that are to be run, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, found.start("text")) + 1, found["language"], found["text"])
        for found in BLOCK.finditer(text)
        if not found["skip"]
    ]


def commands(text: str) -> list[Command]:
    """Splits a `console` block into its commands."""
    found: list[Command] = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        code = EXIT.search(line)
        expected = output if output.strip() else None
        found.append(Command(EXIT.sub("", line), int(code[1]) if code else 0, expected))
    return found


def run_console(block: Block, folder: Path) -> None:
    """Runs each command of the block with the installed `metier` first on PATH."""
    scripts = sysconfig.get_path("scripts")
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    for command in commands(block.text):
        answer = subprocess.run(
            ["/bin/sh", "-c", command.text],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        place = f"{block.page}:{block.line}: {command.text}"
        said = f"{place}\n{answer.stdout}{answer.stderr}"
        assert answer.returncode == command.code, said
        assert "Traceback" not in answer.stderr, said
        if command.output is not None:
            assert matches(command.output, answer.stdout), said


def matches(expected: str, printed: str) -> bool:
    """Says whether the output is the expected one, `…` standing for anything."""
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("…"))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


def run_page(page: str, folder: Path) -> int:
    """Runs all blocks of a page in `folder` and returns how many there were."""
    namespace: dict[str, object] = {"__name__": "documentation"}
    found = blocks(page)
    for block in found:
        if block.language == "console":
            run_console(block, folder)
        else:
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, str(ROOT / page), "exec"), namespace)  # noqa: S102 - our own pages
    return len(found)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@needs_command_line
@pytest.mark.parametrize("page", PAGES)
def test_page_does_what_it_shows(page: str, folder: Path):
    assert run_page(page, folder) > 0


@pytest.mark.parametrize("page", [page for page in FORMATS if blocks(page)])
def test_format_page_computes_what_it_states(page: str, folder: Path):
    assert run_page(page, folder) > 0


def test_commands_have_their_exit_codes_and_output():
    text = "$ metier one   # exit 1\n$ metier two\nsaid …\n"
    assert commands(text) == [
        Command("metier one", 1, None),
        Command("metier two", 0, "said …\n"),
    ]


def test_matches_lets_an_ellipsis_stand_for_anything():
    assert matches("a …\nz\n", "a b\nc\nz\n")
    assert not matches("a …\nz\n", "a b\nc\ny\n")
