"""What `metier verify` finds out about a folder or a file, each with every digest it has."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier import _core
from metier.errors import ArchiveError
from metier.loading.archive_file import Mode, is_archive, read_archive_file, read_artifact
from metier.loading.executable_bits import drifted
from metier.loading.skill import load_skill

if TYPE_CHECKING:
    from metier._core import Diagnostic
    from metier.loading.executable_bits import Entry

__all__ = ["Verified", "of_file", "of_folder"]


@dataclass(frozen=True, slots=True)
class Verified:
    """The digests of a folder or file, all computed from its bytes.

    Attributes:
        digests: By name, `artifact`, `package` or `tree`, as far as there is such a one.
        entries: The files of the tree, if it is one.
        diagnostics: Findings that do not stand against it.
    """

    digests: dict[str, str]
    entries: tuple[Entry, ...] | None
    diagnostics: tuple[Diagnostic, ...]


def of_file(path: str, mode: Mode) -> Verified:
    """Reads an artifact: an archive, or the `SKILL.md` of a skill in one file.

    Raises:
        ArchiveError: It starts like an archive and is refused.
        ConfigurationError: There is no such file.
        LoadError: It can't be read.
    """
    if not is_archive(path):
        return _of_text(path)
    archive, data, _ = read_archive_file(path, mode)
    digests = {"artifact": _core.sha256(data), "tree": archive.tree.digest}
    return Verified(digests, archive.tree.entries, archive.diagnostics)


def of_folder(path: str) -> Verified:
    """Hashes a folder, and loads it where it is a skill: a `skill.json` must be true.

    The executable bits of a sealed folder are those of its `skill.json`; where the files have
    others, that is a warning.

    Raises:
        LoadError: The folder can't be hashed, or holds a `skill.json` and does not load.
    """
    tree = _core.tree_digest(path)
    result = load_skill(path)
    package = result.package
    if package is None:
        if os.path.lexists(f"{path}/skill.json"):
            result.unwrap()
        return Verified({"tree": tree.digest}, tree.entries, ())
    findings = list(result.diagnostics)
    bits = drifted(tree.entries, package.tree.entries)
    if bits:
        findings.extend(_drift(path, relative) for relative in bits)
        tree = package.tree
    digests = {"tree": tree.digest}
    if package.digest != package.tree.digest:
        digests["package"] = package.digest
    return Verified(digests, tree.entries, tuple(findings))


def _of_text(path: str) -> Verified:
    data = read_artifact(path)
    digest = _core.sha256(data)
    if os.path.basename(path) != "SKILL.md":  # noqa: PTH119 - pathlib costs an import
        raise ArchiveError(
            "it is neither an archive nor a SKILL.md",
            code="archive_format_unknown",
            path=path,
            help="name a zip or tar.gz file, a SKILL.md, or a folder",
        )
    tree = _core.tree_digest_of_entries([("SKILL.md", False, len(data), digest)])
    return Verified({"artifact": digest, "tree": tree.digest}, tree.entries, ())


def _drift(folder: str, path: str) -> Diagnostic:
    return _core.Diagnostic(
        _core.Severity.WARNING,
        "executable_bit_drift",
        "the file's execute bits are not those that skill.json records",
        path=f"{folder.rstrip('/')}/{path}",
        help="other installers drop or add them; chmod it, or seal the folder again",
    )
