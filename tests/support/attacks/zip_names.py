"""Names in zip files that lead astray, or that two readers take for two things."""

from __future__ import annotations

from attacks.variant import DEMO, GUIDE, RUN, SKILL, Variant, demo, guide, skill, tree
from attacks.zip_layout import PROGRAM, deflated, stored, zip_of


def named(*names: bytes, codes: tuple[str, ...] = ()) -> list[Variant]:
    """An archive for each name, which is refused in both modes."""
    return [Variant(repr(name), zip_of(skill(), stored(name, b"x")), codes=codes) for name in names]


def together(*names: bytes, codes: tuple[str, ...] = ()) -> Variant:
    """One archive of files with all these names, beside `SKILL.md`."""
    entries = [stored(name, bytes([number])) for number, name in enumerate(names)]
    return Variant(b" + ".join(names).decode("latin-1"), zip_of(skill(), *entries), codes=codes)


def traversal() -> list[Variant]:
    return named(b"../x", b"a/../../x", b"a/../x", b"..", b"a/..", b".../x")


def absolute() -> list[Variant]:
    return named(b"/x", b"/etc/passwd", b"//server/share/x")


def backslash() -> list[Variant]:
    return named(
        b"..\\x", b"references\\guide.md", b"a\\..\\..\\x", b"\\x", b"\\\\server\\share\\x"
    )


def drive() -> list[Variant]:
    return named(b"C:x", b"C:/x", b"c:", b"x:stream", b"x::$DATA")


def nul() -> list[Variant]:
    return named(b"x\0", b"SKILL.md\0.txt", b"\0", b"a\0b/c")


def control() -> list[Variant]:
    return named(*(b"a%cb" % character for character in (*range(1, 32), 127)))


def not_utf8() -> list[Variant]:
    text = "references/caf\u00e9.md"
    unflagged = zip_of(skill(), stored(text, b"x").both(flags=0))
    return [
        Variant("UTF-8 without the flag", unflagged, imported=tree(**{text: b"x"})),
        Variant("code page 437", zip_of(skill(), stored(b"caf\x82.md", b"x").both(flags=0))),
        Variant("flagged, and no UTF-8", zip_of(skill(), stored(b"caf\xe9.md", b"x"))),
        Variant("overlong slash", zip_of(skill(), stored(b"a\xc0\xafb", b"x"))),
        Variant("a surrogate", zip_of(skill(), stored(b"a\xed\xa0\x80b", b"x"))),
    ]


def flag_differs() -> list[Variant]:
    plain, special = stored("x", b"x"), stored("caf\u00e9", b"x")
    return [
        Variant("clear in the local header", zip_of(skill(), plain.in_local(flags=0))),
        Variant("clear in the central record", zip_of(skill(), plain.in_central(flags=0))),
        Variant("of a name with an accent", zip_of(skill(), special.in_local(flags=0))),
    ]


def twice_in_directory() -> list[Variant]:
    first, second = stored("x", b"first"), stored("x", b"second")
    alike = stored("x", b"same")
    return [
        Variant("two contents", zip_of(skill(), first, second)),
        Variant("one content twice", zip_of(skill(), stored("x", b"same"), alike)),
        Variant(
            "two records of one entry", zip_of(skill(), alike, directory=[skill(), alike, alike])
        ),
        Variant("the skill file", zip_of(skill(), stored("SKILL.md", b"other"))),
    ]


def twice_in_local_headers() -> list[Variant]:
    own, first, second = skill(), stored("x", b"first"), stored("x", b"second")
    return [
        Variant("listed first", zip_of(own, first, second, directory=[own, first])),
        Variant("listed last", zip_of(own, first, second, directory=[own, second])),
    ]


def same_when_cleaned() -> list[Variant]:
    return [together(b"a/b", other) for other in (b"./a/b", b"a/./b", b"a//b", b"a/c/../b")]


def same_when_folded() -> list[Variant]:
    pairs = [
        ("README.md", "readme.md"),
        ("Docs/a.md", "docs/b.md"),
        ("STRASSE", "stra\u00dfe"),
        ("\u03c2.md", "\u03c3.md"),
    ]
    return [together(*(name.encode() for name in pair)) for pair in pairs] + [
        Variant("skill file", zip_of(skill(), stored("skill.md", SKILL)))
    ]


def file_and_folder() -> list[Variant]:
    folder = stored("a/", attributes=0o40755 << 16)
    return [
        together(b"a", b"a/b"),
        together(b"a", b"a.b", b"a/b/c"),
        Variant("file and folder entry", zip_of(skill(), stored("a", b"x"), folder)),
        Variant("folder entry and file", zip_of(skill(), folder, stored("a", b"x"))),
    ]


def decomposed() -> list[Variant]:
    name = "cafe\u0301.md".encode()
    return [
        *named(name),
        Variant("without the flag", zip_of(skill(), stored(name, b"x").both(flags=0))),
    ]


def wrapper() -> list[Variant]:
    wrapped = [
        stored("demo-1.0.0/SKILL.md", SKILL),
        deflated("demo-1.0.0/references/guide.md", GUIDE),
        stored("demo-1.0.0/scripts/run.sh", RUN, attributes=PROGRAM),
    ]
    folder = stored("demo-1.0.0/", attributes=0o40755 << 16)
    return [
        Variant("alone", zip_of(*wrapped), imported=DEMO),
        Variant("with its folder entry", zip_of(folder, *wrapped), imported=DEMO),
    ]


def junk() -> list[Variant]:
    names = [".DS_Store", "Thumbs.db", "__MACOSX/._SKILL.md", "__MACOSX/references/._guide.md"]
    junk = [stored(name, b"junk") for name in names]
    own = [skill(), *junk, guide(), demo()[2]]
    ordered = [own[0], *sorted(own[1:], key=lambda entry: entry.local.name)]
    kept = {**DEMO, **dict.fromkeys(names, (b"junk", False))}
    beside = [stored("demo/SKILL.md", SKILL), stored("__MACOSX/demo/._SKILL.md", b"junk")]
    return [
        Variant("in order", zip_of(*ordered), strict=kept, imported=DEMO),
        Variant("beside a wrapper", zip_of(*beside), imported=tree(), codes=("zip_wrapper",)),
    ]


def folder_entry() -> list[Variant]:
    folder = stored("references/", attributes=(0o40755 << 16) | 0x10)
    first, second, third = demo()
    return [
        Variant("canonical but for it", zip_of(first, folder, second, third), imported=DEMO),
        Variant(
            "of an empty folder",
            zip_of(*demo(), stored("templates/", attributes=0x10)),
            imported=DEMO,
        ),
    ]


CLASSES = {
    "zip-traversal": traversal,
    "zip-absolute": absolute,
    "zip-backslash": backslash,
    "zip-drive": drive,
    "zip-nul": nul,
    "zip-ctl": control,
    "zip-nonutf8": not_utf8,
    "zip-bit11-differs": flag_differs,
    "zip-dup-cd": twice_in_directory,
    "zip-dup-lfh": twice_in_local_headers,
    "zip-dup-canon": same_when_cleaned,
    "zip-dup-case": same_when_folded,
    "zip-file-and-dir": file_and_folder,
    "zip-nfd": decomposed,
    "zip-wrapper": wrapper,
    "zip-junk": junk,
    "zip-dir-entry": folder_entry,
}
