"""Events for the host."""

from __future__ import annotations

import logging
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

from metier.events import emit

if TYPE_CHECKING:
    import pytest


def test_event_goes_to_the_logger_with_its_data(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO, logger="metier.events"):
        emit("skill.load.started", skill_id="a")
    (record,) = caplog.records
    assert (record.getMessage(), record.event_data) == ("skill.load.started", {"skill_id": "a"})


def test_event_goes_to_the_current_span_when_the_host_traces(monkeypatch: pytest.MonkeyPatch):
    seen = []

    def add_event(name: str, attributes: dict[str, object]) -> None:
        seen.append((name, attributes))

    trace = SimpleNamespace(get_current_span=lambda: SimpleNamespace(add_event=add_event))
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", trace)
    emit("skill.activation.started", packages=3)
    assert seen == [("skill.activation.started", {"packages": 3})]
