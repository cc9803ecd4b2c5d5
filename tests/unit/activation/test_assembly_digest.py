"""`metier.assembly.v1`: what it covers and what it does not."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from handmade import come_from, make_package, make_resolution

from metier import Limits, Runtime, ToolDescriptor, TrustLevel, activate

if TYPE_CHECKING:
    from collections.abc import Sequence

FULL = {
    "instructions": {"main": "text"},
    "tools": [("echo", None, False)],
    "capabilities": [
        {
            "name": "fs",
            "risk": "high",
            "summary": "s",
            "resources": ["r", "a"],
            "metadata": {"z": "1", "k": "2"},
        }
    ],
    "knowledge": [
        {"source": "policy", "filters": {"z": "1", "k": "2"}, "max_context_chars": (1 << 53) - 1}
    ],
}
RUNTIME = Runtime(tools=[ToolDescriptor("echo", "1")], knowledge={"policy"})


def digests(
    *,
    runtime: Runtime = RUNTIME,
    limits: Limits | None = None,
    roots: Sequence[str] | None = None,
    trust: TrustLevel = TrustLevel.RETRIEVED_UNTRUSTED,
    origin: str = "local",
    source_uri: str | None = None,
) -> tuple[str, str]:
    """Fingerprint and assembly digest of one and the same content."""
    package = come_from(make_package(**FULL, trust=trust), origin, source_uri)
    activation = activate(make_resolution(package, roots=roots), runtime, limits=limits).unwrap()
    return activation.fingerprint, activation.assembly_digest


def test_assembly_digest_is_what_the_format_page_says():
    """docs/formats/assembly.md, worked out here with the standard library alone."""
    package = make_package(**FULL, trust=TrustLevel.APPLICATION_TRUSTED)
    document = {
        "packages": [
            {
                "id": "demo",
                "version": "1.0.0",
                "digest": package.digest,
                "trust": "application_trusted",
                "origin": "embedded",
                "root": True,
            }
        ],
        "instructions": [
            {
                "skill": "demo@1.0.0",
                "resource": "main",
                "sha256": hashlib.sha256(b"text").hexdigest(),
            }
        ],
        "tools": [{"name": "echo", "version": "1"}],
        "knowledge": [
            {
                "skill": "demo@1.0.0",
                "source": "policy",
                "filters": {"k": "2", "z": "1"},
                "max_context_chars": "9007199254740991",
                "optional": False,
            }
        ],
        "capabilities": [
            {
                "name": "fs",
                "risk": "high",
                "summary": "s",
                "resources": ["a", "r"],
                "metadata": {"k": "2", "z": "1"},
            }
        ],
        "limits": {
            "max_packages": 256,
            "max_instruction_bytes": 262144,
            "max_tools": 128,
            "max_capabilities": 128,
            "max_knowledge": 128,
        },
    }
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    expected = hashlib.sha256(b"metier.assembly.v1\0" + text.encode()).hexdigest()
    activation = activate(make_resolution(package), RUNTIME)
    assert activation.assembly_digest == "sha256:" + expected


def test_assembly_digest_is_the_same_for_the_same_inputs():
    assert digests() == digests()


@pytest.mark.parametrize(
    "change",
    [
        {"trust": TrustLevel.APPLICATION_TRUSTED},
        {"origin": "remote"},
        {"roots": []},
        {"runtime": Runtime(tools=[ToolDescriptor("echo", "2")], knowledge={"policy"})},
        {"limits": Limits(max_tools=3)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_assembly_digest_differs_where_the_fingerprint_does_not(change: dict[str, Any]):
    fingerprint, digest = digests(**change)
    assert fingerprint == digests()[0]
    assert digest != digests()[1]


def test_assembly_digest_does_not_cover_where_a_folder_lies():
    assert digests(source_uri="file:///a") == digests(source_uri="file:///b")


def test_assembly_digest_and_fingerprint_are_empty_on_failure():
    package = make_package(tools=[("gone", None, False)])
    activation = activate(make_resolution(package), Runtime())
    assert (activation.fingerprint, activation.assembly_digest) == ("", "")


def test_assembly_digest_follows_the_order_of_the_resolution_where_the_fingerprint_does_not():
    packages = [make_package("a"), make_package("b")]
    forth = activate(make_resolution(*packages), Runtime())
    back = activate(make_resolution(*reversed(packages)), Runtime())
    assert forth.fingerprint == back.fingerprint
    assert forth.assembly_digest != back.assembly_digest
