"""`metier init`: a skill folder that passes strict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from metier import _core
from metier.cli.options import console_options
from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from pathlib import Path

    from metier.cli.console import Console

__all__ = ["init"]

_TEMPLATE = """\
---
name: {name}
description: {description}
metadata:
  version: "0.1.0"
---

# {title}

Say here what to do, step by step, as you would tell a careful colleague.

1. What to look at first.
2. What to decide, and by which rules.
3. What to hand back, and in which form.

Longer material belongs in `references/`, scripts in `scripts/`, files to copy in `assets/`.
"""


@click.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--description",
    default=None,
    help="What the skill does and when to use it.  [default: a sentence to replace]",
)
@click.option("--dir", "parent", default=".", show_default=True, help="Folder to make it in.")
@console_options
def init(name: str, *, description: str | None, parent: str, console: Console) -> None:
    """Makes the skill folder NAME, which passes `metier check` as it is.

    NAME is 1 to 64 lower-case letters, digits and single inner hyphens.
    """
    from pathlib import Path

    folder = Path(parent) / name
    title = name.replace("-", " ").capitalize()
    text = description if description is not None else f"Use this skill when you need {name}."
    content = _TEMPLATE.format(name=name, description=_quoted(text), title=title)
    outcome, findings = _core.read_skill_md(
        content.encode(), folder=name, path=str(folder / "SKILL.md"), profile="strict"
    )
    if outcome is None:
        first = next(d for d in findings if d.severity is _core.Severity.ERROR)
        of_name = first.code.startswith("name_")
        raise ConfigurationError(
            first.message, code=first.code, help=_suggestion(name) if of_name else first.help
        )
    _write(folder, content)
    console.line(f"made {folder}/SKILL.md")
    console.aside(f"next: write the instructions, then `metier check {folder}`")
    console.document({"command": "init", "ok": True, "path": str(folder), "name": name})


def _write(folder: Path, content: str) -> None:
    try:
        folder.mkdir(parents=True)
    except FileExistsError as error:
        raise ConfigurationError(
            f"{folder} is there already and is left as it is",
            code="file_exists",
            path=str(folder),
            help="choose another name, or edit what is there",
        ) from error
    (folder / "SKILL.md").write_text(content, encoding="utf-8", newline="\n")


def _quoted(text: str) -> str:
    """`text` as a YAML double-quoted scalar, which is JSON's string form."""
    import json

    return json.dumps(text, ensure_ascii=False)


def _suggestion(name: str) -> str | None:
    words = "".join(c.lower() if c.isascii() and c.isalnum() else " " for c in name).split()
    near = "-".join(words)[:64].strip("-")
    return f"try '{near}'" if near else None
