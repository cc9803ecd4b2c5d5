"""When an activation has to stop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Context"]

Interruption = Literal["activation_cancelled", "activation_deadline_exceeded"]


@runtime_checkable
class EventLike(Protocol):
    """What `threading.Event` and `asyncio.Event` have in common."""

    def is_set(self) -> bool:
        """Tells whether the event has happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Cancellation and deadline of one piece of work.

    Attributes:
        cancelled: A function or an event that tells whether to stop; `None` for never. It is
            asked once a package, so it should be cheap.
        deadline: The time from which on the work is late, in seconds of `clock`; `None` for
            never. A deadline equal to the time is met.
        clock: Tells the time. The default is monotonic and starts anywhere, so a deadline is
            made as `time.monotonic() + seconds`.
    """

    cancelled: Callable[[], bool] | EventLike | None = None
    deadline: float | None = None
    clock: Callable[[], float] = time.monotonic

    def interruption(self) -> Interruption | None:
        """Says why the work has to stop now; cancellation stands before the deadline."""
        if self._is_cancelled():
            return "activation_cancelled"
        if self.deadline is not None and self.clock() >= self.deadline:
            return "activation_deadline_exceeded"
        return None

    def _is_cancelled(self) -> bool:
        if self.cancelled is None:
            return False
        if isinstance(self.cancelled, EventLike):
            return self.cancelled.is_set()
        if callable(self.cancelled):
            return bool(self.cancelled())
        raise ConfigurationError(
            f"cancelled must be a function or an event, got {type(self.cancelled).__name__}",
            code="invalid_context",
        )
