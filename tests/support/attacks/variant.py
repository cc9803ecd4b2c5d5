"""One archive of a class, and what reading it must give; and the small skill that most hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from attacks.zip_layout import PROGRAM, Entry, deflated, stored

Files = dict[str, tuple[bytes, bool]]
"""A tree: path to content and whether it is executable."""

SKILL = b"---\nname: demo\ndescription: Sorts words.\n---\n# Demo\n"
GUIDE = b"# Guide\n" + b"Sort, then merge. " * 8
RUN = b"#!/bin/sh\necho sorted\n"
DEMO: Files = {
    "SKILL.md": (SKILL, False),
    "references/guide.md": (GUIDE, False),
    "scripts/run.sh": (RUN, True),
}


@dataclass(frozen=True, slots=True)
class Variant:
    """One archive of a class.

    Attributes:
        label: What is particular of it.
        data: The archive.
        strict: The tree that strict reads; `None` where it must refuse.
        imported: The tree that import reads; `None` where it must refuse.
        codes: By which codes it may be refused, where another rule than that of the class comes
            first; empty where it must be the code of the class.
    """

    label: str
    data: bytes = field(repr=False)
    strict: Files | None = field(default=None, repr=False)
    imported: Files | None = field(default=None, repr=False)
    codes: tuple[str, ...] = ()


def skill() -> Entry:
    return stored("SKILL.md", SKILL)


def guide() -> Entry:
    return deflated("references/guide.md", GUIDE)


def run() -> Entry:
    return stored("scripts/run.sh", RUN, attributes=PROGRAM)


def demo() -> list[Entry]:
    """The entries of `DEMO` in canonical order, one of them deflated."""
    return [skill(), guide(), run()]


def tree(**files: bytes) -> Files:
    """`SKILL.md` and further plain files."""
    return {"SKILL.md": (SKILL, False), **{path: (data, False) for path, data in files.items()}}
