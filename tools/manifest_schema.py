"""Writes `docs/formats/skill.schema.json` from the manifest models of the installed package.

With `--check`, writes nothing and exits 1 if the file is not what it would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from metier import manifest_json_schema

SCHEMA = Path(__file__).resolve().parent.parent / "docs" / "formats" / "skill.schema.json"


def main(arguments: list[str]) -> int:
    """Rewrites or checks the file and returns the exit code."""
    wanted = json.dumps(manifest_json_schema(), indent=2, ensure_ascii=False) + "\n"
    if arguments == ["--check"]:
        found = SCHEMA.read_text(encoding="utf-8") if SCHEMA.is_file() else None
        if found != wanted:
            print("docs/formats/skill.schema.json is not in step: make generate", file=sys.stderr)
            return 1
        return 0
    SCHEMA.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
