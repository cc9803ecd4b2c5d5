"""The archive writer and reader against a second writer and against `zipfile`."""

from __future__ import annotations

import io
import random
import zipfile
from typing import TYPE_CHECKING

import pytest
from archive_trees import built, ordered, read, trees, twin, written
from attacks.variant import DEMO, Files
from hypothesis import given, settings

import metier

if TYPE_CHECKING:
    from collections.abc import Iterator


def by_zipfile(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            entry.filename: (archive.read(entry), bool(entry.external_attr >> 16 & 0o111))
            for entry in archive.infolist()
        }


@given(tree=trees)
def test_archive_is_byte_for_byte_what_a_second_writer_makes(tree: Files) -> None:
    """Spec 03: "any two implementers, machines and years give the same bytes"."""
    assert built(tree) == written(tree)


@given(tree=trees)
def test_archive_and_its_deflated_twin_read_alike(tree: Files) -> None:
    for data in (built(tree), twin(tree)):
        assert read(data) == read(data, "import") == by_zipfile(data) == tree
        assert list(read(data)) == ordered(tree)


def test_files_that_no_skill_holds_are_kept_by_strict_and_dropped_by_import() -> None:
    """Spec 00, decision 21: `._*` and what else a desktop adds; strict judges the form alone."""
    junk: Files = dict.fromkeys(("._", "._a", "d/._b", "d/.DS_Store"), (b"", False))
    data = built({**DEMO, **junk})
    assert read(data) == by_zipfile(data) == {**DEMO, **junk}
    assert read(data, "import") == DEMO
    notes = metier.read_archive(data, mode="import").diagnostics
    assert [note.code for note in notes] == ["archive_junk"]


@settings(max_examples=30)
@given(tree=trees)
def test_members_of_zipfile_read_alike(tree: Files) -> None:
    """What `zipfile` writes is read by import as it is read by `zipfile`."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in tree:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if tree[path][1] else 0o100644) << 16
            archive.writestr(entry, tree[path][0])
    assert read(target.getvalue(), "import") == tree


def contents(tree: Files) -> dict[str, bytes]:
    return {path: data for path, (data, _) in tree.items()}


def flips(data: bytes) -> Iterator[bytes]:
    for place in range(len(data)):
        for bit in range(8):
            yield data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]


def accepted_flips(data: bytes) -> set[int]:
    """The places of the bytes of which a bit can be flipped unnoticed."""
    places = set()
    for number, flipped in enumerate(flips(data)):
        try:
            metier.read_archive(flipped)
        except metier.ArchiveError:
            continue
        places.add(number // 8)
    return places


def test_no_flipped_bit_is_accepted() -> None:
    """Each bit of a canonical archive stands twice, is checked, or can have but one value."""
    assert accepted_flips(built(DEMO)) == set()


def test_no_flipped_bit_of_the_deflated_twin_is_accepted_but_padding() -> None:
    """A deflate stream ends within a byte, and what fills that byte means nothing."""
    data = twin(DEMO)
    padding = {data.index(b"PK\x01\x02") - 1}
    for local in range(1, len(data)):
        if data[local : local + 4] == b"PK\x03\x04":
            padding.add(local - 1)
    assert accepted_flips(data) <= padding


def spliced(source: random.Random, archives: list[bytes]) -> bytes:
    """Parts of archives put together, or a part doubled, left out or overwritten."""
    data = bytearray(source.choice(archives))
    for _ in range(source.randint(1, 4)):
        other = source.choice(archives)
        start, length = source.randrange(len(other)), source.randint(1, 80)
        place = source.randrange(len(data) + 1)
        kept = source.choice([0, length])
        data[place : place + kept] = other[start : start + length] if source.random() < 0.8 else b""
    return bytes(data)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_accepted_of_spliced_archives_zipfile_reads_alike(seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - the same archives on every run
    archives = [built(DEMO), twin(DEMO), built({"SKILL.md": (b"x", True)})]
    for _ in range(2000):
        data = spliced(source, archives)
        for mode in ("strict", "import"):
            try:
                tree = read(data, mode)
            except metier.ArchiveError:
                continue
            if data[:2] == b"PK":
                found = {path: file for path, file in by_zipfile(data).items() if path[-1] != "/"}
                if mode == "import":
                    # Hosts without modes and volume labels have no execute bits.
                    assert contents(tree) == contents(found)
                else:
                    assert tree == found


def test_whatever_is_accepted_of_doubly_changed_headers_zipfile_reads_alike() -> None:
    """The same change in local header and central record, which agree then."""
    name = b"references/guide.md"
    data = built(DEMO)
    local = data.index(name) - 26
    central = data.index(name, local + 27) - 40
    accepted = 0
    for offset in range(26 + len(name)):
        for value in range(256):
            changed = bytearray(data)
            changed[local + offset] = value
            changed[central + offset + (14 if offset >= 26 else 0)] = value
            try:
                tree = read(bytes(changed))
            except metier.ArchiveError:
                continue
            accepted += 1
            assert tree == by_zipfile(bytes(changed))
    # Other names; no other field may change.
    assert accepted > 256
