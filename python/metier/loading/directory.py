"""`DirectoryLoader`: strict `skill.json` packages below one root."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from metier import _core
from metier.loading.arguments import checked_path, package_limits
from metier.loading.load_events import emit_ended, emit_started
from metier.loading.result import LoadResult
from metier.model.package import Package
from metier.model.trust import TrustLevel

if TYPE_CHECKING:
    from metier.model.limits import Limits

__all__ = ["DirectoryLoader"]


class DirectoryLoader:
    """Loads `skill.json` packages from folders below a root that the host chose.

    The walk is relative to directory descriptors, so that what is swapped for a link while it is
    read is never followed. A relative root is made absolute here. Thread-safe.
    """

    __slots__ = ("_limits", "_reject_hard_links", "_root", "_trust")

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        limits: Limits | None = None,
        trust: TrustLevel | str = TrustLevel.RETRIEVED_UNTRUSTED,
        reject_hard_links: bool = True,
    ) -> None:
        """Keeps the root and the rules; nothing is opened yet.

        Args:
            root: The folder that holds the package folders.
            limits: Bounds; fields left `None` keep their default.
            trust: What the host trusts the packages to be.
            reject_hard_links: Whether a file with a second name is refused.

        Raises:
            ConfigurationError: An argument is not one of the allowed values.
        """
        self._root = os.path.abspath(checked_path(root))  # noqa: PTH100 - pathlib costs an import
        self._limits = package_limits(limits)
        self._trust = TrustLevel.of(trust)
        self._reject_hard_links = reject_hard_links

    @property
    def root(self) -> str:
        """The absolute root."""
        return self._root

    def load(self, relative: str) -> LoadResult:
        """Loads the package in the folder `relative` of the root; never raises for what is there.

        Args:
            relative: Portable path of the package folder from the root. Diagnostics are placed
                relative to the root.
        """
        emit_started()
        verified, diagnostics = _core.load_directory(
            self._root,
            relative,
            trust=self._trust.value,
            limits=self._limits,
            reject_hard_links=self._reject_hard_links,
        )
        emit_ended(verified, diagnostics)
        return LoadResult(relative, Package(verified) if verified else None, tuple(diagnostics))
