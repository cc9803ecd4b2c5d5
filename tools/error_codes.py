"""Writes the tables of `docs/formats/error-codes.md` from the tables in the sources.

Each module with errors of its own has a table of its codes: in Rust
`pub const CODES: &[CodeEntry]`, in Python a module-level `CODES = {code: meaning}`. The tables
replace what stands between the two markers of the page. A table that can't be read, or a code
with two rows, is an error: a code has one meaning. With `--check`, writes nothing and exits 1 if
the page is not what it would write.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "formats" / "error-codes.md"
BEGIN = "<!-- tables: made by tools/error_codes.py -->"
END = "<!-- end of tables -->"

RUST_TABLE = re.compile(
    r"pub(?:\([a-z]+\))? const CODES: &\[CodeEntry\] = &\[(.*?)\n\];", re.DOTALL
)
RUST_NAME = "const CODES: &[CodeEntry]"
RUST_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
CONTINUED = re.compile(r"\\\n\s*")

Table = list[tuple[str, str]]


def rust_tables(folder: Path) -> dict[str, Table]:
    """Reads every table below `folder`, by module: the folder the table's file is in."""
    tables: dict[str, Table] = {}
    for path in sorted(folder.rglob("*.rs")):
        source = path.read_text(encoding="utf-8")
        found = RUST_TABLE.search(source)
        if found is None:
            if RUST_NAME in source:
                sys.exit(f"{path.relative_to(ROOT)}: CODES is no list of literals")
            continue
        texts = [_rust_text(text) for text in RUST_TEXT.findall(_uncommented(found[1]))]
        if len(texts) % 2:
            sys.exit(f"{path.relative_to(ROOT)}: CODES is no list of code and meaning")
        module = "::".join(path.parent.relative_to(folder).parts)
        tables.setdefault(module, []).extend(zip(texts[::2], texts[1::2], strict=True))
    return tables


def _uncommented(source: str) -> str:
    return re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE)


def _rust_text(literal: str) -> str:
    return CONTINUED.sub("", literal).replace('\\"', '"').replace("\\\\", "\\")


def python_tables(folder: Path) -> dict[str, Table]:
    """Reads every module-level `CODES` of literals below `folder`, by module name."""
    tables = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            target = node.target if isinstance(node, ast.AnnAssign) else None
            if isinstance(node, ast.Assign):
                target = node.targets[0]
            if isinstance(target, ast.Name) and target.id == "CODES":
                name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
                tables[name] = _python_table(path, node)
    return tables


def _python_table(path: Path, node: ast.stmt) -> Table:
    for value in ast.walk(node):
        if isinstance(value, ast.Dict):
            entries: dict[str, str] = ast.literal_eval(value)
            return list(entries.items())
    sys.exit(f"{path.relative_to(ROOT)}: CODES is no dict of literals")


def tables_text(tables: dict[str, Table]) -> str:
    """Returns the Markdown of all tables: a heading a module, a row a code, sorted by code."""
    lines = []
    for module, entries in sorted(tables.items()):
        lines += ["", f"### `{module}`", "", "| code | when |", "|---|---|"]
        lines += [f"| `{code}` | {_cell(meaning)} |" for code, meaning in sorted(entries)]
    return "\n".join([BEGIN, *lines, "", END])


def repeated(tables: dict[str, Table]) -> list[str]:
    """Returns the codes that have more than one row, each with the modules that list it."""
    homes: dict[str, list[str]] = {}
    for module, entries in tables.items():
        for code, _ in entries:
            homes.setdefault(code, []).append(module)
    return [f"{code}: {', '.join(home)}" for code, home in homes.items() if len(home) > 1]


def _cell(meaning: str) -> str:
    text = meaning.strip().rstrip(".").replace("|", "\\|")
    return text[:1].upper() + text[1:]


def main(arguments: list[str]) -> int:
    """Rewrites or checks the page and returns the exit code."""
    tables = rust_tables(ROOT / "rust" / "core" / "src")
    tables |= python_tables(ROOT / "python" / "metier")
    if twice := repeated(tables):
        sys.exit("codes with more than one row: " + "; ".join(twice))
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = before + tables_text(tables) + after
    if arguments == ["--check"]:
        if page != wanted:
            print("docs/formats/error-codes.md is not in step: make generate", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
