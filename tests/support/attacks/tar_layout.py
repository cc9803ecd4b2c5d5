"""Tar and gzip files laid out byte by byte with `struct` and `zlib`: every field can lie."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, replace
from typing import Any

BLOCK = 512
POSIX = b"ustar\x0000"
GNU = b"ustar  \x00"
V7 = b""
END = bytes(2 * BLOCK)


@dataclass(frozen=True, slots=True)
class Member:
    """One header with its data; what a test does not change is as GNU tar writes POSIX headers.

    Attributes:
        size: The size field as it stands; that of the data if `None`.
        checksum: The checksum field as it stands; the right one if `None`.
        link: Target of a link.
        raw: Bytes that replace others of the header, by offset, before the checksum is made.
    """

    name: bytes
    data: bytes = b""
    mode: int = 0o644
    kind: bytes = b"0"
    magic: bytes = POSIX
    link: bytes = b""
    prefix: bytes = b""
    size: bytes | None = None
    checksum: bytes | None = None
    raw: tuple[tuple[int, bytes], ...] = ()

    def bytes(self) -> bytes:
        return self.header() + self.data + bytes(-len(self.data) % BLOCK)

    def header(self) -> bytes:
        header = bytearray(
            struct.pack(
                "100s8s8s8s12s12s8s1s100s8s32s32s8s8s155s12x",
                self.name,
                b"%07o\0" % self.mode,
                b"0001750\0",
                b"0001750\0",
                b"%011o\0" % len(self.data) if self.size is None else self.size,
                b"14544463246\0",
                b" " * 8,
                self.kind,
                self.link,
                self.magic,
                b"packer" if self.magic else b"",
                b"packer" if self.magic else b"",
                b"0000000\0" if self.magic == POSIX else b"",
                b"0000000\0" if self.magic == POSIX else b"",
                self.prefix,
            )
        )
        for offset, data in self.raw:
            header[offset : offset + len(data)] = data
        checksum = b"%06o\0 " % sum(header) if self.checksum is None else self.checksum
        header[148:156] = checksum
        return bytes(header)


def file(name: str | bytes, data: bytes = b"", **changes: Any) -> Member:
    return Member(name.encode() if isinstance(name, str) else name, data, **changes)


def folder(name: str | bytes, **changes: Any) -> Member:
    return replace(file(name, mode=0o755, kind=b"5"), **changes)


def link(name: str, target: str, *, hard: bool = False) -> Member:
    return file(name, kind=b"1" if hard else b"2", link=target.encode(), mode=0o777)


def pax(*, kind: bytes = b"x", **records: str | bytes) -> Member:
    """An extended header; `__` in a key stands for a dot."""
    values = {
        key.replace("__", "."): value.encode() if isinstance(value, str) else value
        for key, value in records.items()
    }
    body = b"".join(record(key.encode(), value) for key, value in values.items())
    return file("PaxHeaders/x", body, kind=kind)


def record(key: bytes, value: bytes) -> bytes:
    """One record of an extended header, which counts its own length."""
    rest = b" " + key + b"=" + value + b"\n"
    length = len(rest)
    while length != len(rest) + len(str(length)):
        length = len(rest) + len(str(length))
    return b"%d" % length + rest


def long_name(name: bytes, kind: bytes = b"L") -> Member:
    """GNU's header for the name of the next; the name should end in NUL."""
    return file("././@LongLink", name, kind=kind, magic=GNU, mode=0o644)


def tar_of(*members: Member, end: bytes = END) -> bytes:
    return b"".join(member.bytes() for member in members) + end


def gzip_of(
    data: bytes,
    *,
    flags: int = 0,
    time: int = 0,
    fields: bytes = b"",
    crc: int | None = None,
    size: int | None = None,
    level: int = 9,
) -> bytes:
    """One gzip member (RFC 1952); `fields` are the optional ones that the flags announce."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    body = packer.compress(data) + packer.flush()
    head = struct.pack("<4BI2B", 0x1F, 0x8B, 8, flags, time, 0, 3) + fields
    checked = zlib.crc32(data) if crc is None else crc
    return (
        head + body + struct.pack("<2I", checked, len(data) % (1 << 32) if size is None else size)
    )
