"""The JSON documents that benches work on: manifests like real ones, made without chance."""

from __future__ import annotations

import hashlib

SIZES = {"2 KB": 5, "200 KB": 560, "20 MB": 56_000}
"""Number of resources in the document of each size."""


def document(size: str) -> dict[str, object]:
    """Returns a skill manifest with as many resources as make it `size` long.

    Keys stand in reading order, not sorted; text is ASCII with some Latin, Greek and an emoji;
    no float is whole, since RFC 8785 writes `1` where orjson writes `1.0`.
    """
    return {
        "schema_version": 1,
        "id": "org.example.review",
        "version": "1.4.0",
        "name": "Code review",
        "description": "Reviews a change: correctness first, naïveté of tests second, λ last 🙂.",
        "deprecated": False,
        "instructions": ["resource-0"],
        "resources": [_resource(number) for number in range(SIZES[size])],
    }


def _resource(number: int) -> dict[str, object]:
    name = f"resource-{number}"
    return {
        "id": name,
        "path": f"references/chapter-{number % 97}/{name}.md",
        "kind": "instructions" if number == 0 else "knowledge",
        "media_type": "text/markdown",
        "size": number * 37 % 65_536,
        "sha256": hashlib.sha256(name.encode()).hexdigest(),
        "weight": number / 8 + 0.0625,
        "tags": ["review", "größe", None, number % 2 == 0],
        "metadata": {"origin": 'said "so"\tand left', "language": "en"},
    }
