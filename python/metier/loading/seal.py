"""`seal`: the authoritative `skill.json` of a `SKILL.md` folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier import _core
from metier._core import Severity
from metier.errors import Error, IntegrityError, LoadError
from metier.loading.archive_file import advised
from metier.loading.arguments import checked_path, package_limits
from metier.loading.atomic_file import replace_file

if TYPE_CHECKING:
    from metier._core import Diagnostic
    from metier.model.limits import Limits
    from metier.model.manifest import Manifest

__all__ = ["SealResult", "seal"]

_MANIFEST = "skill.json"


@dataclass(frozen=True, slots=True)
class SealResult:
    """What sealing came to; truthy exactly when the folder's `skill.json` is current.

    Attributes:
        path: The folder, as the caller named it.
        id: The skill's id, its name; `None` where it can't be sealed, as with all below.
        version: Its exact version.
        digest: The `wuwe.skill.package.v1` digest of the sealed folder.
        tree_digest: The `metier.tree.v1` digest of the sealed folder.
        text: The bytes that `skill.json` should have.
        written: Whether they were written.
        differences: How `skill.json` differed from them; empty where it did not.
        diagnostics: Every finding of reading the skill and of what stands against sealing it.
    """

    path: str
    id: str | None = None
    version: str | None = None
    digest: str | None = None
    tree_digest: str | None = None
    text: bytes | None = None
    written: bool = False
    differences: tuple[Diagnostic, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.error is None

    @property
    def error(self) -> Error | None:
        """The failure as an exception, with its first error's code; `None` on success."""
        if self.text is None:
            return _failure(LoadError, self.diagnostics)
        if self.differences and not self.written:
            return _failure(IntegrityError, self.differences)
        return None

    def unwrap(self) -> Manifest:
        """Returns the sealed manifest.

        Raises:
            LoadError: The folder can't be sealed; the error has all findings.
            IntegrityError: It was only looked at, and its `skill.json` is not current.
        """
        from metier.model.manifest import Manifest

        if self.error is not None:
            raise self.error
        assert self.text is not None  # noqa: S101 - no text means there is an error
        return Manifest.parse(self.text)


def _failure(kind: type[Error], findings: tuple[Diagnostic, ...]) -> Error:
    first = next(finding for finding in findings if finding.severity is Severity.ERROR)
    return kind(
        first.message,
        code=first.code,
        path=first.path,
        line=first.line,
        column=first.column,
        json_path=first.json_path,
        help=first.help,
        diagnostics=findings,
    )


def seal(
    path: str | os.PathLike[str],
    *,
    check: bool = False,
    force: bool = False,
    limits: Limits | None = None,
    reject_hard_links: bool = True,
) -> SealResult:
    """Writes the `skill.json` of a `SKILL.md` folder, so that the strict contract takes over.

    The skill is read under the lenient profile; what a sealed folder can't hold or say is refused,
    and never raises. A current `skill.json` is not written again. Same files, same bytes.

    Args:
        path: The folder, or the `SKILL.md` in it.
        check: Whether to look only: nothing is written.
        force: Whether a `skill.json` that sealing did not write is replaced.
        limits: Bounds of the loader that is to take the folder; fields left `None` keep the
            default of `skill.json` packages.
        reject_hard_links: Whether a file with a second name is refused.

    Raises:
        ConfigurationError: An argument is not one of the allowed values.
        Error: The file can't be written (`filesystem_error`, `permission_denied`).
    """
    text = checked_path(path)
    sealed, diagnostics = _core.seal_skill(
        text,
        replace=force,
        limits=package_limits(limits),
        reject_hard_links=reject_hard_links,
    )
    if sealed is None:
        return SealResult(path=text, diagnostics=tuple(advised(text, diagnostics)))
    package, manifest, differences = sealed
    writes = bool(differences) and not check
    if writes:
        replace_file(os.path.join(_folder(text), _MANIFEST), manifest)  # noqa: PTH118 - pathlib costs an import
    return SealResult(
        path=text,
        id=package.id,
        version=str(package.version),
        digest=package.digest,
        tree_digest=package.tree.digest,
        text=manifest,
        written=writes,
        differences=tuple(differences),
        diagnostics=tuple(diagnostics),
    )


def _folder(path: str) -> str:
    """The skill's folder: `path`, or where it lies if it names the skill's own file."""
    parent, name = os.path.split(path)
    named = name == _MANIFEST or name.lower() == "skill.md"
    return (parent or ".") if named else path
