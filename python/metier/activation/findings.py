"""Collecting what is wrong, and going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metier._core import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Findings"]


class Findings:
    """Diagnostics in the order they are found."""

    __slots__ = ("_found",)

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        self._found = list(found)

    def error(self, code: str, message: str, place: str | None = None) -> None:
        """Adds what makes the work fail; `place` is a package as `id@version`."""
        self._found.append(Diagnostic(Severity.ERROR, code, message, path=place))

    def warning(self, code: str, message: str, place: str | None = None) -> None:
        """Adds what the work goes on without."""
        self._found.append(Diagnostic(Severity.WARNING, code, message, path=place))

    def missing(self, code: str, message: str, place: str, *, optional: bool) -> None:
        """Adds an unmet wish: a warning if it was optional, else an error."""
        (self.warning if optional else self.error)(code, message, place)

    @property
    def has_error(self) -> bool:
        """Whether anything found makes the work fail."""
        return any(diagnostic.severity == Severity.ERROR for diagnostic in self._found)

    def as_tuple(self) -> tuple[Diagnostic, ...]:
        """Everything found so far, in order."""
        return tuple(self._found)
