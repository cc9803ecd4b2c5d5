"""Packages and resolutions made in a line, for tests of what works on them.

The packages are verified ones, built in memory through the manifest contract; nothing here makes
what a host could not make.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from metier import Manifest, Package, Resolution, TrustLevel, Version
from metier._core import VerifiedPackage
from metier.resolution.outcome import ResolvedPackage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metier import Diagnostic


def make_package(  # noqa: PLR0913 - one option a part of a package
    skill_id: str = "demo",
    version: str = "1.0.0",
    *,
    requires: Mapping[str, str] | None = None,
    optional: Mapping[str, str] | None = None,
    instructions: Mapping[str, str | bytes] | None = None,
    kinds: Mapping[str, str] | None = None,
    tools: Sequence[tuple[str, str | None, bool]] = (),
    capabilities: Sequence[Mapping[str, object]] = (),
    knowledge: Sequence[Mapping[str, object]] = (),
    name: str = "Name",
    description: str = "Description",
    trust: TrustLevel = TrustLevel.RETRIEVED_UNTRUSTED,
) -> Package:
    """Builds an embedded package; tools are (name, exact version, optional)."""
    contents = {
        each: text if isinstance(text, bytes) else text.encode()
        for each, text in (instructions or {}).items()
    }
    dependencies = [(each, text, False) for each, text in (requires or {}).items()]
    dependencies += [(each, text, True) for each, text in (optional or {}).items()]
    manifest = Manifest(
        id=skill_id,
        version=version,
        name=name,
        description=description,
        instructions=list(contents),
        resources=[
            {
                "id": each,
                "path": f"{each}.md",
                "kind": (kinds or {}).get(each, "instructions"),
                "size": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
            }
            for each, data in contents.items()
        ],
        requires={
            "skills": [
                {"id": each, "version": text, "optional": is_optional}
                for each, text, is_optional in dependencies
            ],
            "tools": [_tool(*each) for each in tools],
            "capabilities": [{"risk": "low", "summary": "s", **each} for each in capabilities],
            "knowledge": list(knowledge),
        },
    )
    return Package.build(manifest, contents, trust=trust)


def _tool(name: str, exact_version: str | None, optional: object) -> dict[str, object]:
    tool: dict[str, object] = {"name": name, "optional": optional}
    return tool if exact_version is None else {**tool, "exact_version": exact_version}


def come_from(package: Package, origin: str, source_uri: str | None = None) -> Package:
    """The same content as if read from a folder (`local`) or from elsewhere (`remote`)."""
    form, identity, files, _, _, trust = package._verified.state()  # noqa: SLF001 - no other way
    return Package(VerifiedPackage.restore((form, identity, files, origin, source_uri, trust)))


def make_resolution(
    *packages: Package | None,
    roots: Sequence[str] | None = None,
    diagnostics: Sequence[Diagnostic] = (),
) -> Resolution:
    """Makes a resolution of packages, dependencies first; all are roots unless named.

    `None` stands for a member without its package, as resolving a bare catalog gives it.
    """
    return Resolution(
        packages=tuple(
            ResolvedPackage("gone", Version.parse("1.0.0"), root=roots is None)
            if package is None
            else ResolvedPackage(
                package.id,
                package.version,
                root=roots is None or package.id in roots,
                package=package,
            )
            for package in packages
        ),
        diagnostics=tuple(diagnostics),
    )
