"""The exceptions of metier.

Error
├── JsonError            (ValueError)  strict and canonical JSON
├── DigestError          (ValueError)  text that is no digest
├── PathError            (ValueError)  a path, or a set of paths, that is not portable
├── VersionError         (ValueError)  text that is no version
├── RequirementError     (ValueError)  text that is no requirement
├── LimitError           (ValueError)  a limit that can't be one
├── ManifestError        (ValueError)  a manifest that breaks its contract
├── PackageError         (ValueError)  bytes that don't make the package they should
├── ArchiveError         (ValueError)  an archive that is not read
├── IntegrityError                     bytes that are not what was recorded of them
├── LoadError                          a folder or file that does not load
├── RegistrationError                  a package the registry refuses
├── CatalogError                       a catalog that can't be built or read
├── ResolutionError                    requirements without a solution, or a limit met
├── ActivationError                    a resolution that the runtime can't carry
└── ConfigurationError   (ValueError)  a call or an adapter set up wrongly

Every exception has a stable `code`, the place as far as it is known, and `diagnostics`.
"""  # noqa: D416 - `Error` heads the tree, not a section

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metier._core import Diagnostic

__all__ = [
    "ActivationError",
    "ArchiveError",
    "CatalogError",
    "ConfigurationError",
    "DigestError",
    "Error",
    "IntegrityError",
    "JsonError",
    "LimitError",
    "LoadError",
    "ManifestError",
    "PackageError",
    "PathError",
    "RegistrationError",
    "RequirementError",
    "ResolutionError",
    "VersionError",
]


class Error(Exception):
    """Anything metier refuses, with a stable code and the place.

    Attributes:
        code: Stable `snake_case` name of the failure.
        message: One sentence: what is so, with the values that make it so.
        path: The file, folder or package path concerned, if there is one.
        line: Line in that file, counted from 1.
        column: Column in that line, counted from 1 in code points.
        json_path: Place in a JSON or YAML document, such as `$.resources[0].size`.
        offset: Byte offset in the input, where the input is one text.
        help: What to do instead, if there is one good answer.
        diagnostics: Every finding, in the order found; empty where there is only this one.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        json_path: str | None = None,
        offset: int | None = None,
        help: str | None = None,  # noqa: A002 - the word every diagnostic uses
        diagnostics: Sequence[Diagnostic] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.path = path
        self.line = line
        self.column = column
        self.json_path = json_path
        self.offset = offset
        self.help = help
        self.diagnostics = tuple(diagnostics)

    def __eq__(self, other: object) -> bool:
        """Whether `other` is of the same class and carries the same; tracebacks don't count."""
        if not isinstance(other, Error):
            return NotImplemented
        return type(self) is type(other) and self._carried() == other._carried()

    def __hash__(self) -> int:
        """Hashes class, code and message."""
        return hash((type(self), self.code, self.message))

    def _carried(self) -> tuple[object, ...]:
        place = (self.path, self.line, self.column, self.json_path, self.offset)
        return (self.code, self.message, *place, self.help, self.diagnostics)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the exception with all it carries."""
        return _rebuild, (type(self), self.message, self.__dict__)


def _rebuild(kind: type[Error], message: str, state: dict[str, object]) -> Error:
    error = kind.__new__(kind, message)
    error.__dict__.update(state)
    return error


class JsonError(Error, ValueError):
    """JSON that is not strict, or a value that has no canonical form."""


class DigestError(Error, ValueError):
    """Text that is not `sha256:` and 64 lower-case hexadecimal digits."""


class PathError(Error, ValueError):
    """A path, or a set of paths, that is not portable."""


class VersionError(Error, ValueError):
    """Text that is not a SemVer 2.0.0 version."""


class RequirementError(Error, ValueError):
    """Text that is not a requirement in its dialect."""


class LimitError(Error, ValueError):
    """A limit that is negative, zero where that means nothing, or above another it must fit in."""


class ManifestError(Error, ValueError):
    """A manifest that breaks its contract; `diagnostics` has every breach."""


class PackageError(Error, ValueError):
    """A manifest and bytes that don't make a package together."""


class ArchiveError(Error, ValueError):
    """An archive that is not read."""


class IntegrityError(Error):
    """Bytes that are not what was recorded of them."""


class LoadError(Error):
    """A folder or file that does not load."""


class RegistrationError(Error):
    """A package the registry refuses."""


class CatalogError(Error):
    """A catalog that can't be built or read."""


class ResolutionError(Error):
    """Requirements without a solution, or a limit met before one was found."""


class ActivationError(Error):
    """A resolution that the runtime can't carry; `diagnostics` says all that is missing."""


class ConfigurationError(Error, ValueError):
    """A call or an adapter set up wrongly."""
