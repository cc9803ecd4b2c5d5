"""The zip64 end record and its locator: honest, and in every way that they can disagree."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from attacks.variant import Variant, demo, guide, run, skill
from attacks.zip_extras import SENTINEL, extra
from attacks.zip_layout import End, Zip, zip_of

FULL = End(here=0xFFFF, total=0xFFFF, size=SENTINEL, offset=SENTINEL)


@dataclass(frozen=True, slots=True)
class Wide:
    """The zip64 end record and the locator behind it; `None` stands for the truth."""

    length: int = 44
    disk: int = 0
    directory_disk: int = 0
    here: int = 3
    total: int = 3
    size: int | None = None
    offset: int | None = None
    more: bytes = b""
    between: bytes = b""
    locator_disk: int = 0
    place: int | None = None
    disks: int = 1
    without_record: bool = False
    without_locator: bool = False

    def records(self, start: int, size: int) -> bytes:
        own = struct.pack(
            "<4sQ2H2I4Q",
            b"PK\x06\x06",
            self.length,
            0x0314,
            45,
            self.disk,
            self.directory_disk,
            self.here,
            self.total,
            size if self.size is None else self.size,
            start if self.offset is None else self.offset,
        )
        place = start + size if self.place is None else self.place
        locator = struct.pack("<4sIQI", b"PK\x06\x07", self.locator_disk, place, self.disks)
        record = b"" if self.without_record else own + self.more
        return record + self.between + (b"" if self.without_locator else locator)


def archive(wide: Wide, end: End = FULL) -> bytes:
    """The demo skill with zip64 records between its directory and its end record."""
    start = sum(len(entry.local.local() + entry.payload) for entry in demo())
    size = sum(len(entry.record(0)) for entry in demo())
    return Zip(demo(), after_directory=wide.records(start, size), end=end).bytes()


def lies() -> list[Variant]:
    variants = {
        "another count": Wide(here=2, total=2),
        "this disk and total differ": Wide(here=2),
        "another size": Wide(size=1),
        "another offset": Wide(offset=1),
        "an offset beyond 2^63": Wide(offset=1 << 63),
        "on another disk": Wide(disk=1),
        "directory on another disk": Wide(directory_disk=1),
        "extensible data": Wide(length=44 + 8, more=b"extended"),
        "a length that lies": Wide(length=1 << 40),
        "a gap before the locator": Wide(between=b"gap"),
        "a locator that points elsewhere": Wide(place=0),
        "a locator that points beyond": Wide(place=1 << 62),
        "a locator on another disk": Wide(locator_disk=1),
        "two disks": Wide(disks=2),
        "no disk": Wide(disks=0),
        "no locator": Wide(without_locator=True),
        "no record": Wide(without_record=True),
    }
    return [
        *(Variant(label, archive(wide)) for label, wide in variants.items()),
        Variant("the end record says something else", archive(Wide(), End(total=2, here=2))),
        Variant("sentinels and no zip64 records", zip_of(*demo(), end=FULL)),
    ]


def honest() -> dict[str, bytes]:
    """Archives whose zip64 fields are true: strict refuses them, import takes them as `DEMO`."""
    entry = guide()
    sizes = extra(1, struct.pack("<2Q", entry.local.size, entry.local.packed))
    wide = entry.both(size=SENTINEL, packed=SENTINEL, extra=sizes, version=45)
    position = len(skill().local.local() + skill().payload)
    place = extra(1, struct.pack("<Q", position))
    placed = replace(entry.in_central(extra=place, version=45), offset=SENTINEL)
    return {
        "records with every sentinel": archive(Wide()),
        "sizes of an entry": zip_of(skill(), wide, run()),
        "offset of an entry": zip_of(skill(), placed.in_local(version=45), run()),
    }


CLASSES = {"zip-eocd64": lies}
