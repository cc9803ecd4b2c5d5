"""Which of a runtime's tools the activated skills get to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier.activation.tool import ToolDescriptor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier.activation.findings import Findings
    from metier.model.package import Package

__all__ = ["Toolset"]


class Toolset:
    """The valid tools of a runtime, and those of them that skills asked for.

    Every descriptor is checked, asked for or not, because a host that shows two tools of one
    name can't tell which one a skill was reviewed with.
    """

    __slots__ = ("_exposed", "_findings", "_known")

    def __init__(self, descriptors: Iterable[ToolDescriptor], findings: Findings) -> None:
        self._findings = findings
        self._known: dict[str, ToolDescriptor] = {}
        self._exposed: set[str] = set()
        for descriptor in descriptors:
            self._add(descriptor)

    def expose(self, package: Package) -> None:
        """Exposes the tools one package asks for, and reports those it can't have."""
        place = f"{package.id}@{package.version}"
        for wanted in package.tools:
            kind = "optional" if wanted.optional else "required"
            descriptor = self._known.get(wanted.name)
            if descriptor is None:
                self._findings.missing(
                    f"{kind}_tool_missing",
                    f"{kind} tool {wanted.name!r} is not in the runtime",
                    place,
                    optional=wanted.optional,
                )
            elif wanted.exact_version not in (None, descriptor.version):
                self._findings.missing(
                    "optional_tool_version_mismatch"
                    if wanted.optional
                    else "tool_version_mismatch",
                    f"{kind} tool {wanted.name!r} has the version {descriptor.version!r}, "
                    f"expected {wanted.exact_version!r}",
                    place,
                    optional=wanted.optional,
                )
            else:
                self._exposed.add(wanted.name)

    def exposed(self) -> tuple[ToolDescriptor, ...]:
        """The descriptors of the exposed tools, ascending by name."""
        return tuple(self._known[name] for name in sorted(self._exposed))

    def _add(self, descriptor: object) -> None:
        if not isinstance(descriptor, ToolDescriptor):
            self._findings.error(
                "invalid_tool_descriptor",
                f"a tool of the runtime is no ToolDescriptor but {type(descriptor).__name__}",
            )
            return
        problem = descriptor.problem()
        if problem is not None:
            self._findings.error(
                "invalid_tool_descriptor", f"tool {descriptor.name!r} of the runtime: {problem}"
            )
        elif descriptor.name in self._known:
            self._findings.error(
                "duplicate_tool_descriptor", f"the runtime has two tools named {descriptor.name!r}"
            )
        else:
            self._known[descriptor.name] = descriptor
