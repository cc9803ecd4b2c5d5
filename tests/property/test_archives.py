"""Laws of archives: a folder, its archive and what is read of it are one tree."""

from __future__ import annotations

import copy
import pickle
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from archive_trees import trees as plain_trees
from archive_trees import write_folder
from hypothesis import given, settings
from hypothesis import strategies as st

import metier
from metier import _core

if TYPE_CHECKING:
    from attacks.variant import Files

CODES = {code for code, _, _ in _core.codes()}


def as_files(tree: Files) -> dict[str, metier.File]:
    return {path: metier.File(data, executable=program) for path, (data, program) in tree.items()}


trees = plain_trees.map(as_files)


def read_or_refuse(data: bytes, mode: str) -> tuple[metier.Archive | None, str | None]:
    try:
        return metier.read_archive(data, mode=mode), None
    except metier.ArchiveError as error:
        return None, error.code


@settings(max_examples=40, deadline=None)
@given(tree=trees)
def test_folder_archive_and_reading_have_one_tree_digest(tree: dict[str, metier.File]) -> None:
    with tempfile.TemporaryDirectory() as name:
        write_folder(Path(name), {path: (one.data, one.executable) for path, one in tree.items()})
        folder = metier.tree_digest(name)
    data = metier.build_archive(tree)
    archive = metier.read_archive(data)
    assert archive.tree.digest == folder.digest
    assert archive == tree
    assert metier.build_archive(archive) == data


@given(tree=trees, data=st.data())
def test_damaged_archive_is_refused_by_strict_and_never_misread_by_import(
    tree: dict[str, metier.File], data: st.DataObject
) -> None:
    whole = bytearray(metier.build_archive(tree))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(metier.ArchiveError):
        metier.read_archive(bytes(whole))
    try:
        imported = metier.read_archive(bytes(whole), mode="import")
    except metier.ArchiveError:
        return
    # Import minds neither modes nor dates; the bytes of every file are as they were.
    assert sorted(file.data for file in imported.values()) == sorted(
        file.data for file in tree.values()
    )


@given(blob=st.binary(max_size=2000))
def test_any_bytes_are_read_or_refused_with_a_code(blob: bytes) -> None:
    for mode in ("strict", "import"):
        for data in (blob, b"PK\x03\x04" + blob, b"\x1f\x8b\x08\x00" + blob):
            archive, code = read_or_refuse(data, mode)
            if archive is None:
                assert code in CODES
            else:
                assert metier.read_archive(metier.build_archive(archive), mode="import") == archive


def test_archive_is_a_value_that_cannot_be_changed() -> None:
    data = metier.build_archive({"SKILL.md": b"x", "run": metier.File(b"y", executable=True)})
    archive = metier.read_archive(data)
    assert copy.deepcopy(archive) is archive
    again = pickle.loads(pickle.dumps(archive))  # noqa: S301
    assert again == archive
    assert hash(again) == hash(archive)
    assert archive["run"] == metier.File(b"y", executable=True)
    with pytest.raises(AttributeError):
        archive.tree = None  # type: ignore[misc,assignment]


def test_limits_hold_for_archives() -> None:
    data = metier.build_archive({"SKILL.md": b"12345", "a": b"67890"})
    rows = {
        "zip_entry_count": metier.Limits(max_entries=1),
        "archive_entry_too_large": metier.Limits(max_resource_bytes=4),
        "zip_total": metier.Limits(max_package_bytes=9),
        "zip_directory_too_large": metier.Limits(max_archive_name_bytes=8),
    }
    for code, limits in rows.items():
        with pytest.raises(metier.ArchiveError) as caught:
            metier.read_archive(data, limits=limits)
        assert caught.value.code == code
    exact = metier.Limits(
        max_entries=2, max_resource_bytes=5, max_package_bytes=10, max_archive_name_bytes=9
    )
    assert metier.read_archive(data, limits=exact)


def test_unknown_mode_is_refused() -> None:
    with pytest.raises(metier.ConfigurationError) as caught:
        metier.read_archive(b"", mode="lax")  # type: ignore[arg-type]
    assert caught.value.code == "unknown_mode"
