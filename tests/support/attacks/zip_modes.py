"""What zip files say of a file beside its bytes: modes, hosts, attributes and dates."""

from __future__ import annotations

from dataclasses import replace

from attacks.variant import DEMO, GUIDE, Variant, demo, guide, run, skill
from attacks.zip_layout import Entry, stored, zip_of

PLAIN = {path: (data, False) for path, (data, _) in DEMO.items()}


def of_mode(mode: int) -> Entry:
    return replace(run(), attributes=mode << 16)


def links() -> list[Variant]:
    outward = stored("link", b"/etc/passwd", attributes=0o120777 << 16)
    program = replace(run(), attributes=0o120755 << 16)
    folder = stored("link/", b"", attributes=0o120777 << 16)
    return [
        Variant("out of the skill", zip_of(skill(), outward)),
        Variant("a file's bytes as its target", zip_of(skill(), guide(), program)),
        Variant("then a file through it", zip_of(skill(), outward, stored("link/x", b"x"))),
        Variant("with a slash at its end", zip_of(skill(), folder)),
    ]


def devices() -> list[Variant]:
    kinds = {"FIFO": 0o010644, "character": 0o020644, "block": 0o060644, "socket": 0o140644}
    return [
        Variant(label, zip_of(skill(), guide(), of_mode(mode))) for label, mode in kinds.items()
    ]


def special_bits() -> list[Variant]:
    bits = {"setuid": 0o104755, "setgid": 0o102755, "sticky": 0o101755, "all": 0o107777}
    return [
        *(
            Variant(label, zip_of(skill(), guide(), of_mode(mode)), imported=DEMO)
            for label, mode in bits.items()
        ),
        Variant("setuid, not executable", zip_of(*demo()[:2], of_mode(0o104644)), imported=PLAIN),
    ]


def folders_with_data() -> list[Variant]:
    mode = 0o40755 << 16
    return [
        Variant("stored", zip_of(skill(), stored("references/", GUIDE, attributes=mode))),
        Variant("one byte", zip_of(skill(), stored("references/", b"x", attributes=0x10))),
        Variant("by mode of a file", zip_of(skill(), stored("references/", b"x"))),
    ]


def other_hosts() -> list[Variant]:
    fat, ntfs, amiga = 0x0014, 0x0A14, 0x0114
    archived, label, read_only = 0x20, 0x08, 0x01
    made = {
        "FAT": (fat, archived),
        "FAT, read only": (fat, archived | read_only),
        "FAT, a volume label": (fat, label),
        "FAT with Unix modes, which it has not": (fat, (0o100755 << 16) | archived),
        "NTFS": (ntfs, archived),
        "Amiga": (amiga, 0),
    }
    variants = []
    for name, (made_by, attributes) in made.items():
        entries = [replace(entry, made_by=made_by, attributes=attributes) for entry in demo()]
        variants.append(Variant(name, zip_of(*entries), imported=PLAIN))
    return variants


def dates() -> list[Variant]:
    fields = {
        "month 0": {"date": 0x0001},
        "month 15": {"date": 0x01E1},
        "day 0": {"date": 0x0020},
        "all bits": {"date": 0xFFFF, "time": 0xFFFF},
        "second 62": {"time": 0x001F},
        "none": {"date": 0, "time": 0},
    }
    return [
        Variant(label, zip_of(*(entry.both(**field) for entry in demo())), imported=DEMO)
        for label, field in fields.items()
    ]


def foreign_modes() -> dict[str, bytes]:
    """Modes that others write; import takes each as `DEMO`."""
    modes = {"0700 and 0600": (0o100700, 0o100600), "no file type": (0o755, 0o644)}
    modes |= {"group may write": (0o100775, 0o100664), "any x bit": (0o100654, 0o100444)}
    return {
        label: zip_of(
            replace(skill(), attributes=plain << 16),
            replace(guide(), attributes=plain << 16),
            of_mode(program),
        )
        for label, (program, plain) in modes.items()
    }


CLASSES = {
    "zip-symlink": links,
    "zip-device": devices,
    "zip-setuid": special_bits,
    "zip-dir-data": folders_with_data,
    "zip-dosattr": other_hosts,
    "zip-time": dates,
}
