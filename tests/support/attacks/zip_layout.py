"""Zip files laid out byte by byte with `struct`, so that every field can lie.

The defaults are the canonical form (spec 03): what a test does not change is as it should be.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = 0o100644 << 16
PROGRAM = 0o100755 << 16


@dataclass(frozen=True, slots=True)
class Header:
    """What a local header and a central record both say of a file."""

    name: bytes
    version: int = 10
    flags: int = 0x0800
    method: int = 0
    time: int = 0
    date: int = 0x0021
    crc: int = 0
    packed: int = 0
    size: int = 0
    extra: bytes = b""

    def fields(self) -> bytes:
        return struct.pack(
            "<5H3I2H",
            self.version,
            self.flags,
            self.method,
            self.time,
            self.date,
            self.crc,
            self.packed,
            self.size,
            len(self.name),
            len(self.extra),
        )

    def local(self) -> bytes:
        return b"PK\x03\x04" + self.fields() + self.name + self.extra


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: its local header and bytes, and its central record.

    Attributes:
        local: What the local header says.
        central: What the central record says.
        payload: The bytes that follow the local header.
        after: Bytes between the payload and what comes next, such as a data descriptor.
        made_by: Version and host that made it.
        attributes: External attributes; the upper half is a Unix mode.
        comment: Comment of the central record.
        disk: Number of the disk that holds the local header.
        offset: Where the central record says that the local header is; the truth if `None`.
    """

    local: Header
    central: Header
    payload: bytes = b""
    after: bytes = b""
    made_by: int = 0x0314
    attributes: int = FILE
    comment: bytes = b""
    disk: int = 0
    offset: int | None = None

    def both(self, **changes: Any) -> Entry:
        """The entry with the same change in both headers."""
        return self.in_local(**changes).in_central(**changes)

    def in_local(self, **changes: Any) -> Entry:
        return replace(self, local=replace(self.local, **changes))

    def in_central(self, **changes: Any) -> Entry:
        return replace(self, central=replace(self.central, **changes))

    def record(self, offset: int) -> bytes:
        fixed = struct.pack(
            "<3H2I", len(self.comment), self.disk, 0, self.attributes, self.offset or offset
        )
        head = b"PK\x01\x02" + struct.pack("<H", self.made_by) + self.central.fields()
        return head + fixed + self.central.name + self.central.extra + self.comment


def stored(name: str | bytes, data: bytes = b"", **changes: Any) -> Entry:
    """A file in canonical form; changes are those of `Entry`."""
    header = Header(
        name.encode() if isinstance(name, str) else name,
        crc=zlib.crc32(data),
        packed=len(data),
        size=len(data),
    )
    return replace(Entry(header, header, data), **changes)


def deflate(data: bytes, level: int = 9) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def deflated(name: str | bytes, data: bytes, payload: bytes | None = None, **changes: Any) -> Entry:
    """A file in the deflated twin of the canonical form, with this payload if one is given."""
    payload = deflate(data) if payload is None else payload
    entry = stored(name, data).both(method=8, version=20, packed=len(payload))
    return replace(entry, payload=payload, **changes)


@dataclass(frozen=True, slots=True)
class End:
    """The end record; `None` stands for the truth."""

    disk: int = 0
    directory_disk: int = 0
    here: int | None = None
    total: int | None = None
    size: int | None = None
    offset: int | None = None
    comment: bytes = b""

    def record(self, count: int, size: int, offset: int) -> bytes:
        counts = (_or(self.here, count), _or(self.total, count))
        place = (_or(self.size, size), _or(self.offset, offset))
        fields = (self.disk, self.directory_disk, *counts, *place, len(self.comment))
        return b"PK\x05\x06" + struct.pack("<4H2IH", *fields) + self.comment


def _or(value: int | None, truth: int) -> int:
    return truth if value is None else value


@dataclass(frozen=True, slots=True)
class Zip:
    """A whole archive.

    Attributes:
        entries: The local headers with their bytes, in order.
        directory: The central records, in order; those of the entries if `None`.
        prefix: Bytes before the first local header; offsets count them.
        before_directory: Bytes between the last entry and the central directory.
        after_directory: Bytes between the central directory and the end record.
        end: What the end record says.
        suffix: Bytes after the end record.
    """

    entries: Sequence[Entry]
    directory: Sequence[Entry] | None = None
    prefix: bytes = b""
    before_directory: bytes = b""
    after_directory: bytes = b""
    end: End = field(default_factory=End)
    suffix: bytes = b""

    def bytes(self) -> bytes:
        parts, places, position = [self.prefix], {}, len(self.prefix)
        for entry in self.entries:
            places.setdefault(id(entry), position)
            parts.append(entry.local.local() + entry.payload + entry.after)
            position += len(parts[-1])
        start = position + len(self.before_directory)
        listed = self.entries if self.directory is None else self.directory
        records = b"".join(entry.record(places.get(id(entry), 0)) for entry in listed)
        end = self.end.record(len(listed), len(records), start)
        tail = [self.before_directory, records, self.after_directory, end, self.suffix]
        return b"".join([*parts, *tail])


def zip_of(*entries: Entry, **changes: Any) -> bytes:
    """The bytes of an archive of the entries, in the order given; changes are those of `Zip`."""
    return Zip(entries, **changes).bytes()
