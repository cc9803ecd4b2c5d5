"""Tar files by their headers: extended ones, long names, sizes, checksums, ends."""

from __future__ import annotations

import struct
from dataclasses import replace

from attacks.tar_layout import (
    BLOCK,
    END,
    GNU,
    Member,
    file,
    gzip_of,
    long_name,
    pax,
    record,
    tar_of,
)
from attacks.tar_members import demo, of, own
from attacks.variant import DEMO, SKILL, Variant, tree

LONG = "references/" + "/".join(["a-long-folder-name"] * 8) + "/note.md"


def sparse() -> list[Variant]:
    numbers = struct.pack("12s12s12s12s", *[b"%011o\0" % number for number in (0, 1, 9, 0)])
    old = file("a", b"x", kind=b"S", magic=GNU, raw=((386, numbers), (483, b"77777777777\0")))
    return [
        *of("old GNU", own(), old),
        *of("pax 0.0", own(), pax(GNU__sparse__size="1099511627776"), file("a", b"x")),
        *of("pax 0.1", own(), pax(GNU__sparse__map="0,1,5,1"), file("a", b"xy")),
        *of(
            "pax 1.0",
            own(),
            pax(GNU__sparse__major="1", GNU__sparse__minor="0", GNU__sparse__name="b"),
            file("GNUSparseFile.1/a", b"1\n0\n1\n".ljust(BLOCK, b"\0") + b"x"),
        ),
    ]


def pax_size() -> list[Variant]:
    hidden = tar_of(file("hidden", b"x"), end=b"")
    return [
        *of("larger", own(), pax(size="6"), file("a", b"hello")),
        *of("smaller", own(), pax(size="0"), file("a", hidden)),
        *of(
            "the header has none", own(), pax(size="5"), file("a", b"hello", size=b"0" * 11 + b"\0")
        ),
        *of("beyond 2^64", own(), pax(size="99999999999999999999"), file("a", b"hello")),
        *of("negative", own(), pax(size="-5"), file("a", b"hello")),
    ]


def pax_on_long_name() -> list[Variant]:
    return [
        *of("size", own(), pax(size="1024"), long_name(b"x\0"), file("a", b"x", magic=GNU)),
        *of("path", own(), pax(path="b"), long_name(b"c\0"), file("a", b"x", magic=GNU)),
    ]


def pax_global() -> list[Variant]:
    comment = pax(kind=b"g", comment="0" * 40)
    return [
        *of("a comment", comment, *demo(), imported=DEMO),
        *of("path", pax(kind=b"g", path="evil"), *demo()),
        *of("linkpath", pax(kind=b"g", linkpath="evil"), *demo()),
        *of("size", pax(kind=b"g", size="0"), *demo()),
        *of("a comment and a path", pax(kind=b"g", comment="c", path="evil"), *demo()),
    ]


def pax_many() -> list[Variant]:
    return [
        *of("two paths", own(), pax(path="b"), pax(path="c"), file("a", b"x")),
        *of("a time and a path", own(), pax(mtime="1"), pax(path="c"), file("a", b"x")),
    ]


def pax_nul() -> list[Variant]:
    return [
        *of("path", own(), pax(path=b"b\0c"), file("a", b"x")),
        *of("at its end", own(), pax(path=b"b\0"), file("a", b"x")),
        *of("linkpath", own(), pax(linkpath=b"b\0c"), file("a", b"x")),
    ]


def pax_length() -> list[Variant]:
    good = record(b"path", b"b")
    bodies = {
        "too long": b"99" + good[1:],
        "too short": b"5" + good[1:],
        "zero": b"0" + good[1:],
        "negative": b"-9" + good[1:],
        "no number": b"x" + good[1:],
        "no space": good.replace(b" ", b"", 1),
        "no equals sign": b"9 path_b\n",
        "no line end": good[:-1] + b"x",
        "cut short": good[:-2],
        "beyond 2^64": b"99999999999999999999" + good[1:],
        "bytes behind": good + b"x",
        "no key": record(b"", b"b"),
    }
    return [
        each
        for label, body in bodies.items()
        for each in of(label, own(), file("PaxHeaders/x", body, kind=b"x"), file("a", b"x"))
    ]


def long_name_nul() -> list[Variant]:
    return [
        *of("in the middle", own(), long_name(b"b\0c\0"), file("a", b"x", magic=GNU)),
        *of("none at its end", own(), long_name(b"b" * 120), file("a", b"x", magic=GNU)),
        *of("alone", own(), long_name(b"\0"), file("a", b"x", magic=GNU)),
        *of("empty", own(), long_name(b""), file("a", b"x", magic=GNU)),
    ]


def sizes() -> list[Variant]:
    fields = {
        "base 256, negative": b"\xff" * 12,
        "base 256, huge": b"\x80" + b"\x7f" * 11,
        "base 256, 2^63": b"\x80" + bytes(3) + b"\x80" + bytes(7),
        "octal, negative": b"-0000000001\0",
        "no octal digit": b"0000000009x\0",
        "blank": b" " * 12,
    }
    return [
        each
        for label, size in fields.items()
        for each in of(label, own(), file("a", b"hello", size=size))
    ]


def checksums() -> list[Variant]:
    name = "caf\u00e9.md"
    header = file(name, b"x", checksum=b" " * 8).header()
    signed = sum(byte - 256 if byte > 127 else byte for byte in header)
    return [
        *of("wrong", own(), file("a", b"x", checksum=b"000001\0 ")),
        *of("blank", own(), file("a", b"x", checksum=b" " * 8)),
        *of("signed", own(), file(name, b"x", checksum=b"%06o\0 " % signed)),
        *of("a bit of the name", own(), file("a", b"x", checksum=b"%06o\0 " % (sum(header) + 1))),
    ]


def truncated() -> list[Variant]:
    data = tar_of(*demo(), end=b"")
    cuts = {
        "in padding": data[:-100],
        "in data": data[: -BLOCK + 3],
        "in a header": data[: BLOCK // 2],
    }
    cuts["before data"] = tar_of(file("SKILL.md", SKILL), end=b"")[:BLOCK]
    return [
        variant
        for label, cut in cuts.items()
        for variant in (Variant(label, cut), Variant(f"{label}, gzip", gzip_of(cut)))
    ]


def trailing() -> list[Variant]:
    more = tar_of(file("x", b"x"))
    ends = {"ten KiB of zeros": END + bytes(10240), "a zero block": END + bytes(BLOCK)}
    bad = {"another archive": END + more, "text": END + b"end\n", "after zeros": END * 4 + b"\x01"}
    taken = [_ending(label, end) for label, end in ends.items()]
    refused = [_ending(label, end) for label, end in bad.items()]
    return [
        *(replace(variant, imported=DEMO) for pair in taken for variant in pair),
        *(variant for pair in refused for variant in pair),
    ]


def one_zero_block() -> list[Variant]:
    return [replace(variant, imported=DEMO) for variant in _ending("one", bytes(BLOCK))]


def _ending(label: str, end: bytes) -> tuple[Variant, Variant]:
    data = tar_of(*demo(), end=end)
    return Variant(label, data), Variant(f"{label}, gzip", gzip_of(data))


def attributes() -> list[Variant]:
    records: dict[str, Member] = {
        "xattr": pax(SCHILY__xattr__user__comment="x"),
        "bsdtar": pax(LIBARCHIVE__xattr__user__comment="eA=="),
        "ACL": pax(SCHILY__acl__access="user::rw-,group::r--,other::r--"),
        "SELinux": pax(RHT__security__selinux="unconfined_u:object_r:user_home_t:s0"),
    }
    first, second, third = demo()
    return [
        each
        for label, header in records.items()
        for each in of(label, first, header, second, third, imported=DEMO)
    ]


def gnu_long_name() -> list[Variant]:
    data = b"note"
    short = LONG.encode()[:100]
    return [
        *of(
            "longer than the field",
            own(),
            long_name(LONG.encode() + b"\0"),
            file(short, data, magic=GNU),
            imported=tree(**{LONG: data}),
        ),
        *of(
            "shorter than the field",
            own(),
            long_name(b"b.md\0"),
            file("a.md", data, magic=GNU),
            imported=tree(**{"b.md": data}),
        ),
    ]


def pax_path() -> list[Variant]:
    data = b"note"
    return [
        *of(
            "path and size",
            own(),
            pax(path=LONG, size=str(len(data))),
            file(LONG.encode()[:100], data),
            imported=tree(**{LONG: data}),
        ),
        *of(
            "an accent",
            own(),
            pax(path="caf\u00e9.md"),
            file("cafe.md", data),
            imported=tree(**{"caf\u00e9.md": data}),
        ),
    ]


def pax_other() -> list[Variant]:
    header = pax(
        mtime="1704164646.125",
        atime="1704164646.5",
        ctime="1704164646.25",
        uid="3000000",
        gid="3000000",
        uname="packer",
        gname="packer",
    )
    first, second, third = demo()
    return of("all of them", first, header, second, third, imported=DEMO)


CLASSES = {
    "tar-sparse": sparse,
    "tar-pax-size": pax_size,
    "tar-pax-on-longname": pax_on_long_name,
    "tar-pax-global": pax_global,
    "tar-pax-multi": pax_many,
    "tar-pax-nul": pax_nul,
    "tar-pax-len": pax_length,
    "tar-long-nul": long_name_nul,
    "tar-neg-size": sizes,
    "tar-checksum": checksums,
    "tar-truncated": truncated,
    "tar-trailing": trailing,
    "tar-one-zero": one_zero_block,
    "tar-xattr": attributes,
    "tar-gnu-longname": gnu_long_name,
    "tar-pax-path": pax_path,
    "tar-pax-other": pax_other,
}
