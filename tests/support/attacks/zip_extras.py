"""Extra fields of zip files: known, unknown, cut short, twice, and those that lie about zip64."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace

from attacks.variant import DEMO, Variant, guide, run, skill
from attacks.zip_layout import Entry, zip_of

SENTINEL = 0xFFFFFFFF


def extra(tag: int, data: bytes) -> bytes:
    return struct.pack("<2H", tag, len(data)) + data


def of(entry: Entry, label: str, codes: tuple[str, ...] = ()) -> Variant:
    """The demo skill with this entry in place of its guide; refused in both modes."""
    return Variant(label, zip_of(skill(), entry, run()), codes=codes)


def taken(entry: Entry, label: str) -> Variant:
    """The same, but import takes it."""
    return replace(of(entry, label), imported=DEMO)


def unicode_path() -> list[Variant]:
    name = guide().central.name
    right = struct.pack("<BI", 1, zlib.crc32(name))
    fields = {
        "the same name": right + name,
        "another name": right + b"references/evil.md",
        "a wrong CRC": struct.pack("<BI", 1, 1) + b"references/evil.md",
        "an unknown version": struct.pack("<BI", 2, zlib.crc32(name)) + b"x",
        "empty": b"",
    }
    both = [of(guide().both(extra=extra(0x7075, data)), label) for label, data in fields.items()]
    field = extra(0x7075, fields["another name"])
    return [
        *both,
        of(guide().in_local(extra=field), "in the local header alone"),
        of(guide().in_central(extra=field), "in the central record alone"),
        of(guide().both(extra=field, flags=0), "without the flag for UTF-8"),
    ]


def twice() -> list[Variant]:
    wide = extra(1, struct.pack("<2Q", 5, 5))
    path = extra(0x7075, struct.pack("<BI", 1, 0) + b"x")
    return [
        of(guide().both(extra=wide + wide), "two of zip64"),
        of(guide().both(extra=path + path), "two of a Unicode path"),
        of(guide().in_central(extra=wide + extra(0x5455, b"\0") + wide), "with one between"),
    ]


def overruns() -> list[Variant]:
    return [
        of(guide().both(extra=struct.pack("<2H", 0x5455, 100) + b"\0"), "longer than the field"),
        of(guide().both(extra=b"UT\x01"), "three bytes"),
        of(guide().in_central(extra=extra(0x5455, b"\0") + b"\0"), "a byte left over"),
        of(guide().in_local(extra=struct.pack("<2H", 0x5455, 1)), "one byte short, local"),
    ]


def zip64_lies() -> list[Variant]:
    entry = guide()
    sizes = struct.pack("<2Q", entry.local.size, entry.local.packed)
    return [
        of(entry.both(extra=extra(1, sizes), version=45), "a field that nothing asks for"),
        of(entry.in_central(extra=extra(1, sizes)), "the same, in one header"),
        of(entry.both(size=SENTINEL, version=45), "asked for, and missing"),
        of(entry.in_central(packed=SENTINEL), "asked for in one header, and missing"),
        of(
            entry.both(size=SENTINEL, extra=extra(1, struct.pack("<Q", 7)), version=45),
            "another size than inflates",
            codes=("zip_size_wrong", "zip64_used"),
        ),
    ]


def zip64_lengths() -> list[Variant]:
    entry = guide().both(size=SENTINEL, packed=SENTINEL, version=45)
    sizes = struct.pack("<4Q", guide().local.size, guide().local.packed, 0, 0)
    return [
        of(entry.both(extra=extra(1, sizes[:length])), f"{length} bytes")
        for length in (4, 12, 20, 32)
    ]


def known() -> list[Variant]:
    times = extra(0x5455, struct.pack("<Bi", 1, 1704164646))
    owner = extra(0x7875, b"\x01\x04" + struct.pack("<I", 1000) + b"\x04" + struct.pack("<I", 1000))
    windows = extra(0x000A, struct.pack("<I2H3Q", 0, 1, 24, 1, 2, 3))
    return [
        taken(guide().both(extra=times), "times"),
        taken(guide().both(extra=times + owner), "times and owner"),
        taken(guide().in_central(extra=windows), "times of Windows, central alone"),
        taken(
            guide()
            .in_local(extra=extra(0x5455, struct.pack("<B2i", 3, 1, 2)))
            .in_central(extra=times),
            "different lengths, as Info-ZIP writes them",
        ),
    ]


def unknown() -> list[Variant]:
    return [
        taken(guide().both(extra=extra(0x5855, bytes(8))), "old Unix"),
        taken(guide().both(extra=extra(0x9999, b"anything")), "never given out"),
        taken(guide().in_local(extra=extra(0xA11E, b"padding")), "local alone"),
        taken(guide().both(extra=extra(0x0000, b"")), "empty"),
    ]


CLASSES = {
    "zip-upath": unicode_path,
    "zip-dup-extra": twice,
    "zip-extra-trunc": overruns,
    "zip64-lie": zip64_lies,
    "zip64-extra-len": zip64_lengths,
    "zip-known-extra": known,
    "zip-extra-other": unknown,
}
