"""The verified package: one skill, immutable, every byte checked.

A `Package` is made by a loader, an archive reader or `Package.build`, each of which recomputes
every size and hash in the core. It can't be altered, and no caller's claim makes one
(spec 00, decision 4).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, final

from metier import _core
from metier._core import VerifiedPackage
from metier.errors import ConfigurationError, ManifestError, PackageError
from metier.model.frozen_map import FrozenMap
from metier.model.provenance import Provenance
from metier.model.resource import Capability, Dependency, KnowledgeSource, Resource, ToolUse
from metier.model.trust import TrustLevel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metier._core import TreeDigest, Version
    from metier.model.definition import SkillDefinition
    from metier.model.manifest import Manifest
    from metier.model.parsed import Parsed

__all__ = ["Package"]

Form = Literal["skill.json", "SKILL.md", "embedded"]


@final
class Package:
    """A verified skill: manifest, resource bytes, digests and provenance.

    Two packages are equal when they have the same content, identity, origin and trust. Reading a
    property is cheap; each view is made once. Thread-safe.
    """

    __slots__ = ("__dict__", "_verified")
    _verified: VerifiedPackage

    def __init__(self, verified: VerifiedPackage) -> None:
        if not isinstance(verified, VerifiedPackage):
            raise ConfigurationError(
                "a Package is made by a loader, an archive reader or Package.build",
                code="package_not_verified",
            )
        object.__setattr__(self, "_verified", verified)

    @classmethod
    def build(
        cls,
        manifest: Manifest,
        contents: Mapping[str, bytes],
        *,
        trust: TrustLevel | str = TrustLevel.APPLICATION_TRUSTED,
    ) -> Package:
        """Builds a package in memory from a manifest and the bytes of each resource by id.

        Raises:
            ManifestError: The manifest breaks its contract.
            PackageError: A resource is missing, undeclared, or not what the manifest says.
        """
        return cls(
            VerifiedPackage.build(
                manifest.canonical_bytes(), list(contents.items()), TrustLevel.of(trust).value
            )
        )

    @classmethod
    def try_build(
        cls,
        manifest: Manifest,
        contents: Mapping[str, bytes],
        *,
        trust: TrustLevel | str = TrustLevel.APPLICATION_TRUSTED,
    ) -> Parsed[Package]:
        """Builds a package like `build`, returning a failure instead of raising it."""
        from metier.model.parsed import Parsed

        try:
            return Parsed(value=cls.build(manifest, contents, trust=trust))
        except (ManifestError, PackageError) as error:
            return Parsed(error=error)

    @property
    def id(self) -> str:
        """The skill's id; of a `SKILL.md` skill, its name."""
        return self._verified.id

    @property
    def version(self) -> Version:
        """The exact version; `0.0.0` where a `SKILL.md` skill names none."""
        return self._verified.version

    @property
    def name(self) -> str:
        """The skill's name for people."""
        return self._verified.name

    @property
    def description(self) -> str:
        """What the skill does and when to use it."""
        return self._verified.description

    @property
    def tags(self) -> tuple[str, ...]:
        """Words to find the skill by, in the order of the manifest."""
        return self._verified.tags

    @property
    def form(self) -> Form:
        """What the package was read as; `SKILL.md` stands for its forms of AGENT-33 too."""
        return self._verified.form

    @property
    def digest(self) -> str:
        """The content digest, `sha256:` and hexadecimal digits.

        `wuwe.skill.package.v1` of a `skill.json` folder, `wuwe.skill.embedded.v1` of a built
        package, `metier.tree.v1` of a `SKILL.md` skill (spec 01, digests).
        """
        return self._verified.digest

    @property
    def tree(self) -> TreeDigest:
        """The `metier.tree.v1` digest of all files, with its entries."""
        return self._verified.tree

    @cached_property
    def provenance(self) -> Provenance:
        """Where the bytes came from and how far the host trusts them."""
        verified = self._verified
        return Provenance(
            origin=verified.origin,
            source_uri=verified.source_uri,
            trust=TrustLevel.of(verified.trust),
        )

    @property
    def trust(self) -> TrustLevel:
        """How far the host trusts the bytes."""
        return self.provenance.trust

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest as a typed, frozen model, built when first touched."""
        from metier.model.manifest import manifest_from_json

        return manifest_from_json(self._verified.manifest_json())

    @cached_property
    def definition(self) -> SkillDefinition:
        """What the skill says of itself, in AGENT-33's terms; a value without bytes or proof.

        Of a `skill.json` package it is made from the manifest, with the id as its name.
        """
        from metier.model.definition import definition_of

        return definition_of(self)

    @cached_property
    def requirements(self) -> tuple[Dependency, ...]:
        """The other skills needed, in the order of the manifest."""
        return tuple(Dependency(*row) for row in _core.requirements_of(self._verified))

    @cached_property
    def tools(self) -> tuple[ToolUse, ...]:
        """The tools called, in the order of the manifest."""
        return tuple(ToolUse(*row) for row in _core.tools_of(self._verified))

    @cached_property
    def capabilities(self) -> tuple[Capability, ...]:
        """The capabilities asked for, in the order of the manifest."""
        return tuple(Capability(*row) for row in _core.capabilities_of(self._verified))

    @cached_property
    def knowledge(self) -> tuple[KnowledgeSource, ...]:
        """The knowledge sources read, in the order of the manifest."""
        return tuple(KnowledgeSource(*row) for row in _core.knowledge_of(self._verified))

    @cached_property
    def resources(self) -> Mapping[str, Resource]:
        """The declared resources by id, in the order of the manifest."""
        rows = (Resource(*row, self._verified) for row in _core.resources_of(self._verified))
        return FrozenMap({resource.id: resource for resource in rows})

    @cached_property
    def instruction_resources(self) -> tuple[Resource, ...]:
        """The resources that are the skill's instructions, in projection order."""
        return tuple(self.resources[id_] for id_ in self._verified.instruction_ids)

    @property
    def summary(self) -> str:
        """Tier L0: name, version and description on one line."""
        description = " ".join(self.description.split())
        return f"{self.name} {self.version}: {description}"

    @property
    def instructions(self) -> str:
        """Tier L1: the text of the instructions, parts separated by a blank line."""
        return "\n\n".join(resource.text for resource in self.instruction_resources)

    def resource(self, resource_id: str) -> Resource:
        """Tier L2: one resource by id, from the verified snapshot.

        Raises:
            PackageError: No such resource (`resource_not_found`); the message names near ones.
        """
        found = self.resources.get(resource_id)
        if found is not None:
            return found
        raise PackageError(
            f"{self.id} {self.version} has no resource '{resource_id}'",
            code="resource_not_found",
            help=_near(resource_id, self.resources),
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Package can't be altered: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Package can't be altered: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Package):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        verified = self._verified
        return (
            self.id,
            self.version,
            self.digest,
            self.tree.digest,
            verified.origin,
            verified.source_uri,
            verified.trust,
        )

    def __repr__(self) -> str:
        return f"<Package {self.id} {self.version} {self.digest}>"

    def __copy__(self) -> Package:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Package:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the bytes; unpickling verifies them again."""
        return _restore, self._verified.state()


def _near(asked: str, there: Iterable[str]) -> str | None:
    """A question that names up to three ids like the one asked for, case apart."""
    from difflib import get_close_matches

    folded = {id_.lower(): id_ for id_ in there}
    near = get_close_matches(asked.lower(), folded, n=3)
    return f"did you mean {' or '.join(repr(folded[id_]) for id_ in near)}?" if near else None


def _restore(*state: object) -> Package:
    return Package(VerifiedPackage.restore(state))  # type: ignore[arg-type]
