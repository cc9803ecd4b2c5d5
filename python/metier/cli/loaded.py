"""Loading the folders that a command's `--from` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier.errors import RegistrationError
from metier.loading.arguments import checked_profile
from metier.loading.discovery import discover
from metier.registry.registry import Registry

if TYPE_CHECKING:
    from metier.cli.console import Console
    from metier.registry.snapshot import Snapshot

__all__ = ["load_sources"]


def load_sources(
    sources: tuple[str, ...], *, profile: str, trust: str, console: Console
) -> Snapshot:
    """Discovers and registers every skill below each folder; findings go to standard error.

    Raises:
        LoadError: A folder holds no skill that loads.
        RegistrationError: Two folders hold different content under one id and version.
    """
    registry = Registry()
    for source in sources:
        found = discover(source, profile=checked_profile(profile), trust=trust)
        packages = found.unwrap()
        console.findings(found.diagnostics)
        for package in packages:
            result = registry.register(package)
            if result.error is not None:
                raise RegistrationError(
                    f"{result.error.message}, from {package.provenance.source_uri}",
                    code=result.error.code,
                    path=source,
                    help="take one of the folders out of --from, or give one another version",
                )
    return registry.snapshot()
