"""Zip files whose two headers of one file disagree, or agree on what is not so."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace

from attacks.variant import DEMO, GUIDE, Variant, demo, guide, run, skill
from attacks.zip_layout import Entry, deflate, deflated, stored, zip_of


def of(entry: Entry, label: str, codes: tuple[str, ...] = ()) -> Variant:
    """The demo skill with this entry in place of its guide; refused in both modes."""
    return Variant(label, zip_of(skill(), entry, run()), codes=codes)


def name_differs() -> list[Variant]:
    return [
        of(guide().in_local(name=b"references/other.md"), "another local name"),
        of(guide().in_central(name=b"references/guide.MD"), "another central case"),
        of(guide().in_local(name=b"references/guide.md~"), "a longer local name"),
        of(guide().in_local(name=b"../../x"), "a local name that leads out"),
    ]


def size_differs() -> list[Variant]:
    entry = guide()
    size, packed = entry.local.size, entry.local.packed
    return [
        of(entry.in_local(size=size + 1), "a larger local size"),
        of(entry.in_central(size=size - 1), "a smaller central size"),
        of(entry.in_local(packed=packed - 1), "a smaller local packed size"),
        of(entry.in_local(size=0, packed=0), "no local sizes, and no descriptor"),
    ]


def method_differs() -> list[Variant]:
    plain = stored("references/guide.md", GUIDE)
    return [
        of(plain.in_local(method=8), "deflated here, stored there"),
        of(guide().in_central(method=0), "stored there, deflated here"),
    ]


def crc_differs() -> list[Variant]:
    return [of(guide().in_local(crc=1), "local"), of(guide().in_central(crc=1), "central")]


def flags_differ() -> list[Variant]:
    return [
        of(guide().in_local(flags=0x0802), "a level in the local header"),
        of(guide().in_central(flags=0x0806), "a level in the central record"),
        of(guide().in_central(flags=0x0808), "a descriptor announced in one"),
    ]


def time_differs() -> list[Variant]:
    return [
        of(guide().in_local(time=1), "local time"),
        of(guide().in_central(date=0x0022), "central date"),
    ]


def crc_wrong() -> list[Variant]:
    crc = zlib.crc32(GUIDE)
    return [
        of(guide().both(crc=crc ^ 1), "of a deflated file"),
        of(stored("references/guide.md", GUIDE).both(crc=0), "of a stored file"),
        of(replace(stored("references/x", b"right"), payload=b"wrong"), "a byte changed"),
    ]


def size_wrong() -> list[Variant]:
    size = len(GUIDE)
    return [
        of(guide().both(size=size + 1), "one byte too few inflated"),
        of(guide().both(size=size - 1), "one byte too many inflated"),
        of(guide().both(size=0), "declared empty"),
        of(deflated("references/x", b"").both(size=10), "nothing inflated"),
        of(deflated("references/x", bytes(100 << 20)).both(size=10), "ten bytes that are 100 MiB"),
    ]


def trailing_after_deflate() -> list[Variant]:
    payload = deflate(GUIDE)
    name = "references/guide.md"
    return [
        of(deflated(name, GUIDE, payload + b"\0"), "one zero byte"),
        of(deflated(name, GUIDE, payload + b"hidden"), "hidden bytes"),
        of(deflated(name, GUIDE, payload + payload), "a second stream"),
    ]


def stored_sizes() -> list[Variant]:
    plain = stored("references/guide.md", GUIDE)
    return [
        of(plain.both(size=len(GUIDE) + 1), "a larger size"),
        of(plain.both(size=0), "declared empty"),
        of(plain.both(packed=len(GUIDE) - 1), "a smaller packed size"),
    ]


def described(*, signed: bool, wide: bool, **lies: int) -> Entry:
    """The guide with its sizes in a descriptor behind its bytes; `lies` change that alone."""
    entry = guide().both(flags=0x0808)
    truth = {"crc": entry.local.crc, "packed": entry.local.packed, "size": entry.local.size}
    values = {**truth, **lies}.values()
    descriptor = (b"PK\x07\x08" if signed else b"") + struct.pack(
        "<I2Q" if wide else "<3I", *values
    )
    return replace(entry.in_local(crc=0, packed=0, size=0), after=descriptor)


def descriptors() -> list[Variant]:
    good = [
        Variant(
            f"{'with' if signed else 'without'} signature, {64 if wide else 32} bit",
            zip_of(skill(), described(signed=signed, wide=wide), run()),
            imported=DEMO,
        )
        for signed in (True, False)
        for wide in (True, False)
    ]
    shifted = described(signed=True, wide=False)
    moved = replace(shifted, after=b"\0" + shifted.after)
    missing = replace(shifted, after=b"")
    lies = {"crc": 1, "packed": 3, "size": 5}
    return [
        *good,
        *(
            of(described(signed=True, wide=False, **{key: lie}), f"{key} differs")
            for key, lie in lies.items()
        ),
        of(described(signed=False, wide=True, size=1), "size differs, 64 bit"),
        of(moved, "a byte before it"),
        of(missing, "announced and missing"),
    ]


def encrypted() -> list[Variant]:
    locked = replace(guide(), payload=bytes(12) + guide().payload)
    locked = locked.both(flags=0x0801, packed=len(locked.payload))
    return [
        of(locked, "twelve bytes of header"),
        of(stored("x", b"x").both(flags=0x0801), "the bit alone"),
    ]


def strongly_encrypted() -> list[Variant]:
    return [
        of(guide().both(flags=0x0841), "bits 0 and 6"),
        of(guide().both(flags=0x0840), "bit 6 alone"),
        of(guide().both(flags=0x2800), "masked headers"),
    ]


def patched() -> list[Variant]:
    return [of(guide().both(flags=0x0820), "bit 5")]


def methods() -> list[Variant]:
    numbers = {
        1: "shrink",
        6: "implode",
        9: "deflate64",
        12: "bzip2",
        14: "lzma",
        93: "zstd",
        99: "aes",
    }
    return [of(guide().both(method=number), name) for number, name in numbers.items()]


def versions() -> list[Variant]:
    needed = {21: "2.1", 45: "4.5 without zip64", 46: "4.6", 63: "6.3", 255: "25.5"}
    return [of(guide().both(version=number), name) for number, name in needed.items()]


def order() -> list[Variant]:
    first, second, third = demo()
    return [
        Variant(
            "directory reversed",
            zip_of(first, second, third, directory=[third, second, first]),
            imported=DEMO,
        ),
        Variant(
            "local headers reversed",
            zip_of(third, second, first, directory=[first, second, third]),
            imported=DEMO,
        ),
        Variant("both, not as packages are", zip_of(third, first, second), imported=DEMO),
    ]


CLASSES = {
    "zip-name-mismatch": name_differs,
    "zip-size-mismatch": size_differs,
    "zip-method-mismatch": method_differs,
    "zip-crc-mismatch": crc_differs,
    "zip-flag-mismatch": flags_differ,
    "zip-time-mismatch": time_differs,
    "zip-crc-wrong": crc_wrong,
    "zip-size-wrong": size_wrong,
    "zip-deflate-trailing": trailing_after_deflate,
    "zip-stored-size": stored_sizes,
    "zip-dd": descriptors,
    "zip-enc": encrypted,
    "zip-strong-enc": strongly_encrypted,
    "zip-patched": patched,
    "zip-method": methods,
    "zip-version": versions,
    "zip-order": order,
}
