"""The tiers of a package as `metier show` prints them, each rendered without the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metier.model.package import Package
    from metier.model.resource import Resource

__all__ = ["TIERS", "resource_document", "tier_document", "tier_lines", "tier_tokens"]

TIERS = ("L0", "L1", "L2")


def tier_lines(package: Package, tier: str, *, tokens: bool) -> list[str]:
    """The lines of one tier: the listing, the instructions, or one line a resource.

    Raises:
        PackageError: Tier L1 of instructions that are not UTF-8 (`resource_not_utf8`).
    """
    if tier == "L0":
        return [package.summary]
    if tier == "L1":
        return package.instructions.splitlines()
    return [_resource_line(resource, tokens=tokens) for resource in package.resources.values()]


def tier_tokens(package: Package, tier: str) -> int:
    """What the tier costs an agent, estimated; of L2 all resources that are text together."""
    if tier == "L0":
        return _tokens(package.summary)
    if tier == "L1":
        return _tokens(package.instructions)
    return sum(_resource_tokens(resource) or 0 for resource in package.resources.values())


def tier_document(package: Package, tier: str) -> object:
    """The stable JSON form of one tier."""
    if tier == "L0":
        return package.summary
    if tier == "L1":
        return package.instructions
    return [
        {**_resource_row(resource), "tokens": _resource_tokens(resource)}
        for resource in package.resources.values()
    ]


def resource_document(resource: Resource) -> dict[str, object]:
    """The stable JSON form of one resource with its content, as text where it is UTF-8."""
    row = _resource_row(resource)
    try:
        return {**row, "text": resource.data.decode()}
    except UnicodeDecodeError:
        from base64 import b64encode

        return {**row, "base64": b64encode(resource.data).decode()}


def _resource_row(resource: Resource) -> dict[str, object]:
    return {
        "id": resource.id,
        "path": resource.path,
        "kind": resource.kind,
        "size": resource.size,
        "sha256": resource.sha256,
        "executable": resource.executable,
    }


def _resource_line(resource: Resource, *, tokens: bool) -> str:
    line = f"{resource.size:>10,}  {resource.kind:<12}  {resource.id}"
    if resource.path != resource.id:
        line += f"  ({resource.path})"
    if tokens:
        cost = _resource_tokens(resource)
        line += "  not text" if cost is None else f"  about {cost:,} tokens"
    return line


def _resource_tokens(resource: Resource) -> int | None:
    """An estimate of a resource's cost; `None` where it is no text."""
    try:
        return _tokens(resource.data.decode())
    except UnicodeDecodeError:
        return None


def _tokens(text: str) -> int:
    """An estimate, a token for four ASCII characters or one other: no tokenizer is needed."""
    ascii_count = sum(character.isascii() for character in text)
    return -(-ascii_count // 4) + len(text) - ascii_count
