"""Every class of attack and oddity, each by archives that the tests lay out byte by byte.

Spec 03: "Each class is a generated test with its own code."
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from archive_class_codes import CODES, NOTED
from attacks import CLASSES
from attacks.variant import DEMO
from attacks.zip64 import honest
from attacks.zip_modes import foreign_modes

import metier

if TYPE_CHECKING:
    from pathlib import Path

    from attacks.variant import Files, Variant

STRICT_TAR = "archive_not_zip"


@pytest.fixture(scope="module")
def columns(shared: Path) -> dict[str, dict[str, str]]:
    text = (shared / "vectors" / "archive_attacks.json").read_text("utf-8")
    return {row["id"]: row for row in json.loads(text)["classes"]}


def read(variant: Variant, mode: str) -> tuple[Files | None, str | None, set[str]]:
    """The tree, or the code of the refusal, and the codes of the notes."""
    try:
        archive = metier.read_archive(variant.data, mode=mode)
    except metier.ArchiveError as error:
        return None, error.code, set()
    files = {path: (file.data, file.executable) for path, file in archive.items()}
    return files, None, {finding.code for finding in archive.diagnostics}


def test_generator_makes_every_class(columns: dict[str, dict[str, str]]) -> None:
    assert set(CLASSES) == set(columns)
    assert set(CODES) == set(columns)


def test_each_class_has_a_code_of_its_own() -> None:
    """Those apart that no mode refuses or notes, but for strict, which reads no tar at all."""
    codes = [code for code in CODES.values() if code is not None]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("mode", ["strict", "import"])
def test_variants_are_what_the_column_says(columns: dict[str, dict[str, str]], mode: str) -> None:
    """`reject` refuses each, `accept` takes each, and a column with a condition has both kinds."""
    for name, make in CLASSES.items():
        column = columns[name][mode]
        taken = {
            (each.strict if mode == "strict" else each.imported) is not None for each in make()
        }
        conditional = " when " in column or column.startswith("reject ")
        if conditional and not name.endswith("wrapper"):
            assert taken == {True, False}, (name, column)
        else:
            assert taken == {column.startswith("accept")}, (name, column)


@pytest.mark.parametrize("name", CLASSES)
def test_strict_reads_or_refuses_each_class(name: str) -> None:
    """Spec 03: "Strict accepts exactly the grammar `LFH data … CDH … EOCD`"."""
    expected = {CODES.get(name)} if name.startswith("zip") else {STRICT_TAR}
    wrong = []
    for variant in CLASSES[name]():
        files, code, _ = read(variant, "strict")
        allowed = {*expected, *variant.codes} if name.startswith("zip") else expected
        if files != variant.strict or (files is None and code not in allowed):
            wrong.append((variant.label, code))
    assert wrong == []


@pytest.mark.parametrize("name", CLASSES)
def test_import_reads_or_refuses_each_class(name: str) -> None:
    """Spec 03: "the `import` column says class by class what is taken and what is refused"."""
    wrong = []
    for variant in CLASSES[name]():
        files, code, notes = read(variant, "import")
        allowed = {CODES.get(name), *variant.codes}
        refused_rightly = files is not None or code in allowed
        noted_rightly = files is None or name not in NOTED or CODES[name] in notes
        if files != variant.imported or not refused_rightly or not noted_rightly:
            wrong.append((variant.label, code, notes))
    assert wrong == []


@pytest.mark.parametrize("label", honest())
def test_honest_zip64_is_refused_by_strict_and_taken_by_import(label: str) -> None:
    """Spec 03: "zip64 fields are taken where they are honest and within the limits"."""
    data = honest()[label]
    with pytest.raises(metier.ArchiveError) as caught:
        metier.read_archive(data)
    assert caught.value.code in {"zip64_used", "zip64_lie", "zip_version"}
    archive = metier.read_archive(data, mode="import")
    assert {path: (file.data, file.executable) for path, file in archive.items()} == DEMO


@pytest.mark.parametrize("label", foreign_modes())
def test_foreign_modes_are_refused_by_strict_and_normalised_by_import(label: str) -> None:
    """Spec 03: "date and modes as above"; decision 16: "only its x bits reach the archive"."""
    data = foreign_modes()[label]
    with pytest.raises(metier.ArchiveError) as caught:
        metier.read_archive(data)
    assert caught.value.code == "zip_mode"
    archive = metier.read_archive(data, mode="import")
    assert {path: (file.data, file.executable) for path, file in archive.items()} == DEMO
