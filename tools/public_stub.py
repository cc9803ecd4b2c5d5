"""Writes `python/metier/__init__.pyi` from the table of public names in `__init__.py`.

With `--check`, writes nothing and exits 1 if the stub is not what it would write.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "python" / "metier"
TABLE = "_HOMES"


def homes(source: str) -> dict[str, str]:
    """Reads the table: public name to the module that has it, or that it is."""
    for node in ast.parse(source).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.AnnAssign):
            target = node.target
        if isinstance(target, ast.Name) and target.id == TABLE and isinstance(node.value, ast.Dict):
            return _entries(node.value)
    sys.exit(f"__init__.py has no {TABLE} of literals")


def _entries(table: ast.Dict) -> dict[str, str]:
    names = [ast.literal_eval(key) for key in table.keys if key is not None]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        sys.exit(f"{TABLE} has some names twice: {', '.join(twice)}")
    entries: dict[str, str] = ast.literal_eval(table)
    return entries


def stub(source: str) -> str:
    """Returns the text of the stub for the source of `__init__.py`."""
    table = homes(source)
    imports = sorted((home, name) for name, home in table.items())
    summary = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
    lines = [
        f'"""{summary}"""',
        "",
        *(f"from {home} import {name} as {name}" for home, name in imports),
        "",
        "__all__ = [",
        *(f'    "{name}",' for name in sorted(table)),
        "]",
        "",
        "def __dir__() -> list[str]: ...",
        "",
    ]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Rewrites or checks the stub and returns the exit code."""
    wanted = stub((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    path = PACKAGE / "__init__.pyi"
    if arguments == ["--check"]:
        if path.read_text(encoding="utf-8") != wanted:
            print("python/metier/__init__.pyi is not in step: make generate", file=sys.stderr)
            return 1
        return 0
    path.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
