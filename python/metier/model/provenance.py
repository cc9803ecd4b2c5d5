"""Where the bytes of a package came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from metier.model.trust import TrustLevel

__all__ = ["Provenance"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where bytes came from and how far a host trusts them; never part of a content digest.

    Attributes:
        origin: `embedded`: built in memory; `local`: from this machine; `remote`: from elsewhere.
        source_uri: URI of the folder or artifact, if there is one.
        trust: Set by the host, never by what was read.
    """

    origin: Literal["embedded", "local", "remote"]
    source_uri: str | None
    trust: TrustLevel
