"""Single functions under pytest-benchmark; a function that is not there yet is skipped by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import metier
from benches.documents import document

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture


def public(name: str) -> object:
    """Returns the public function `name`, or skips."""
    if name not in metier.__all__:
        pytest.skip(f"metier has no {name}")
    return getattr(metier, name)


@pytest.mark.parametrize("size", ["2 KB", "200 KB"])
def test_canonical_json(benchmark: BenchmarkFixture, size: str):
    benchmark(public("canonical_json"), document(size))


@pytest.mark.parametrize("length", [0, 4096, 1 << 20])
def test_sha256(benchmark: BenchmarkFixture, length: int):
    benchmark(public("sha256"), bytes(length))


def test_check_path(benchmark: BenchmarkFixture):
    benchmark(public("check_path"), "references/checklists/naming.md")


def test_version_parse(benchmark: BenchmarkFixture):
    benchmark(public("Version").parse, "1.22.333-rc.4+linux.x86-64")


def test_requirement_parse(benchmark: BenchmarkFixture):
    benchmark(public("Requirement").parse, ">=1.2.0 <2.0.0")


def test_diagnostic_construction(benchmark: BenchmarkFixture):
    benchmark(metier.Diagnostic, metier.Severity.WARNING, "link_ignored", "a link", path="a/b")


def test_load_skill(benchmark: BenchmarkFixture, tmp_path: Path):
    load_skill = public("load_skill")
    folder = tmp_path / "tidy-commits"
    folder.mkdir()
    folder.joinpath("SKILL.md").write_text(
        "---\nname: tidy-commits\ndescription: Splits a change into commits.\n---\n# Tidy\n",
        encoding="utf-8",
    )
    benchmark(load_skill, folder)
