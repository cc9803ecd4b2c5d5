"""The proof of a conflict, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Claim", "ConflictFact", "Derivation", "FactKind", "Premise", "Suggestion"]

FactKind = Literal[
    "requires",
    "optional_constraint",
    "no_candidate",
    "prerelease_excluded",
    "cycle",
    "root",
    "locked",
    "yanked",
]


@dataclass(frozen=True, slots=True)
class ConflictFact:
    """One thing that the catalog, the caller or a lock says.

    Version texts ascend in total order.

    Attributes:
        kind: What kind of statement it is. No proof rests on `locked`, which is context.
        id: The package that requires; empty where the caller or nobody does.
        versions: The versions of `id` that do.
        target: The package it is about; for a cycle the first one.
        requirement: What is required of `target`, as text; `None` for an unknown package, a
            cycle, a lock or a yank.
        candidates: For `requires`, `optional_constraint` and `root` the versions of `target` that
            satisfy; for `prerelease_excluded`, `yanked` and `locked` the versions meant.
        path: For a cycle each package once, in the order in which they require each other.
    """

    kind: FactKind
    id: str
    versions: tuple[str, ...]
    target: str
    requirement: str | None
    candidates: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """That the choice for a package is one of some versions, or absent if `absent` says so.

    Attributes:
        id: The package.
        versions: Its versions, ascending.
        absent: Whether its absence is meant too.
    """

    id: str
    versions: tuple[str, ...]
    absent: bool


@dataclass(frozen=True, slots=True)
class Premise:
    """What a derivation follows from.

    Attributes:
        kind: Whether it is a fact or an earlier derivation.
        number: Its place among `facts` or `derivations`, from 0.
    """

    kind: Literal["fact", "derivation"]
    number: int


@dataclass(frozen=True, slots=True)
class Derivation:
    """That some claims don't all hold, because of the premises.

    Attributes:
        claims: The claims, by id; none where there is no valid set.
        premises: What it follows from.
    """

    claims: tuple[Claim, ...]
    premises: tuple[Premise, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One root requirement that is worth relaxing.

    Attributes:
        id: The root.
        requirement: What is required of it now.
        version: The first version of it with which there is a valid set.
    """

    id: str
    requirement: str
    version: str
