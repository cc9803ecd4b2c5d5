"""What loading a folder gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier._core import Severity
from metier.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metier._core import Diagnostic
    from metier.model.package import Package

__all__ = ["LoadResult", "load_error"]


@dataclass(frozen=True, slots=True)
class LoadResult:
    """A package, or why there is none; truthy exactly when there is a package.

    Attributes:
        path: The folder, as the caller named it.
        package: The verified package, or `None`.
        diagnostics: Every finding in the order of the checks, warnings and notes included.
    """

    path: str
    package: Package | None
    diagnostics: tuple[Diagnostic, ...]

    def __bool__(self) -> bool:
        return self.package is not None

    @property
    def error(self) -> LoadError | None:
        """The failure as an exception, with the first error's code and place; `None` on success."""
        if self.package is not None:
            return None
        return load_error(self.diagnostics)

    def unwrap(self) -> Package:
        """Returns the package.

        Raises:
            LoadError: There is none; the error has the first failure's code and all findings.
        """
        if self.package is None:
            error = self.error
            assert error is not None  # noqa: S101 - no package means there is an error
            raise error
        return self.package


def load_error(findings: Sequence[Diagnostic]) -> LoadError:
    """Returns findings, of which one is an error, as the exception with its code and place."""
    first = next(finding for finding in findings if finding.severity is Severity.ERROR)
    return LoadError(
        first.message,
        code=first.code,
        path=first.path,
        line=first.line,
        column=first.column,
        json_path=first.json_path,
        help=first.help,
        diagnostics=findings,
    )
