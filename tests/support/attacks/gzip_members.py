"""Gzip files: several members, bytes behind, wrong sums, optional fields, bombs."""

from __future__ import annotations

import struct
import zlib

from attacks.tar_layout import file, gzip_of, tar_of
from attacks.tar_members import demo, own
from attacks.variant import DEMO, Variant
from attacks.zip_bombs import MEBIBYTE, diluted

HEADER_CHECK, EXTRA, NAME, COMMENT = 2, 4, 8, 16


def members() -> list[Variant]:
    data = tar_of(*demo())
    return [
        Variant("one archive cut in two", gzip_of(data[:2048]) + gzip_of(data[2048:])),
        Variant("an archive and an empty member", gzip_of(data) + gzip_of(b"")),
        Variant("two archives", gzip_of(data) + gzip_of(tar_of(file("x", b"x")))),
    ]


def trailing() -> list[Variant]:
    data = gzip_of(tar_of(*demo()))
    return [
        Variant("text", data + b"end\n"),
        Variant("a zero byte", data + b"\0"),
        Variant("half a header", data + b"\x1f\x8b"),
    ]


def sums() -> list[Variant]:
    data = tar_of(*demo())
    return [
        Variant("CRC", gzip_of(data, crc=1)),
        Variant("size", gzip_of(data, size=len(data) + 1)),
        Variant("trailer cut off", gzip_of(data)[:-6]),
        Variant("no trailer", gzip_of(data)[:-8]),
    ]


def bombs() -> list[Variant]:
    large = tar_of(own(), *(file(f"part{number}", diluted(14 * MEBIBYTE)) for number in range(5)))
    zeros, one = bytes(100 * MEBIBYTE), file("a", bytes(15 * MEBIBYTE))
    return [
        Variant("100 MiB of zeros behind the end", gzip_of(tar_of(*demo()) + zeros)),
        Variant("a file of 15 MiB of zeros", gzip_of(tar_of(own(), one))),
        Variant("five parts of 14 MiB", gzip_of(large, level=1)),
        Variant("nothing but zeros", gzip_of(zeros)),
    ]


def fields() -> list[Variant]:
    data = tar_of(*demo())
    extra = struct.pack("<H", 6) + b"AB\x02\0xy"
    given = {
        "extra": (EXTRA, extra),
        "name": (NAME, b"demo.tar\0"),
        "comment": (COMMENT, b"made by hand\0"),
        "all": (EXTRA | NAME | COMMENT, extra + b"demo.tar\0" + b"made by hand\0"),
    }
    head = struct.pack("<4BI2B", 0x1F, 0x8B, 8, HEADER_CHECK | NAME, 0, 0, 3) + b"demo.tar\0"
    check = struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    given["name and a check of the header"] = (HEADER_CHECK | NAME, b"demo.tar\0" + check)
    return [
        Variant(label, gzip_of(data, flags=flags, fields=each), imported=DEMO)
        for label, (flags, each) in given.items()
    ]


def times() -> list[Variant]:
    data = tar_of(*demo())
    return [Variant(str(time), gzip_of(data, time=time), imported=DEMO) for time in (1, 1704164646)]


CLASSES = {
    "gz-multi": members,
    "gz-trailing": trailing,
    "gz-crc": sums,
    "gz-bomb": bombs,
    "gz-extra": fields,
    "gz-mtime": times,
}
