"""Versions and requirements: re-exported from the core, with what pickling them needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier._core import Requirement, Version

if TYPE_CHECKING:
    from typing import Literal

__all__ = ["Requirement", "Version"]


def rebuild_version(text: str) -> Version:
    """Makes the version that was pickled."""
    return Version.parse(text)


def rebuild_requirement(text: str, dialect: Literal["strict", "npm", "cargo"]) -> Requirement:
    """Makes the requirement that was pickled."""
    return Requirement.parse(text, dialect=dialect)
