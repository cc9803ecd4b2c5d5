"""The instructions of activated skills, within their budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from metier.activation.findings import Findings
    from metier.model.package import Package
    from metier.model.resource import Resource
    from metier.model.trust import TrustLevel

__all__ = ["Instruction", "InstructionBudget"]

_KINDS = ("instructions", "prompt")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction resource of an activated skill, with all that says where it is from.

    Attributes:
        skill_id: Id of the skill.
        version: Version of the skill, as text.
        resource: Id of the resource.
        path: Path of the resource in its package.
        text: The instruction, byte for byte as published; of a `SKILL.md` skill without the
            frontmatter.
        size: UTF-8 bytes of the text.
        trust: Trust level of the package.
        source: `application` if the package is embedded in the host, else `external`.
        source_uri: Where the package came from, if that is known.
        package_digest: Content digest of the package, `sha256:` and 64 hexadecimal digits.
        resource_sha256: SHA-256 of the whole resource, 64 hexadecimal digits.
        root: Whether the skill was asked for, and not only depended on.
    """

    skill_id: str
    version: str
    resource: str
    path: str
    text: str
    size: int
    trust: TrustLevel
    source: Literal["application", "external"]
    source_uri: str | None
    package_digest: str
    resource_sha256: str
    root: bool

    @property
    def skill(self) -> str:
        """The skill as `id@version`."""
        return f"{self.skill_id}@{self.version}"


class InstructionBudget:
    """Takes instructions until their bytes are used up; the bound is inclusive.

    An instruction that does not fit is reported and left out; a later, smaller one may still
    fit (reference Wuwe, section 8, step 6).
    """

    __slots__ = ("_findings", "_left", "_limit", "taken")

    def __init__(self, limit: int, findings: Findings) -> None:
        self._limit = limit
        self._left = limit
        self._findings = findings
        self.taken: list[Instruction] = []

    def take(self, package: Package, *, root: bool) -> None:
        """Takes the instructions of one package, in projection order."""
        for resource in package.instruction_resources:
            text = self._checked(package, resource)
            if text is not None:
                self.taken.append(_instruction(package, resource, text, root=root))
                self._left -= self.taken[-1].size

    def _checked(self, package: Package, resource: Resource) -> str | None:
        place = f"{package.id}@{package.version}"
        if resource.id not in package.resources:
            self._findings.error(
                "instruction_resource_missing",
                f"instruction {resource.id!r} is not in the package",
                place,
            )
            return None
        if resource.kind not in _KINDS:
            self._findings.error(
                "invalid_instruction_resource_kind",
                f"instruction {resource.id!r} has the kind {resource.kind}, "
                "expected instructions or prompt",
                place,
            )
            return None
        text = resource.text
        size = len(text.encode())
        if size > self._left:
            self._findings.error(
                "instruction_budget_exceeded",
                f"instruction {resource.id!r} has {size} bytes, "
                f"{self._left} of {self._limit} are left",
                place,
            )
            return None
        return text


def _instruction(package: Package, resource: Resource, text: str, *, root: bool) -> Instruction:
    return Instruction(
        skill_id=package.id,
        version=str(package.version),
        resource=resource.id,
        path=resource.path,
        text=text,
        size=len(text.encode()),
        trust=package.trust,
        source="application" if package.provenance.origin == "embedded" else "external",
        source_uri=package.provenance.source_uri,
        package_digest=package.digest,
        resource_sha256=resource.sha256.removeprefix("sha256:"),
        root=root,
    )
