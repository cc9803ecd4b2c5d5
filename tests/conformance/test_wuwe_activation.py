"""Upstream's own statements about activation and its projections.

Reference Wuwe, section 11, 59 to 66 and 71; section 8.
"""

from __future__ import annotations

from handmade import make_package, make_resolution

from metier import (
    Context,
    Diagnostic,
    Limits,
    Runtime,
    Severity,
    ToolDescriptor,
    TrustLevel,
    activate,
)
from metier.adapters import messages, planning
from metier.adapters.planning import PlanningContext

FULL = {
    "instructions": {"main": "Review the change."},
    "tools": [("echo", "1", False)],
    "knowledge": [{"source": "engineering"}],
    "capabilities": [{"name": "filesystem.read"}],
}
RUNTIME = Runtime(tools=[ToolDescriptor("echo", "1")], knowledge={"engineering"})


def test_statement_59_a_full_catalog_activates():
    """59: a required tool echo@1, knowledge engineering, capability filesystem.read with a full
    catalog -> success; 1 package, 1 instruction, exposed tools [echo], 1 capability, 1 knowledge,
    fingerprint `sha256:` + 64 hex (71 chars)."""
    activation = activate(make_resolution(make_package(**FULL)), RUNTIME)
    assert activation
    assert (len(activation.packages), len(activation.instructions)) == (1, 1)
    assert [tool.name for tool in activation.tools] == ["echo"]
    assert (len(activation.capabilities), len(activation.knowledge)) == (1, 1)
    assert activation.fingerprint.startswith("sha256:")
    assert len(activation.fingerprint) == 71


def test_statement_60_all_that_is_missing_is_reported():
    """60: missing required tool and knowledge -> failure with >= 2 diagnostics."""
    activation = activate(make_resolution(make_package(**FULL)), Runtime())
    assert not activation
    assert len(activation.diagnostics) == 2


def test_statement_61_instructions_over_budget_fail():
    """61: max_instruction_bytes 8, longer text -> failure."""
    assert not activate(
        make_resolution(make_package(**FULL)), RUNTIME, limits=Limits(max_instruction_bytes=8)
    )


def test_statement_62_a_warning_of_the_resolution_stays_first():
    """62: a warning from resolution stays the first diagnostic of a successful activation."""
    warning = Diagnostic(Severity.WARNING, "optional_dependency_skipped", "m")
    package = make_package(tools=[("gone", None, True)])
    activation = activate(make_resolution(package, diagnostics=[warning]), RUNTIME)
    assert activation
    assert activation.diagnostics[0] == warning
    assert len(activation.diagnostics) == 2


def test_statement_63_a_cancelled_context_is_said_first():
    """63: a pre-cancelled context -> first diagnostic activation_cancelled."""
    warning = Diagnostic(Severity.WARNING, "optional_dependency_skipped", "m")
    context = Context(cancelled=lambda: True)
    activation = activate(
        make_resolution(make_package(), diagnostics=[warning]), RUNTIME, context=context
    )
    assert activation.diagnostics[0].code == "activation_cancelled"
    assert activation.fingerprint == ""


def test_statement_64_a_deadline_of_now_is_exceeded():
    """64: deadline = now -> activation_deadline_exceeded."""
    context = Context(deadline=5.0, clock=lambda: 5.0)
    activation = activate(make_resolution(make_package()), RUNTIME, context=context)
    assert [found.code for found in activation.diagnostics] == ["activation_deadline_exceeded"]


def test_statement_65_trusted_and_untrusted_become_messages():
    """65: trusted + untrusted packages applied to a request with one user message -> 3 messages:
    system(trusted), user containing `skill:com.example.external`, original; context source =
    skill; execution-context metadata has wuwe.skills.fingerprint."""
    activation = activate(
        make_resolution(
            make_package(
                "com.example.own", instructions={"main": "Own."}, trust=TrustLevel.SYSTEM_TRUSTED
            ),
            make_package("com.example.external", instructions={"main": "External."}),
        ),
        RUNTIME,
    )
    original = {"role": "user", "content": "hello"}
    projection = messages.project(activation, [original])
    trusted, external, last = projection.value
    assert (trusted["role"], trusted["content"]) == ("system", "Own.")
    assert external["role"] == "user"
    assert "skill:com.example.external" in external["content"]
    assert trusted["source"] == external["source"] == "skill"
    assert last == original
    assert projection.metadata["wuwe.skills.fingerprint"] == activation.fingerprint
    assert projection.metadata["wuwe.skills"] == "com.example.own@1.0.0,com.example.external@1.0.0"


def test_statement_66_planning_separates_trusted_from_untrusted():
    """66: planning: trusted text in system_prompt, untrusted in input."""
    activation = activate(
        make_resolution(
            make_package("a", instructions={"main": "Own."}, trust=TrustLevel.APPLICATION_TRUSTED),
            make_package("b", instructions={"main": "External."}),
        ),
        RUNTIME,
    )
    value = planning.project(activation, PlanningContext(input="Plan it.")).value
    assert "Own." in value.system_prompt
    assert "External." not in value.system_prompt
    assert "External." in value.input
    assert "Own." not in value.input


def test_statement_71_a_long_skill_is_fitted_into_its_limit():
    """71: budget: 400-char skill message, skills limit 20 -> before > 20, after <= 20.

    Upstream cuts the message; here it is dropped whole and named (spec 05, messages)."""
    activation = activate(make_resolution(make_package(instructions={"main": "x" * 400})), RUNTIME)
    projection = messages.project(activation, [{"role": "user", "content": "q"}], budget=20)
    assert projection.usage.offered_tokens > 20 >= projection.usage.tokens
    assert [loss.code for loss in projection.losses] == ["instruction_dropped"]
