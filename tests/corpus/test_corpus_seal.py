"""Sealing and fixing every real skill of the corpus."""

from __future__ import annotations

import tarfile
from collections import Counter
from pathlib import Path

import pytest

import metier
from metier import _core

SEALED_AT_LEAST = 1385
# What keeps a skill that loads from being sealed.
REFUSALS = {
    "id_character_invalid",
    "left_out",
    "link_ignored",
    "resource_count_exceeded",
    "skill_json_not_sealed",
    "version_invalid",
}
NO_LIMITS = (None, None, None, None, None)
FIXABLE = {"byte_order_mark", "version_incomplete", "yaml_unquoted_colon"}


@pytest.fixture(scope="module")
def skills(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folder of every skill that the search finds in a copy of the corpus."""
    folder = tmp_path_factory.mktemp("corpus")
    with tarfile.open(shared / "corpus" / "skills.tar.gz") as archive:
        archive.extractall(folder, filter="tar")
    return [Path(found.path) for found in metier.discover(folder / "skills").skills]


def test_fixes_change_nothing_that_is_read(skills: list[Path]) -> None:
    """The fixed text reads as the same skill, has nothing left to fix, and strict takes more."""
    strict: Counter[str] = Counter()
    for folder in skills:
        found = _core.fix_skill(str(folder), limits=NO_LIMITS)
        if found is None:
            continue
        path, before, after, _ = found
        name = Path(path).name
        old, _ = _core.read_skill_md(before, folder=folder.name, file=name)
        new, findings = _core.read_skill_md(after, folder=folder.name, file=name)
        assert old is None or new is not None
        assert not FIXABLE & {finding.code for finding in findings}
        if old is not None and new is not None:
            assert (old.name, old.description) == (new.name, new.description)
            assert old.version == new.version
            assert "\r" not in new.body
        for word, data in (("before", before), ("after", after)):
            skill, _ = _core.read_skill_md(data, folder=folder.name, file=name, profile="strict")
            strict[word] += skill is not None
    assert strict["after"] > strict["before"]


def test_what_seals_loads_strictly_with_the_same_files(skills: list[Path]) -> None:
    """Runs last: it writes a `skill.json` into each folder of this module's copy."""
    sealed = 0
    refusals: Counter[str] = Counter()
    for folder in skills:
        before = metier.load_skill(folder)
        result = metier.seal(folder)
        if not result:
            assert result.error is not None
            if before:
                refusals[result.error.code] += 1
            continue
        package = metier.DirectoryLoader(folder.parent).load(folder.name).unwrap()
        entries = [entry for entry in package.tree.entries if entry[0] != "skill.json"]
        assert entries == list(before.unwrap().tree.entries)
        assert metier.seal(folder, check=True)
        sealed += 1
    assert sealed >= SEALED_AT_LEAST
    assert set(refusals) <= REFUSALS
