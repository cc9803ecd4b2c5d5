"""Writes the figures of `docs/reference/corpus.md` from a run over the corpus of real skills.

The corpus is no part of the repository; without it the tool says so and changes nothing. It needs
an installed metier. With `--check`, writes nothing and exits 1 if the page is not what it would
write.
"""

from __future__ import annotations

import json
import os
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

import metier

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "corpus.md"
BEGIN = "<!-- figures: made by tools/corpus_table.py -->"
END = "<!-- end of figures -->"
PROFILES = ("strict", "lenient")

# Why strict refuses what the reference validator accepts, by the codes of the errors. Nothing the
# reference refuses is accepted.
REASONS = {
    ("allowed_tools_list",): "`allowed-tools` is one text in the standard; the reference checks "
    "no type",
    ("version_incomplete",): "a version is a full semantic version; the reference reads none",
    ("version_invalid",): "the same, for a text that can't be completed",
    ("metadata_not_text",): "`metadata` maps texts to texts; the reference turns lists and "
    "mappings into text",
    ("allowed_tools_list", "version_incomplete"): "two of the above",
    ("link_ignored",): "no link belongs to a skill; the reference looks at `SKILL.md` alone",
}


class Run:
    """What loading every skill of the corpus under both profiles came to."""

    def __init__(self, folder: Path, rows: list[dict[str, object]]) -> None:
        self.skills = len(rows)
        self.loaded: Counter[str] = Counter()
        self.findings: Counter[tuple[str, str]] = Counter()
        self.affected: Counter[tuple[str, str]] = Counter()
        self.severities: dict[tuple[str, str], str] = {}
        self.differences: Counter[tuple[str, ...]] = Counter()
        self.reference = sum(not row["skills_ref_errors"] for row in rows)
        self.looser = 0
        for row in rows:
            self._load(folder / str(row["path"]), accepted=not row["skills_ref_errors"])

    def _load(self, skill: Path, *, accepted: bool) -> None:
        for profile in PROFILES:
            result = metier.load_skill(skill, profile=profile)
            self.loaded[profile] += bool(result)
            for finding in result.diagnostics:
                self.findings[profile, finding.code] += 1
                self.severities[profile, finding.code] = finding.severity.value
            self.affected.update({(profile, finding.code) for finding in result.diagnostics})
            if profile == "strict" and bool(result) != accepted:
                self.looser += bool(result)
                severe = [d for d in result.diagnostics if d.severity is metier.Severity.ERROR]
                self.differences[tuple(sorted({finding.code for finding in severe}))] += 1


def figures(run: Run) -> str:
    """The part of the page between the markers."""
    agreed = run.skills - sum(run.differences.values())
    lines = [
        (
            f"Of {run.skills:,} skills strict loads {run.loaded['strict']:,} and lenient "
            f"{run.loaded['lenient']:,}; the reference validator accepts {run.reference:,}."
        ),
        f"Strict and the reference agree on {agreed:,}.",
        (
            f"Strict loads {run.looser or 'none'} of those the reference refuses, and refuses "
            f"{sum(run.differences.values()) - run.looser} that it accepts:"
        ),
        "",
        "| skills | codes | reason |",
        "|---:|---|---|",
    ]
    for codes, count in sorted(run.differences.items(), key=lambda item: (-item[1], item[0])):
        shown = ", ".join(f"`{code}`" for code in codes)
        lines.append(f"| {count} | {shown} | {REASONS[codes]} |")
    lines += [
        "",
        "Every code, with the number of findings and of skills that have one:",
        "",
        "| code | findings | skills | in strict | in lenient |",
        "|---|---:|---:|---|---|",
    ]
    codes = {code for _, code in run.findings}
    for code in sorted(codes, key=lambda code: (-run.findings["lenient", code], code)):
        severities = (run.severities.get((profile, code), "–") for profile in PROFILES)
        counts = f"{run.findings['lenient', code]:,} | {run.affected['lenient', code]:,}"
        lines.append(f"| `{code}` | {counts} | {' | '.join(severities)} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Writes or checks the page; returns the exit code."""
    shared = Path(os.environ.get("METIER_SHARED") or ROOT.parent / "shared")
    archive = shared / "corpus" / "skills.tar.gz"
    if not archive.is_file():
        print(f"{archive} is not there, so {PAGE.name} stays as it is")
        return 0
    text = (shared / "corpus" / "expected_skills_ref.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as corpus:
            corpus.extractall(folder, filter="tar")
        run = Run(Path(folder) / "skills", rows)
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    made = f"{before}{BEGIN}\n\n{figures(run)}\n\n{END}{after}"
    if "--check" in arguments:
        if made != page:
            print(f"{PAGE.relative_to(ROOT)} is out of step: run tools/corpus_table.py")
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
