"""The npm dialect against node-semver itself, where a machine has it."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from metier import Requirement, Version

PROGRAM = """
const semver = require(process.argv[1]);
const rows = JSON.parse(require('fs').readFileSync(0));
const valid = (range) => { try { new semver.Range(range); return true } catch { return false } };
const ask = (range, versions, options) => versions.map((v) => semver.satisfies(v, range, options));
console.log(JSON.stringify(rows.map(([range, versions]) => valid(range)
  ? [ask(range, versions, {}), ask(range, versions, {includePrerelease: true})] : null)));
"""

OPERATORS = ("", "=", ">", ">=", "<", "<=", "^", "~", "~>", ">= ", "^ ", "~ ")


class Dice:
    """Random ranges and versions, from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a reproducible sample, no secret

    def version(self) -> str:
        text = ".".join(str(self.random.randint(0, 3)) for _ in range(3))
        if self.random.random() < 0.45:
            words = ("0", "1", "10", "a", "rc", "-")
            text += "-" + ".".join(self.random.choices(words, k=self.random.randint(1, 2)))
        return text + ("+b.01" if self.random.random() < 0.15 else "")

    def partial(self) -> str:
        if self.random.random() < 0.5:
            return self.version()
        if self.random.random() < 0.1:
            return self.random.choice("*xX")
        numbers = [str(self.random.randint(0, 3)) for _ in range(self.random.randint(1, 2))]
        return ".".join(numbers) + self.random.choice(("", ".x", ".*"))

    def conjunction(self) -> str:
        if self.random.random() < 0.2:
            return f"{self.partial()} - {self.partial()}"
        return " ".join(
            self.random.choice(OPERATORS) + self.random.choice(("", "", "v")) + self.partial()
            for _ in range(self.random.randint(0, 3))
        )

    def row(self) -> tuple[str, list[str]]:
        parts = [self.conjunction() for _ in range(self.random.choice((1, 1, 2, 3)))]
        return " || ".join(parts), [self.version() for _ in range(12)]


def node_semver() -> tuple[str, Path]:
    """The node program and the folder of its semver package."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("node and npm are not on this machine")
    package = Path(npm).resolve().parent.parent / "node_modules" / "semver"
    if not package.is_dir():
        pytest.skip("npm on this machine has no semver package of its own")
    return node, package


def forgets_named_prereleases(text: str) -> bool:
    """Whether node drops a part of the range that names prereleases, against decision 9.

    It keeps nothing of a union beside an alternative that takes everything, and nothing of
    `>=0.0.0`.
    """
    parts = [Requirement.parse(part, dialect="npm").normalized for part in text.split("||")]
    return "*" in parts or ">=0.0.0" in parts or "0.0.0" in text


@pytest.mark.slow
def test_npm_dialect_decides_as_node_semver_does() -> None:
    node, package = node_semver()
    dice = Dice(20)
    rows = [dice.row() for _ in range(20_000)]
    answer = subprocess.run(
        [node, "-e", PROGRAM, str(package)],
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=True,
    )
    wrong = []
    for (text, versions), expected in zip(rows, json.loads(answer.stdout), strict=True):
        read = Requirement.try_parse(text, dialect="npm")
        if expected is None or not read:
            if bool(read) == (expected is None):
                wrong.append((text, None))
            continue
        for version, default, lifted in zip(map(Version.parse, versions), *expected, strict=True):
            if read.unwrap().matches(version, prereleases=True) != lifted:
                wrong.append((text, str(version)))
            differs = read.unwrap().matches(version) != default
            if differs and not (version.is_prerelease and forgets_named_prereleases(text)):
                wrong.append((text, str(version)))
    assert wrong == []
