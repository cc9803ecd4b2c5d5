"""The corpus of 1,539 real public skills, loaded whole from real folders."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import metier

if TYPE_CHECKING:
    from pathlib import Path

SKILLS = 1539
LENIENT_AT_LEAST = 1453


@pytest.fixture(scope="module")
def corpus(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    with tarfile.open(shared / "corpus" / "skills.tar.gz") as archive:
        archive.extractall(folder, filter="tar")
    return folder / "skills"


@pytest.fixture(scope="module")
def expected(shared: Path) -> list[dict[str, object]]:
    text = (shared / "corpus" / "expected_skills_ref.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_lenient_loads_what_the_best_host_would_and_places_every_refusal(
    corpus: Path, expected: list[dict[str, object]]
) -> None:
    """Decision 1: lenient must load at least 1,453; every refusal has a code and a place."""
    assert len(expected) == SKILLS
    loaded = 0
    refusals: Counter[str] = Counter()
    for row in expected:
        result = metier.load_skill(corpus / str(row["path"]))
        loaded += bool(result)
        for finding in result.diagnostics:
            assert finding.code
            assert finding.path is not None
            assert str(row["path"]) in finding.path
        if not result:
            error = result.error
            assert error is not None
            assert error.line is not None
            assert error.column is not None
            refusals[error.code] += 1
    assert loaded >= LENIENT_AT_LEAST
    assert sum(refusals.values()) == SKILLS - loaded


def test_strict_never_loads_what_lenient_refuses_nor_reads_it_otherwise(
    corpus: Path, expected: list[dict[str, object]]
) -> None:
    """Decision 1: same parser, same codes, only the severity differs."""
    both = 0
    for row in expected:
        strict = metier.load_skill(corpus / str(row["path"]), profile="strict")
        if strict.package is None:
            continue
        lenient = metier.load_skill(corpus / str(row["path"])).unwrap()
        assert strict.package.digest == lenient.digest
        assert strict.package.description == lenient.description
        both += 1
    assert both > SKILLS // 2


def test_discovery_finds_every_skill_that_is_not_below_another(corpus: Path) -> None:
    """Spec 02: discovery stops at a skill and says how many lie below one."""
    found = metier.discover(corpus)
    below = sum(
        int(finding.message.split()[0])
        for finding in found.diagnostics
        if finding.code == "nested_skills"
    )
    assert len(found.skills) + below == SKILLS
    paths = [skill.path for skill in found.skills]
    assert paths == sorted(paths)
    identities = [(package.id, package.version) for package in found.packages]
    assert len(identities) == len(set(identities))


def test_ten_corpus_skills_activate_with_a_fingerprint(
    corpus: Path, expected: list[dict[str, object]]
) -> None:
    registry = metier.Registry()
    names = []
    for row in expected:
        package = metier.load_skill(corpus / str(row["path"])).package
        if package is not None and registry.register(package).status == "inserted":
            names.append(package.id)
        if len(names) == 10:
            break
    for name in names:
        resolution = metier.resolve(registry.snapshot(), [name]).unwrap()
        activation = metier.activate(resolution, metier.Runtime()).unwrap()
        assert activation.fingerprint.startswith("sha256:")
        assert [package.id for package in activation.packages] == [name]
        assert activation.instructions


def test_check_judges_every_skill_of_the_corpus_nested_ones_too(corpus: Path) -> None:
    """Spec 08: `check` gives every diagnostic of every skill below."""
    done = subprocess.run(
        [sys.executable, "-m", "metier", "check", str(corpus), "--profile", "lenient", "--json"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert document["summary"]["skills"] == SKILLS
    assert document["summary"]["ok"] >= LENIENT_AT_LEAST
    for skill in document["skills"]:
        for finding in skill["diagnostics"]:
            assert finding["path"].startswith(skill["path"])
            assert finding["severity"] != "error" or finding["line"] >= 1
