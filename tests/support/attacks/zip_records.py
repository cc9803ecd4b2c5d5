"""Zip files whose end records, directory and bytes in between tell two stories."""

from __future__ import annotations

import struct
from dataclasses import replace

from attacks.variant import DEMO, GUIDE, Variant, demo, guide, run, skill
from attacks.zip_layout import End, Entry, deflate, deflated, stored, zip_of

END = End()


def archive(label: str, **changes: object) -> Variant:
    """The demo skill in an archive with these changes of `Zip`; refused in both modes."""
    return Variant(label, zip_of(*demo(), **changes))


def orphan_local() -> list[Variant]:
    first, second, third = demo()
    hidden = stored("hidden.md", b"hidden")
    listed = [first, second, third]
    return [
        Variant("in the middle", zip_of(first, hidden, second, third, directory=listed)),
        Variant("at the end", zip_of(first, second, third, hidden, directory=listed)),
        Variant("at the start", zip_of(hidden, first, second, third, directory=listed)),
    ]


def orphan_record() -> list[Variant]:
    ghost = stored("ghost.md", b"ghost")
    inside = replace(ghost, offset=40)
    beyond = replace(ghost, offset=1 << 30)
    return [
        Variant("into a file's bytes", zip_of(*demo(), directory=[*demo_again(), inside])),
        Variant("beyond the file", zip_of(*demo(), directory=[*demo_again(), beyond])),
    ]


def demo_again() -> list[Entry]:
    """The records of the demo skill with the offsets that its entries have."""
    places, position = [], 0
    for entry in demo():
        places.append(replace(entry, offset=position))
        position += len(entry.local.local() + entry.payload)
    return places


def many_ends() -> list[Variant]:
    empty = End().record(0, 0, 0)
    inner = zip_of(stored("SKILL.md", b"other"))
    return [
        archive("one in the comment", end=End(comment=empty)),
        archive("a whole archive in the comment", end=End(comment=inner)),
        archive("one in the comment that does not reach the end", end=End(comment=empty + b"xx")),
    ]


def end_comment() -> list[Variant]:
    texts = {"text": b"made by hand", "a commit": b"0" * 40, "64 KiB": b"x" * 65535}
    return [
        Variant(label, zip_of(*demo(), end=End(comment=text)), imported=DEMO)
        for label, text in texts.items()
    ]


def record_comment() -> list[Variant]:
    record = guide().record(0)
    return [
        Variant("text", zip_of(skill(), replace(guide(), comment=b"note"), run())),
        Variant("a central record", zip_of(skill(), replace(guide(), comment=record), run())),
    ]


def counts() -> list[Variant]:
    empty = [stored(f"f{number:05}") for number in range(65537)]
    return [
        archive("one too few", end=End(here=2, total=2)),
        archive("one too many", end=End(here=4, total=4)),
        archive("none", end=End(here=0, total=0)),
        archive("this disk and total differ", end=End(here=2)),
        archive("total differs", end=End(total=2)),
        Variant("modulo 65,536", zip_of(*empty, end=End(here=1, total=1))),
    ]


def directory_bounds() -> list[Variant]:
    size = sum(len(entry.record(0)) for entry in demo())
    start = sum(len(entry.local.local() + entry.payload) for entry in demo())
    return [
        archive("size one more", end=End(size=size + 1)),
        archive("size one less", end=End(size=size - 1)),
        archive("offset one more", end=End(offset=start + 1)),
        archive("offset one less", end=End(offset=start - 1)),
        archive("offset zero", end=End(offset=0)),
        archive("size beyond the file", end=End(size=1 << 31)),
        archive("offset beyond the file", end=End(offset=0xFFFFFFF0)),
        archive("bytes before the end record", after_directory=b"x"),
    ]


def prefix() -> list[Variant]:
    return [
        archive("a script", prefix=b"#!/bin/sh\n"),
        archive("an image", prefix=b"\x89PNG\r\n\x1a\n" + bytes(50)),
        Variant("offsets that do not count it", b"MZ" + zip_of(*demo())),
        Variant("another archive", zip_of(stored("SKILL.md", b"other")) + zip_of(*demo())),
    ]


def trailing() -> list[Variant]:
    return [archive("text", suffix=b"end\n"), archive("zeros", suffix=bytes(512))]


def gaps() -> list[Variant]:
    first, second, third = demo()
    return [
        Variant("between entries", zip_of(first, replace(second, after=b"gap"), third)),
        Variant("one zero byte", zip_of(replace(first, after=b"\0"), second, third)),
        Variant("before the directory", zip_of(first, second, third, before_directory=bytes(16))),
    ]


def overlaps() -> list[Variant]:
    inner = deflated("b.txt", GUIDE)
    quoted = inner.local.local()
    block = struct.pack("<B2H", 0, len(quoted), len(quoted) ^ 0xFFFF) + quoted
    outer = deflated("a.txt", quoted + GUIDE, block + deflate(GUIDE))
    start = len(skill().local.local() + skill().payload)
    place = start + len(outer.local.local()) + len(block) - len(quoted)
    listed = [skill(), replace(outer, offset=start), replace(inner, offset=place)]
    same = stored("a.txt", b"same")
    other = replace(stored("b.txt", b"same"), offset=start)
    return [
        Variant("a header quoted in another's bytes", zip_of(skill(), outer, directory=listed)),
        Variant(
            "two names for one range",
            zip_of(skill(), same, directory=[skill(), same, other]),
            codes=("zip_name_mismatch",),
        ),
    ]


def disks() -> list[Variant]:
    return [
        archive("of the end record", end=End(disk=1)),
        archive("of the directory", end=End(directory_disk=1)),
        Variant("of an entry", zip_of(skill(), replace(guide(), disk=1), run())),
    ]


def signatures() -> list[Variant]:
    signature = b"PK\x05\x05" + struct.pack("<H", 4) + b"sign"
    extra_data = b"PK\x06\x08" + struct.pack("<I", 4) + b"data"
    size = sum(len(entry.record(0)) for entry in demo())
    return [
        archive("a signature", after_directory=signature),
        archive(
            "a signature counted in the directory",
            after_directory=signature,
            end=End(size=size + len(signature)),
        ),
        archive("extra data", before_directory=extra_data),
    ]


CLASSES = {
    "zip-orphan-lfh": orphan_local,
    "zip-orphan-cd": orphan_record,
    "zip-eocd-many": many_ends,
    "zip-eocd-comment": end_comment,
    "zip-cd-comment": record_comment,
    "zip-eocd-count": counts,
    "zip-cd-size": directory_bounds,
    "zip-prefix": prefix,
    "zip-trailing": trailing,
    "zip-gap": gaps,
    "zip-overlap": overlaps,
    "zip-multidisk": disks,
    "zip-cd-sig": signatures,
}
