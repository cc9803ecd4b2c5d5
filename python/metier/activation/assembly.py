"""What one activation gathers, package by package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier._core import activation_fingerprint
from metier.activation.activation import Activation
from metier.activation.assembly_digest import assembly_digest, assembly_document
from metier.activation.capability import merge_capabilities
from metier.activation.closure import check_closure
from metier.activation.instruction import InstructionBudget
from metier.activation.knowledge import ActivatedKnowledge, collect_knowledge
from metier.activation.toolset import Toolset
from metier.model.package import Package

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.activation.bounds import Bounds
    from metier.activation.context import Context
    from metier.activation.findings import Findings
    from metier.activation.runtime import Runtime
    from metier.resolution.outcome import ResolvedPackage

__all__ = ["Assembly", "interrupted"]


def interrupted(context: Context, findings: Findings) -> bool:
    """Adds why the work has to stop now, if it has to; tells whether it does."""
    code = context.interruption()
    if code is None:
        return False
    messages = {
        "activation_cancelled": "the activation was cancelled",
        "activation_deadline_exceeded": "the deadline of the activation has passed",
    }
    findings.error(code, messages[code])
    return True


class Assembly:
    """What one activation has gathered so far."""

    def __init__(self, runtime: Runtime, bounds: Bounds, findings: Findings) -> None:
        self._bounds = bounds
        self._findings = findings
        self._sources = runtime.knowledge
        self._toolset = Toolset(runtime.tools, findings)
        self._instructions = InstructionBudget(bounds.max_instruction_bytes, findings)
        self._knowledge: list[ActivatedKnowledge] = []
        self._packages: dict[str, tuple[Package, bool]] = {}

    def made_of(self, resolved: Iterable[ResolvedPackage], context: Context) -> Activation:
        """Takes the packages in order and decides."""
        for item in resolved:
            if interrupted(context, self._findings):
                break
            self._take(item)
        else:
            check_closure((package for package, _ in self._packages.values()), self._findings)
        return self._finished()

    def _take(self, item: ResolvedPackage) -> None:
        package, place = item.package, f"{item.id}@{item.version}"
        if not isinstance(package, Package):
            self._findings.error(
                "null_package", "the resolution has no verified package here", place
            )
        elif (package.id, package.version) != (item.id, item.version):
            self._findings.error(
                "resolved_package_mismatch",
                f"the resolution names {place}, its package is {package.id}@{package.version}",
                place,
            )
        elif package.id in self._packages:
            self._findings.error(
                "duplicate_resolved_skill",
                f"skill {package.id!r} is in the resolution more than once",
                place,
            )
        else:
            self._packages[package.id] = (package, item.root)
            self._toolset.expose(package)
            self._knowledge += collect_knowledge(package, self._sources, self._findings)
            self._instructions.take(package, root=item.root)

    def _finished(self) -> Activation:
        packages = tuple(package for package, _ in self._packages.values())
        tools = self._toolset.exposed()
        capabilities = merge_capabilities(
            capability for package in packages for capability in package.capabilities
        )
        self._check_count("tool", "tools", len(tools), self._bounds.max_tools)
        self._check_count(
            "capability", "capabilities", len(capabilities), self._bounds.max_capabilities
        )
        self._check_count(
            "knowledge",
            "knowledge requirements",
            len(self._knowledge),
            self._bounds.max_knowledge,
        )
        if self._findings.has_error:
            return Activation(diagnostics=self._findings.as_tuple())
        document = assembly_document(
            packages=self._packages.values(),
            instructions=self._instructions.taken,
            tools=tools,
            knowledge=self._knowledge,
            capabilities=capabilities,
            bounds=self._bounds,
        )
        return Activation(
            fingerprint=_fingerprint(packages),
            assembly_digest=assembly_digest(document),
            packages=packages,
            instructions=tuple(self._instructions.taken),
            tools=tools,
            capabilities=capabilities,
            knowledge=tuple(self._knowledge),
            diagnostics=self._findings.as_tuple(),
        )

    def _check_count(self, kind: str, things: str, count: int, limit: int) -> None:
        if count > limit:
            self._findings.error(
                f"{kind}_limit_exceeded",
                f"the packages bring {count} {things}, at most {limit} are activated",
            )


def _fingerprint(packages: tuple[Package, ...]) -> str:
    return activation_fingerprint(
        [(package.id, str(package.version), package.digest) for package in packages]
    )
