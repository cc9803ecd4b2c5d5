"""What became of one registration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from metier._core import Severity
from metier.errors import RegistrationError

if TYPE_CHECKING:
    from metier._core import Diagnostic
    from metier.model.package import Package

__all__ = ["RegistrationResult", "RegistrationStatus"]

RegistrationStatus = Literal["none", "inserted", "unchanged", "replaced"]


@dataclass(frozen=True, slots=True)
class RegistrationResult:
    """The outcome of one `Registry.register`; truthy if the registry holds those bytes now.

    Attributes:
        status: `inserted`, `replaced`, `unchanged` if the same bytes stood there already, or
            `none` if the package was refused.
        package: The package that stands in the registry; of a refusal the refused one, or
            `None` if it was no package.
        previous: The package replaced, or the one a refusal is about; else `None`.
        diagnostics: The error of a refusal, or what is to be said about a success: the same
            bytes offered under another trust level.
    """

    status: RegistrationStatus
    package: Package | None = None
    previous: Package | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        """Tells whether the registry holds the bytes that were offered."""
        return self.status != "none"

    @property
    def error(self) -> RegistrationError | None:
        """Why the package was refused; `None` on success."""
        for diagnostic in self.diagnostics:
            if diagnostic.severity == Severity.ERROR:
                return RegistrationError(
                    diagnostic.message,
                    code=diagnostic.code,
                    path=diagnostic.path,
                    help=diagnostic.help,
                    diagnostics=self.diagnostics,
                )
        return None

    def unwrap(self) -> Package:
        """Returns the package that stands in the registry.

        Raises:
            RegistrationError: The package was refused: `invalid_registration`,
                `registration_conflict` or `id_case_conflict`.
        """
        error = self.error
        if error is not None:
            raise error
        if self.package is None:
            raise RegistrationError("nothing was registered", code="invalid_registration")
        return self.package
