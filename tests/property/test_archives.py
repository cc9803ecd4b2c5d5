"""Laws of archives: a folder, its archive and what is read of it are one tree."""

from __future__ import annotations

import copy
import pickle
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import metier

parts = st.text(st.sampled_from("abZ09_é日."), min_size=1, max_size=8)
paths = st.lists(parts, min_size=1, max_size=3).map("/".join)
contents = st.tuples(st.binary(max_size=300), st.booleans())


def portable(files: dict[str, tuple[bytes, bool]]) -> dict[str, metier.File]:
    kept = {"SKILL.md": metier.File(b"---\nname: a\ndescription: b\n---\n")}
    for path, (data, executable) in files.items():
        if "._" in path:
            # Left out of every folder, as what a desktop adds.
            continue
        try:
            metier.check_paths([*kept, path])
        except metier.PathError:
            continue
        kept[path] = metier.File(data, executable=executable)
    return kept


trees = st.dictionaries(paths, contents, max_size=6).map(portable)


@settings(max_examples=40, deadline=None)
@given(tree=trees)
def test_folder_archive_and_reading_have_one_tree_digest(tree: dict[str, metier.File]) -> None:
    with tempfile.TemporaryDirectory() as name:
        for path, file in tree.items():
            target = Path(name, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.data)
            target.chmod(0o755 if file.executable else 0o644)
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
            with pytest.raises(metier.ArchiveError) as caught:
                metier.read_archive(data, mode=mode)
            assert caught.value.code


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
