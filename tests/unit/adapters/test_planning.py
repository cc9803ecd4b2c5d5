"""`planning.project`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from handmade import make_package, make_resolution

from metier import ConfigurationError, Runtime, ToolDescriptor, TrustLevel, activate
from metier.adapters import planning
from metier.adapters.planning import PlanningContext

if TYPE_CHECKING:
    from metier import Activation

RUNTIME = Runtime(tools=[ToolDescriptor(name, "1") for name in ("a", "b", "c")])


@pytest.fixture
def activation():
    return activate(
        make_resolution(
            make_package(
                "one",
                instructions={"x": "First.", "y": "Second."},
                trust=TrustLevel.SYSTEM_TRUSTED,
                tools=[("a", None, False), ("b", None, False)],
                knowledge=[],
            ),
            make_package("two", instructions={"z": "<third>"}),
        ),
        RUNTIME,
    ).unwrap()


def test_planning_appends_with_blank_lines(activation: Activation):
    value = planning.project(activation, PlanningContext(system_prompt="Plan.", input="Go.")).value
    assert value.system_prompt == "Plan.\n\nFirst.\n\nSecond."
    assert value.input.startswith('Go.\n\n<wuwe-context source="skill:two" ')
    assert "&lt;third&gt;" in value.input


def test_planning_applied_twice_adds_nothing(activation: Activation):
    once = planning.project(activation, PlanningContext()).value
    assert planning.project(activation, once).value == once


@pytest.mark.parametrize(
    ("tools", "expected"),
    [
        (None, ["a", "b"]),
        ((), []),
        ((ToolDescriptor("c", "1"), ToolDescriptor("b", "forged")), ["b"]),
    ],
)
def test_planning_narrows_tools_and_takes_the_captured_ones(
    activation: Activation, tools: object, expected: object
):
    value = planning.project(activation, PlanningContext(tools=tools)).value
    assert [tool.name for tool in value.tools] == expected
    assert all(tool.version == "1" for tool in value.tools)


def test_planning_refuses_a_failed_activation():
    failed = activate(make_resolution(None), Runtime())
    with pytest.raises(ConfigurationError) as caught:
        planning.project(failed, PlanningContext())
    assert caught.value.code == "activation_failed"
