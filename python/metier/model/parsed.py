"""The result of every `try_parse`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from metier._core import Diagnostic, Severity

if TYPE_CHECKING:
    from metier.errors import Error

__all__ = ["Parsed"]

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed(Generic[ValueT]):
    """What a text was read as, or why it could not be; true if it could.

    Attributes:
        value: What was read; `None` exactly if there is an error.
        error: The exception that `parse` would have raised.
    """

    value: ValueT | None = None
    error: Error | None = None

    def __bool__(self) -> bool:
        """Whether the text was read."""
        return self.error is None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding, in the order found; empty on success."""
        if self.error is None:
            return ()
        return self.error.diagnostics or (_finding(self.error),)

    def unwrap(self) -> ValueT:
        """Gives the value.

        Raises:
            Error: The error, if there is one.
        """
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value] # a value without error is never absent


def _finding(error: Error) -> Diagnostic:
    return Diagnostic(
        Severity.ERROR,
        error.code,
        error.message,
        path=error.path,
        line=error.line,
        column=error.column,
        json_path=error.json_path,
        help=error.help,
    )
