"""The live set of packages."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, get_args

from metier.errors import ConfigurationError
from metier.registry.admission import Policy, admit
from metier.registry.contents import Contents
from metier.registry.snapshot import Snapshot, exact_version

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier._core import Version
    from metier.model.package import Package
    from metier.registry.result import RegistrationResult

__all__ = ["Registry"]


class Registry:
    """Packages by id and version, written under one lock and read through snapshots.

    All methods are safe to call from any thread. A write copies O(log n) nodes, so registering
    n packages one at a time costs O(n log n); a snapshot costs O(1) and never changes.

    Example:
        >>> import metier
        >>> len(metier.Registry().snapshot())
        0
    """

    __slots__ = ("_lock", "_snapshot")

    def __init__(self) -> None:
        self._lock = Lock()
        self._snapshot = Snapshot(Contents(), generation=0)

    def register(self, package: Package, *, policy: Policy = "reject") -> RegistrationResult:
        """Adds one verified package; a refusal is a result, not an exception.

        The same bytes again are `unchanged` under both policies, and keep the trust level they
        had: a differing one is a warning on the result.

        Args:
            package: What a loader, archive reader or builder made.
            policy: What to do about other content under the same id and version: `reject` or
                `replace`.

        Raises:
            ConfigurationError: `invalid_policy` if the policy is neither.
        """
        return self.register_many([package], policy=policy)[0]

    def register_many(
        self, packages: Iterable[Package], *, policy: Policy = "reject"
    ) -> list[RegistrationResult]:
        """Adds packages in order and publishes them together; no reader sees a part of them.

        Returns:
            One result a package, in the order given. A refused one does not stop the others.

        Raises:
            ConfigurationError: `invalid_policy` if the policy is neither `reject` nor `replace`.
        """
        if policy not in get_args(Policy):
            raise ConfigurationError(
                f"policy must be 'reject' or 'replace', got {policy!r}", code="invalid_policy"
            )
        candidates = list(packages)
        results = []
        with self._lock:
            contents = self._snapshot.contents
            for candidate in candidates:
                contents, result = admit(contents, candidate, policy)
                results.append(result)
            self._publish(contents)
        return results

    def unregister(self, skill_id: str, version: Version | str) -> bool:
        """Removes one package by its exact version; tells whether it was there. O(log n)."""
        exact = exact_version(version)
        if exact is None:
            return False
        with self._lock:
            contents = self._snapshot.contents.drop(skill_id, exact)
            return self._publish(contents)

    def snapshot(self) -> Snapshot:
        """Returns the packages as they stand now, in O(1) and without a lock."""
        return self._snapshot

    def _publish(self, contents: Contents) -> bool:
        """Shows new contents to readers; the caller holds the lock."""
        if contents is self._snapshot.contents:
            return False
        self._snapshot = Snapshot(contents, generation=self._snapshot.generation + 1)
        return True
