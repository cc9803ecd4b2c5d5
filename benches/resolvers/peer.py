"""What a peer offers the contest: a solve to be timed, and the reading of what it gave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Peer(Generic[Outcome]):
    """A resolver with a problem before it.

    Attributes:
        solve: Solves the problem from the start; this is what is timed.
        read: Gives the version chosen of each package, or `None` where there is no solution.
    """

    solve: Callable[[], Outcome]
    read: Callable[[Outcome], dict[int, int] | None]
