"""What metier tells a host while it works: named events with counts and ids, never content.

Events go to the logger `metier.events`: the message is the event's name, and the record has the
attribute `event_data`, a mapping of scalars. If the host has loaded OpenTelemetry, the current
span gets the same event. metier never loads or configures either, and a listener that fails stops
no work.
"""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["emit", "is_heard"]

_TRACE = "opentelemetry.trace"


def is_heard() -> bool:
    """Whether the host has loaded anything that an event could go to."""
    return "logging" in sys.modules or _TRACE in sys.modules


def emit(name: str, **data: str | int | bool) -> None:
    """Sends one event; what a listener raises is ignored.

    Args:
        name: Dotted name, such as `skill.activation.started`.
        **data: Counts, ids, digests and codes. Text of skills has no place here.
    """
    logging = sys.modules.get("logging")
    if logging is not None:
        with suppress(Exception):
            logging.getLogger("metier.events").info(name, extra={"event_data": data})
    trace = sys.modules.get(_TRACE)
    if trace is not None:
        with suppress(Exception):
            trace.get_current_span().add_event(name, attributes=data)
