"""Every bound that can be set, in one value."""

from __future__ import annotations

from dataclasses import dataclass, fields

from metier.errors import LimitError

__all__ = ["Limits"]

_HIGHEST = (1 << 53) - 1
"""The highest integer that every JSON reader keeps exact (RFC 8259, section 6)."""

_AT_LEAST_ONE = frozenset(
    {
        "max_json_bytes",
        "max_manifest_bytes",
        "max_resources",
        "max_resource_bytes",
        "max_package_bytes",
        "max_entries",
        "max_archive_ratio",
        "max_roots",
        "max_decisions",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on what is read, resolved and activated (spec 00, decision 20).

    `None` stands for the default of what the limits are applied to, so one value serves loading,
    resolving and activating, and names only what differs. All bounds are inclusive.

    Attributes:
        max_json_bytes: Bytes of one JSON document. Default 1 MiB.
        max_string_bytes: UTF-8 bytes of one JSON string or key. Default 64 KiB.
        max_collection_items: Members of one JSON array or object. Default 4,096.
        max_json_depth: Levels of JSON nesting; the root is at depth 0. Default 64.
        max_manifest_bytes: Bytes of `skill.json`, or of the frontmatter of `SKILL.md`.
            Default 256 KiB.
        max_resources: Files of a package, the manifest not counted. Default 128 with a
            `skill.json`, 512 with a `SKILL.md`.
        max_resource_bytes: Bytes of one file. Default 1 MiB or 4 MiB; in an archive 16 MiB.
        max_package_bytes: Bytes of all files, the manifest included. Default 8 MiB or 16 MiB; in
            an archive 64 MiB.
        max_entries: Files, folders and everything else below a package folder. Default 1,024
            or 4,096. Entries of an archive; default 2,000.
        max_archive_ratio: Bytes that one packed byte of an archive may become, after the first
            MiB. Default 100.
        max_archive_name_bytes: Bytes of all names in an archive. Default 1 MiB.
        max_roots: Root requirements of one resolution. Default 4,096.
        max_packages: Packages of one resolution, and of one activation unless
            `max_activated_packages` is set. Default 256.
        max_depth: Required edges on the longest path from a root. Default 256.
        max_decisions: Values the resolver chooses, over all its searches. Default 10,000,000.
        max_conflicts: Conflicts the resolver analyses. Default 1,000,000.
        max_learned: Nogoods the resolver keeps. Default 200,000.
        max_activated_packages: Packages of one activation. Default `max_packages`.
        max_instruction_bytes: UTF-8 bytes of all instructions of one activation.
            Default 256 KiB.
        max_tools: Tools one activation exposes. Default 128.
        max_capabilities: Merged capabilities of one activation. Default 128.
        max_knowledge: Knowledge requirements of one activation. Default 128.

    Raises:
        LimitError: `invalid_limit` if a bound is no integer, is negative, is zero where nothing
            could ever fit, or is above 2^53 - 1; `limit_above_total` if one file may be larger
            than the package it is part of.
    """

    max_json_bytes: int | None = None
    max_string_bytes: int | None = None
    max_collection_items: int | None = None
    max_json_depth: int | None = None

    max_manifest_bytes: int | None = None
    max_resources: int | None = None
    max_resource_bytes: int | None = None
    max_package_bytes: int | None = None
    max_entries: int | None = None

    max_archive_ratio: int | None = None
    max_archive_name_bytes: int | None = None

    max_roots: int | None = None
    max_packages: int | None = None
    max_depth: int | None = None
    max_decisions: int | None = None
    max_conflicts: int | None = None
    max_learned: int | None = None

    max_activated_packages: int | None = None
    max_instruction_bytes: int | None = None
    max_tools: int | None = None
    max_capabilities: int | None = None
    max_knowledge: int | None = None

    def __post_init__(self) -> None:
        """Checks every bound that is set."""
        for field in fields(self):
            _check_bound(field.name, getattr(self, field.name))
        for part in ("max_manifest_bytes", "max_resource_bytes"):
            _check_part(part, getattr(self, part), self.max_package_bytes)

    @classmethod
    def wuwe(cls) -> Limits:
        """Makes the limits of the Wuwe Skills module, for hosts that must agree with it."""
        return cls(
            max_json_bytes=1 << 20,
            max_string_bytes=64 << 10,
            max_collection_items=4096,
            max_json_depth=64,
            max_manifest_bytes=256 << 10,
            max_resources=128,
            max_resource_bytes=1 << 20,
            max_package_bytes=8 << 20,
            max_roots=64,
            max_packages=256,
            max_depth=64,
            max_decisions=10_000,
            max_activated_packages=64,
            max_instruction_bytes=64 << 10,
            max_tools=128,
            max_capabilities=128,
            max_knowledge=128,
        )


def _check_bound(name: str, bound: object) -> None:
    if bound is None:
        return
    if not isinstance(bound, int) or isinstance(bound, bool):
        raise LimitError(
            f"{name} must be an integer or None, got {type(bound).__name__}", code="invalid_limit"
        )
    lowest = 1 if name in _AT_LEAST_ONE else 0
    if not lowest <= bound <= _HIGHEST:
        raise LimitError(
            f"{name} must be from {lowest} to 2^53 - 1, got {bound}", code="invalid_limit"
        )


def _check_part(name: str, part: int | None, total: int | None) -> None:
    if part is not None and total is not None and part > total:
        raise LimitError(
            f"{name} {part} is above max_package_bytes {total}", code="limit_above_total"
        )
