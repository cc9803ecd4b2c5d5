"""Resources and instructions of a package, as read-only views on its verified bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from metier.errors import PackageError

if TYPE_CHECKING:
    from metier._core import Requirement, VerifiedPackage

__all__ = [
    "Capability",
    "Dependency",
    "KnowledgeSource",
    "Resource",
    "ResourceKind",
    "ToolUse",
]

ResourceKind = Literal[
    "instructions", "prompt", "schema", "knowledge", "script", "template", "asset"
]


@dataclass(frozen=True, slots=True)
class Resource:
    """One declared file of a package; its bytes are read from the verified snapshot.

    Two resources are equal if they say the same and have the same bytes, whatever package they
    are in. A pickled one carries its whole package, which is verified again.

    Attributes:
        id: Unique within the package; the path, in a `SKILL.md` skill.
        path: Portable path from the package folder.
        kind: What the resource is for.
        media_type: Declared media type; never derived from the bytes.
        size: Bytes.
        sha256: `sha256:` and 64 lower-case hexadecimal digits.
        executable: Whether the file is meant to be run by somebody; metier never runs it.
    """

    id: str
    path: str
    kind: ResourceKind
    media_type: str
    size: int
    sha256: str
    executable: bool
    _package: VerifiedPackage = field(compare=False, repr=False)

    @property
    def data(self) -> bytes:
        """The bytes. Copied from the core on each access."""
        return self._package.read(self.path)

    @property
    def text(self) -> str:
        """The bytes as UTF-8 text; of a skill's own `SKILL.md` only what follows the frontmatter.

        Raises:
            PackageError: The bytes are not UTF-8 (`resource_not_utf8`).
        """
        text = self._package.instruction_text(self.id)
        if text is None:
            raise PackageError(
                f"'{self.path}' is not UTF-8 text; read its bytes from `data`",
                code="resource_not_utf8",
                path=self.path,
            )
        return text


@dataclass(frozen=True, slots=True)
class Dependency:
    """Another skill that a package needs."""

    id: str
    requirement: Requirement
    optional: bool


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool that a package calls; any version will do where `exact_version` is `None`."""

    name: str
    exact_version: str | None
    optional: bool


@dataclass(frozen=True, slots=True)
class Capability:
    """What a package would like to be able to do: information for admission, never a grant.

    `metadata` is a tuple of pairs in the order of the manifest.
    """

    name: str
    risk: Literal["low", "medium", "high", "critical"]
    summary: str
    resources: tuple[str, ...]
    metadata: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class KnowledgeSource:
    """A knowledge source that a package reads; `max_context_chars` 0 is unspecified.

    `filters` is a tuple of pairs in the order of the manifest.
    """

    source: str
    filters: tuple[tuple[str, str], ...]
    max_context_chars: int
    optional: bool
