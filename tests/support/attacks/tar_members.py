"""Tar files by their members: names, links, devices, duplicates, folders, modes."""

from __future__ import annotations

from dataclasses import replace

from attacks.tar_layout import GNU, Member, file, folder, gzip_of, link, tar_of
from attacks.variant import DEMO, GUIDE, RUN, SKILL, Files, Variant, tree


def own() -> Member:
    return file("SKILL.md", SKILL)


def demo(prefix: str = "") -> list[Member]:
    """The members of `DEMO`, below a prefix."""
    return [
        file(f"{prefix}SKILL.md", SKILL),
        file(f"{prefix}references/guide.md", GUIDE),
        file(f"{prefix}scripts/run.sh", RUN, mode=0o755),
    ]


def of(
    label: str, *members: Member, imported: Files | None = None, codes: tuple[str, ...] = ()
) -> list[Variant]:
    """The archive as plain tar and as tar.gz: one rule for both."""
    data = tar_of(*members)
    return [
        Variant(label, data, imported=imported, codes=codes),
        Variant(f"{label}, gzip", gzip_of(data), imported=imported, codes=codes),
    ]


def named(*names: str | bytes) -> list[Variant]:
    return [each for name in names for each in of(repr(name), own(), file(name, b"x"))]


def traversal() -> list[Variant]:
    return [
        *named("../x", "a/../../x", "..", "./../x"),
        *of("in the prefix field", own(), file("x", b"x", prefix=b"../..")),
    ]


def absolute() -> list[Variant]:
    return [
        *named("/x", "/etc/passwd", "//x"),
        *of("in the prefix field", own(), file("x", b"x", prefix=b"/etc")),
    ]


def link_then_write() -> list[Variant]:
    return [
        *of("out of the skill", own(), link("a", "/elsewhere"), file("a/x", b"x")),
        *of("upward", own(), link("a", "../.."), file("a/x", b"x")),
        *of("of the same name", own(), link("a", "/elsewhere/x"), file("a", b"x")),
        *of("inside", *demo(), link("b", "references"), file("b/x", b"x")),
    ]


def link_chain() -> list[Variant]:
    deep, steps = "d" * 90, "abcdefghijklmnop"
    members: list[Member] = []
    path = ""
    for step in steps:
        members += [folder(f"{path}{deep}/"), link(f"{path}{step}", deep)]
        path += f"{step}/"
    last = link(f"{path}{'l' * 60}", "../" * len(steps))
    return of("sixteen links and a way up", own(), *members, last, file("x", b"x"))


def hard_link_out() -> list[Variant]:
    return [
        *of("upward", own(), link("a", "../../x", hard=True), file("a", b"x")),
        *of("absolute", own(), link("a", "/etc/passwd", hard=True)),
    ]


def hard_link_in() -> list[Variant]:
    return of("of the skill file", *demo(), link("copy.md", "SKILL.md", hard=True))


def twice() -> list[Variant]:
    return [
        *of("two contents", own(), file("x", b"first"), file("x", b"second")),
        *of("one content", own(), file("x", b"same"), file("x", b"same")),
        *of("with and without a dot", own(), file("x", b"first"), file("./x", b"second")),
        *of("the skill file", own(), own()),
    ]


def folder_over_link() -> list[Variant]:
    return of("chmod outside", own(), link("a", "/elsewhere"), folder("a/", mode=0o777))


def devices() -> list[Variant]:
    kinds = {"character": b"3", "block": b"4", "FIFO": b"6"}
    return [
        each for label, kind in kinds.items() for each in of(label, own(), file("a", kind=kind))
    ]


def special_bits() -> list[Variant]:
    plain = {path: (data, False) for path, (data, _) in DEMO.items()}
    first, second, third = demo()
    bits = {"setuid": 0o4755, "setgid": 0o2755, "sticky": 0o1755, "all": 0o7777}
    return [
        *(
            each
            for label, mode in bits.items()
            for each in of(label, first, second, replace(third, mode=mode), imported=DEMO)
        ),
        *of("setuid, not executable", first, second, replace(third, mode=0o4644), imported=plain),
    ]


def unknown_types() -> list[Variant]:
    kinds = {"contiguous": b"7", "volume label": b"V", "dump folder": b"D", "multi-volume": b"M"}
    kinds |= {"old long name": b"N", "Solaris ACL": b"A", "never given out": b"Z", "high": b"\xff"}
    return [
        each
        for label, kind in kinds.items()
        for each in of(label, own(), file("a", b"x", kind=kind))
    ]


def not_utf8() -> list[Variant]:
    return named(b"caf\xe9.md", b"a\xc0\xafb", b"a\xed\xa0\x80b")


def dotted() -> list[Variant]:
    return [
        *of("each name", *demo("./"), imported=DEMO),
        *of("and the folder itself", folder("./"), *demo("./"), imported=DEMO),
        *of("the folder without its slash", folder("."), *demo("./"), imported=DEMO),
    ]


def folders() -> list[Variant]:
    first, second, third = demo()
    return [
        *of("with a slash", first, folder("references/"), second, third, imported=DEMO),
        *of("without a slash", first, folder("references"), second, third, imported=DEMO),
        *of("of an empty folder", *demo(), folder("templates/"), imported=DEMO),
        *of("after its files", first, second, folder("references/"), third, imported=DEMO),
    ]


def wrapper() -> list[Variant]:
    return [
        *of("alone", *demo("demo-1.0.0/"), imported=DEMO),
        *of("with its folder", folder("demo-1.0.0/"), *demo("demo-1.0.0/"), imported=DEMO),
        *of("below a dot", folder("./"), folder("./demo/"), *demo("./demo/"), imported=DEMO),
    ]


def modes() -> list[Variant]:
    first, second, third = demo()
    return [
        each
        for plain, program in [(0o600, 0o700), (0o664, 0o775), (0o444, 0o555), (0, 0o100)]
        for each in of(
            f"{plain:o} and {program:o}",
            replace(first, mode=plain),
            replace(second, mode=plain),
            replace(third, mode=program),
            imported=DEMO,
        )
    ]


def gnu_prefix() -> list[Variant]:
    """Old GNU headers keep times where POSIX has the prefix; it is no part of the name."""
    times = b"14544463246\x0014544463246\0"
    first, second, third = (replace(member, magic=GNU, prefix=times) for member in demo())
    return [
        *of("times", first, second, third, imported=DEMO),
        *of("a way out", own(), file("x", b"x", magic=GNU, prefix=b"../.."), imported=tree(x=b"x")),
    ]


CLASSES = {
    "tar-traversal": traversal,
    "tar-absolute": absolute,
    "tar-symlink-write": link_then_write,
    "tar-symlink-chain": link_chain,
    "tar-hardlink-out": hard_link_out,
    "tar-hardlink-in": hard_link_in,
    "tar-dup": twice,
    "tar-dir-over-link": folder_over_link,
    "tar-device": devices,
    "tar-setuid": special_bits,
    "tar-unknown-type": unknown_types,
    "tar-nonutf8": not_utf8,
    "tar-dot-prefix": dotted,
    "tar-dir-entry": folders,
    "tar-wrapper": wrapper,
    "tar-modes": modes,
    "tar-oldgnu-prefix": gnu_prefix,
}
