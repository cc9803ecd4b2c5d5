"""`metier.assembly.v1`: one digest over everything a projection depends on.

`wuwe.skill.activation.v1` covers ids, versions and bytes. Two activations of one fingerprint can
still differ in what a model is told: another trust level turns a system message into quoted
data, another tool version may do something else. This digest differs whenever they do.
The byte-level format is `docs/formats/assembly.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier._core import canonical_json, sha256

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.activation.bounds import Bounds
    from metier.activation.capability import Capability
    from metier.activation.instruction import Instruction
    from metier.activation.knowledge import ActivatedKnowledge
    from metier.activation.tool import ToolDescriptor
    from metier.model.package import Package

__all__ = ["assembly_digest", "assembly_document"]

_DOMAIN = b"metier.assembly.v1\x00"


def assembly_digest(document: dict[str, object]) -> str:
    """Hashes an assembly document: SHA-256 over the domain and the canonical JSON.

    Returns:
        `sha256:` and 64 lower-case hexadecimal digits.
    """
    return sha256(_DOMAIN + canonical_json(document))


def assembly_document(
    *,
    packages: Iterable[tuple[Package, bool]],
    instructions: Iterable[Instruction],
    tools: Iterable[ToolDescriptor],
    knowledge: Iterable[ActivatedKnowledge],
    capabilities: Iterable[Capability],
    bounds: Bounds,
) -> dict[str, object]:
    """Makes the document that is hashed.

    Args:
        packages: Each package in the order of the resolution, and whether it is a root.
        instructions: The instructions in projection order.
        tools: The exposed tools, ascending by name.
        knowledge: The knowledge requirements in the order of the resolution.
        capabilities: The merged capabilities, ascending by name.
        bounds: The bounds the activation was made under.
    """
    return {
        "packages": [_package(package, root=root) for package, root in packages],
        "instructions": [
            {"skill": each.skill, "resource": each.resource, "sha256": each.resource_sha256}
            for each in instructions
        ],
        "tools": [{"name": tool.name, "version": tool.version} for tool in tools],
        "knowledge": [_knowledge(each) for each in knowledge],
        "capabilities": [_capability(each) for each in capabilities],
        "limits": bounds.as_dict(),
    }


def _package(package: Package, *, root: bool) -> dict[str, object]:
    return {
        "id": package.id,
        "version": str(package.version),
        "digest": package.digest,
        "trust": package.trust.value,
        "origin": package.provenance.origin,
        "root": root,
    }


def _knowledge(knowledge: ActivatedKnowledge) -> dict[str, object]:
    return {
        "skill": knowledge.skill,
        "source": knowledge.source,
        "filters": dict(knowledge.filters),
        # As text, so that the format has no bound of its own; JSON numbers are exact to 2^53.
        "max_context_chars": str(knowledge.max_context_chars),
        "optional": knowledge.optional,
    }


def _capability(capability: Capability) -> dict[str, object]:
    return {
        "name": capability.name,
        "risk": capability.risk,
        "summary": capability.summary,
        "resources": list(capability.resources),
        "metadata": dict(capability.metadata),
    }
