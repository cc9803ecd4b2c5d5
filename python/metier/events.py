"""What metier tells a host while it works: named events with counts and ids, never content.

Events go to the logger `metier.events`: the message is the event's name, and the record has the
attribute `event_data`, a mapping of scalars. If the host has loaded OpenTelemetry, the current
span gets the same event. metier never loads or configures either.
"""

from __future__ import annotations

import logging
import sys

__all__ = ["emit"]

_LOGGER = logging.getLogger("metier.events")


def emit(name: str, **data: str | int | bool) -> None:
    """Sends one event.

    Args:
        name: Dotted name, such as `skill.activation.started`.
        **data: Counts, ids, digests and codes. Text of skills has no place here.
    """
    _LOGGER.info(name, extra={"event_data": data})
    trace = sys.modules.get("opentelemetry.trace")
    if trace is not None:
        trace.get_current_span().add_event(name, attributes=data)
