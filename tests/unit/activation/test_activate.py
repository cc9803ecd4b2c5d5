"""`activate`: every check, its code, and that all problems are collected."""

from __future__ import annotations

import copy
import hashlib
import logging
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from handmade import come_from, make_package, make_resolution

from metier import (
    Activation,
    ActivationError,
    ConfigurationError,
    Conflict,
    Context,
    Diagnostic,
    Limits,
    Resolution,
    Runtime,
    Severity,
    ToolDescriptor,
    TrustLevel,
    Version,
    activate,
    load_skill,
)
from metier.activation.findings import Findings
from metier.activation.instruction import InstructionBudget
from metier.resolution.outcome import ResolvedPackage

if TYPE_CHECKING:
    from pathlib import Path

ECHO = ToolDescriptor("echo", "1")


def codes(activation: Activation):
    return [diagnostic.code for diagnostic in activation.diagnostics]


def is_empty(activation: Activation):
    return activation == Activation(diagnostics=activation.diagnostics)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("echo", None, False), []),
        (("echo", "1", False), []),
        (("gone", None, False), ["required_tool_missing"]),
        (("echo", "1.0", False), ["tool_version_mismatch"]),
    ],
)
def test_activate_checks_required_tools(
    wanted: object,
    expected: object,
):
    activation = activate(make_resolution(make_package(tools=[wanted])), Runtime(tools=[ECHO]))
    assert codes(activation) == expected
    assert bool(activation) == (not expected)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (("gone", None, True), "optional_tool_missing"),
        (("echo", "2", True), "optional_tool_version_mismatch"),
    ],
)
def test_activate_goes_on_without_optional_tools(wanted: object, code: str):
    activation = activate(make_resolution(make_package(tools=[wanted])), Runtime(tools=[ECHO]))
    assert activation
    assert [(found.code, found.severity) for found in activation.diagnostics] == [
        (code, Severity.WARNING)
    ]
    assert activation.tools == ()


def test_activate_exposes_only_tools_that_were_asked_for_by_name():
    runtime = Runtime(tools=[ToolDescriptor(name, "1") for name in ("zip", "secret", "echo")])
    activation = activate(
        make_resolution(
            make_package("a", tools=[("zip", None, False)]),
            make_package("b", tools=[("echo", None, True), ("zip", "1", False)]),
        ),
        runtime,
    )
    assert [tool.name for tool in activation.tools] == ["echo", "zip"]


@pytest.mark.parametrize(
    ("optional", "code"),
    [(False, "required_knowledge_missing"), (True, "optional_knowledge_missing")],
)
def test_activate_checks_knowledge(optional: object, code: str):
    package = make_package(knowledge=[{"source": "gone", "optional": optional}])
    activation = activate(make_resolution(package), Runtime(knowledge={"policy"}))
    assert codes(activation) == [code]
    assert bool(activation) is optional


def test_activate_keeps_knowledge_of_several_skills_apart():
    wanted = [{"source": "policy", "filters": {"team": "x"}, "max_context_chars": 7}]
    activation = activate(
        make_resolution(make_package("a", knowledge=wanted), make_package("b", knowledge=wanted)),
        Runtime(knowledge=["policy"]),
    )
    assert [(each.skill, each.source) for each in activation.knowledge] == [
        ("a@1.0.0", "policy"),
        ("b@1.0.0", "policy"),
    ]
    assert (dict(activation.knowledge[0].filters), activation.knowledge[0].max_context_chars) == (
        {"team": "x"},
        7,
    )


def test_activate_merges_capabilities_conservatively():
    first = {
        "name": "fs",
        "risk": "high",
        "summary": "one",
        "resources": ("b", "a"),
        "metadata": {"k": "first", "x": "1"},
    }
    second = {
        "name": "fs",
        "risk": "medium",
        "summary": "two",
        "resources": ("c", "a"),
        "metadata": {"k": "second", "y": "2"},
    }
    other = {"name": "exec", "risk": "critical"}
    activation = activate(
        make_resolution(
            make_package("a", capabilities=[first]), make_package("b", capabilities=[second, other])
        ),
        Runtime(),
    )
    exec_, fs = activation.capabilities
    assert (exec_.name, exec_.risk) == ("exec", "critical")
    assert (fs.risk, fs.summary, fs.resources) == ("high", "one", ("a", "b", "c"))
    assert dict(fs.metadata) == {"k": "first", "x": "1", "y": "2"}


@pytest.mark.parametrize(
    ("tool", "reason"),
    [
        (None, "no ToolDescriptor"),
        (ToolDescriptor("", "1"), "name is empty"),
        (ToolDescriptor("\ud800", "1"), "no Unicode text"),
        (ToolDescriptor("x", ""), "1 to 255 bytes"),
        (ToolDescriptor("x", "é" * 128), "1 to 255 bytes"),
        (ToolDescriptor("x", 1), "no Unicode text"),
        (ToolDescriptor("x", "1", side_effect="harmless"), "side_effect"),
        (ToolDescriptor("x", "1", approval="yes"), "approval"),
        (ToolDescriptor("x", "1", input_schema="text"), "neither a mapping"),
        (ToolDescriptor("x", "1", input_schema={"a": object()}), "no JSON"),
    ],
)
def test_activate_refuses_an_invalid_descriptor_that_nobody_asked_for(tool: object, reason: str):
    activation = activate(make_resolution(make_package()), Runtime(tools=[ECHO, tool]))
    assert codes(activation) == ["invalid_tool_descriptor"]
    assert reason in activation.diagnostics[0].message


def test_activate_refuses_two_tools_of_one_name():
    activation = activate(
        make_resolution(make_package()), Runtime(tools=[ECHO, ToolDescriptor("echo", "2")])
    )
    assert codes(activation) == ["duplicate_tool_descriptor"]


def test_activate_reports_a_resolution_without_its_package():
    activation = activate(make_resolution(None), Runtime())
    assert codes(activation) == ["null_package"]
    assert activation.diagnostics[0].path == "gone@1.0.0"


def test_activate_takes_no_look_alike_for_a_package():
    """Spec 00, decision 4: "Verified is a type"."""
    package = SimpleNamespace(id="a", version=Version.parse("1.0.0"))
    member = ResolvedPackage("a", package.version, package=package)
    assert codes(activate(Resolution(packages=(member,)), Runtime())) == ["null_package"]


def test_activate_reports_a_skill_that_comes_twice():
    activation = activate(
        make_resolution(make_package(version="1.0.0"), make_package(version="2.0.0")), Runtime()
    )
    assert codes(activation) == ["duplicate_resolved_skill"]
    assert activation.diagnostics[0].path == "demo@2.0.0"


def test_activate_reports_a_package_that_is_not_the_one_resolved():
    member = ResolvedPackage("a", Version.parse("1.0.0"), package=make_package("b"))
    activation = activate(Resolution(packages=(member,)), Runtime())
    assert codes(activation) == ["resolved_package_mismatch"]


@pytest.mark.parametrize(
    ("base", "options", "expected"),
    [
        (None, {"requires": {"base": "^1.0.0"}}, ["resolution_not_closed"]),
        ("2.0.0", {"requires": {"base": "^1.0.0"}}, ["resolution_not_closed"]),
        ("1.5.0", {"requires": {"base": "^1.0.0"}}, []),
        (None, {"optional": {"base": "^1.0.0"}}, []),
        ("2.0.0", {"optional": {"base": "^1.0.0"}}, ["resolution_not_closed"]),
    ],
)
def test_activate_checks_that_the_resolution_is_closed(
    base: object,
    options: object,
    expected: object,
):
    packages = [make_package("base", base)] if base else []
    activation = activate(make_resolution(*packages, make_package("app", **options)), Runtime())
    assert codes(activation) == expected
    assert all(found.path == "app@1.0.0" for found in activation.diagnostics)


@pytest.mark.parametrize(
    ("resources", "kind", "expected"),
    [
        ((), "instructions", "instruction_resource_missing"),
        (("main",), "script", "invalid_instruction_resource_kind"),
    ],
)
def test_instruction_budget_refuses_what_no_verified_package_has(
    resources: tuple[str, ...], kind: str, expected: str
):
    """The contract has no such package, so this one is made up."""
    main = SimpleNamespace(id="main", kind=kind)
    package = SimpleNamespace(
        id="demo",
        version="1.0.0",
        resources=dict.fromkeys(resources, main),
        instruction_resources=(main,),
    )
    findings = Findings()
    budget = InstructionBudget(100, findings)
    budget.take(package, root=True)
    assert [(found.code, found.path) for found in findings.as_tuple()] == [(expected, "demo@1.0.0")]
    assert budget.taken == []


def test_activate_takes_prompts_as_instructions():
    package = make_package(instructions={"main": "x"}, kinds={"main": "prompt"})
    (instruction,) = activate(make_resolution(package), Runtime()).instructions
    assert instruction.text == "x"


def test_activate_instruction_of_a_skill_md_counts_its_body_alone(tmp_path: Path):
    folder = tmp_path / "demo"
    folder.mkdir()
    data = "---\nname: demo\ndescription: Says something.\n---\nBödy.\n".encode()
    (folder / "SKILL.md").write_bytes(data)
    package = load_skill(folder).unwrap()
    (instruction,) = activate(
        make_resolution(package), Runtime(), limits=Limits(max_instruction_bytes=7)
    ).instructions
    assert (instruction.text, instruction.size) == ("Bödy.\n", 7)
    assert instruction.resource_sha256 == hashlib.sha256(data).hexdigest()
    tight = activate(make_resolution(package), Runtime(), limits=Limits(max_instruction_bytes=6))
    assert codes(tight) == ["instruction_budget_exceeded"]


def test_activate_instruction_budget_is_inclusive_and_skips_only_what_does_not_fit():
    package = make_package(instructions={"a": "12345", "b": "123456", "c": "123"})
    assert activate(make_resolution(package), Runtime(), limits=Limits(max_instruction_bytes=14))
    activation = activate(
        make_resolution(package), Runtime(), limits=Limits(max_instruction_bytes=8)
    )
    assert codes(activation) == ["instruction_budget_exceeded"]
    assert "'b' has 6 bytes, 3 of 8 are left" in activation.diagnostics[0].message


def test_activate_instruction_keeps_where_it_is_from():
    package = make_package(instructions={"main": "text"}, trust=TrustLevel.SYSTEM_TRUSTED)
    (instruction,) = activate(make_resolution(package, roots=[]), Runtime()).instructions
    assert (instruction.skill, instruction.resource) == ("demo@1.0.0", "main")
    assert (instruction.source, instruction.trust) == ("application", TrustLevel.SYSTEM_TRUSTED)
    assert instruction.package_digest == package.digest
    assert instruction.resource_sha256 == hashlib.sha256(b"text").hexdigest()
    assert instruction.root is False


@pytest.mark.parametrize("origin", ["local", "remote"])
def test_activate_instruction_of_a_package_from_outside_is_external(origin: str):
    package = come_from(make_package(instructions={"main": "text"}), origin, "file:///x")
    (instruction,) = activate(make_resolution(package), Runtime()).instructions
    assert (instruction.source, instruction.source_uri) == ("external", "file:///x")


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (Limits(max_tools=0), "tool_limit_exceeded"),
        (Limits(max_capabilities=0), "capability_limit_exceeded"),
        (Limits(max_knowledge=0), "knowledge_limit_exceeded"),
        (Limits(max_packages=0), "package_limit_exceeded"),
        (Limits(max_packages=5, max_activated_packages=0), "package_limit_exceeded"),
    ],
)
def test_activate_refuses_more_than_its_limits(
    limits: Limits | None,
    code: str,
):
    package = make_package(
        tools=[("echo", None, False)],
        capabilities=[{"name": "fs"}],
        knowledge=[{"source": "policy"}],
    )
    runtime = Runtime(tools=[ECHO], knowledge={"policy"})
    assert activate(make_resolution(package), runtime)
    assert codes(activate(make_resolution(package), runtime, limits=limits)) == [code]


@pytest.mark.parametrize(("limits", "allowed"), [(None, 256), (Limits.wuwe(), 64)])
def test_activate_package_limit_is_256_and_upstreams_64(
    limits: Limits | None,
    allowed: int,
):
    packages = [make_package(f"s{number}") for number in range(allowed + 1)]
    assert activate(make_resolution(*packages[:-1]), Runtime(), limits=limits)
    assert codes(activate(make_resolution(*packages), Runtime(), limits=limits)) == [
        "package_limit_exceeded"
    ]


def test_activate_collects_every_problem_in_order():
    first = make_package(
        "a",
        tools=[("t", None, False)],
        knowledge=[{"source": "k"}],
        instructions={"main": "too long"},
        requires={"zzz": "*"},
    )
    activation = activate(
        make_resolution(first, None, make_package("b", tools=[("t", None, True)])),
        Runtime(),
        limits=Limits(max_instruction_bytes=7),
    )
    assert codes(activation) == [
        "required_tool_missing",
        "required_knowledge_missing",
        "instruction_budget_exceeded",
        "null_package",
        "optional_tool_missing",
        "resolution_not_closed",
    ]
    assert is_empty(activation)


def test_activate_failed_resolution_keeps_its_own_diagnostics_first():
    conflict = Conflict(diagnostics=(Diagnostic(Severity.ERROR, "version_conflict", "m"),))
    activation = activate(conflict, Runtime())
    assert codes(activation) == ["version_conflict", "resolution_failed"]
    assert is_empty(activation)


@pytest.mark.parametrize("cancelled", [lambda: True, "event"])
def test_activate_stops_when_cancelled(cancelled: object):
    if cancelled == "event":
        cancelled = Event()
        cancelled.set()
    activation = activate(
        make_resolution(make_package()), Runtime(), context=Context(cancelled=cancelled)
    )
    assert codes(activation) == ["activation_cancelled"]


def test_activate_asks_before_each_package():
    times = iter([0.0, 1.0, 2.0])
    context = Context(deadline=2.0, clock=lambda: next(times))
    activation = activate(
        make_resolution(make_package("a"), make_package("b", tools=[("t", None, False)])),
        Runtime(),
        context=context,
    )
    assert codes(activation) == ["activation_deadline_exceeded"]


def test_activate_deadline_not_yet_reached_does_not_stop():
    context = Context(deadline=2.0, clock=lambda: 1.9)
    assert activate(make_resolution(make_package()), Runtime(), context=context)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((None, Runtime()), "invalid_resolution"),
        ((SimpleNamespace(packages=(), diagnostics=()), Runtime()), "invalid_resolution"),
        ((Resolution(packages=()), {"tools": []}), "invalid_runtime"),
    ],
)
def test_activate_refuses_arguments_of_another_kind(arguments: object, code: str):
    with pytest.raises(ConfigurationError) as caught:
        activate(*arguments)
    assert caught.value.code == code


def test_context_refuses_a_cancellation_that_can_not_be_asked():
    with pytest.raises(ConfigurationError) as caught:
        activate(make_resolution(make_package()), Runtime(), context=Context(cancelled=True))
    assert caught.value.code == "invalid_context"


@pytest.mark.parametrize("field", ["tools", "knowledge"])
@pytest.mark.parametrize("value", ["text", 7, None])
def test_runtime_refuses_what_is_no_collection(field: str, value: object):
    with pytest.raises(ConfigurationError) as caught:
        Runtime(**{field: value})
    assert caught.value.code == "invalid_runtime"


def test_activation_unwraps_to_itself_or_raises_everything():
    activation = activate(make_resolution(make_package()), Runtime())
    assert activation.unwrap() is activation
    failed = activate(
        make_resolution(make_package(tools=[("a", None, False), ("b", None, False)])), Runtime()
    )
    with pytest.raises(ActivationError) as caught:
        failed.unwrap()
    assert (caught.value.code, caught.value.path) == ("required_tool_missing", "demo@1.0.0")
    assert caught.value.diagnostics == failed.diagnostics
    assert "'a'" in caught.value.message
    assert "'b'" in caught.value.message


def test_activate_reports_events_without_content(
    caplog: pytest.LogCaptureFixture,
):
    package = make_package(instructions={"main": "the secret sauce"}, tools=[("t", None, True)])
    with caplog.at_level(logging.INFO, logger="metier.events"):
        activation = activate(make_resolution(package), Runtime())
        activate(make_resolution(None), Runtime())
    assert [record.getMessage() for record in caplog.records] == [
        "skill.activation.started",
        "skill.activation.completed",
        "skill.activation.started",
        "skill.activation.failed",
    ]
    assert caplog.records[1].event_data == {
        "packages": 1,
        "instructions": 1,
        "tools": 0,
        "diagnostics": 1,
        "fingerprint": activation.fingerprint,
    }
    assert not any("secret sauce" in repr(vars(record)) for record in caplog.records)


def test_tool_descriptor_keeps_its_own_copy_of_the_schema():
    schema = {"type": "object", "required": ["a"]}
    tool = ToolDescriptor("t", "1", input_schema=schema)
    schema["type"] = "string"
    assert tool.input_schema["type"] == "object"
    with pytest.raises(TypeError):
        tool.input_schema["type"] = "string"
    assert copy.copy(tool) == copy.deepcopy(tool) == tool
    assert hash(copy.deepcopy(tool)) == hash(tool)


def test_tool_descriptor_refuses_a_schema_without_end():
    schema = {}
    schema["self"] = schema
    with pytest.raises(ConfigurationError) as caught:
        ToolDescriptor("t", "1", input_schema=schema)
    assert caught.value.code == "value_too_deep"
