"""Reported troubles with the tools a skill names, each by its field case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from handmade import make_package, make_resolution
from skill_folder import both, error_codes, skill_text, write_skill

import metier
from metier import _core

if TYPE_CHECKING:
    from pathlib import Path


def read(keys: str) -> _core.SkillMd:
    skill, found = _core.read_skill_md(skill_text("demo", keys=keys).encode(), folder="demo")
    assert skill is not None, found
    return skill


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ('allowed-tools: ""\n', ""),
        ("allowed-tools: []\n", []),
        ("allowed-tools: NoSuchTool\n", "NoSuchTool"),
        ("", None),
    ],
)
def test_F118_hint_is_shown_and_narrows_nothing(
    tmp_path: Path, keys: str, shown: str | list[str] | None
) -> None:
    """`allowed-tools` is kept as written, whatever it says, and asks for no tool (decision 8)."""
    skill = read(keys)
    assert skill.allowed_tools == shown
    assert skill.agent33["allowed_tools"] is None
    text = skill_text("demo", keys=keys)
    package = metier.load_skill(write_skill(tmp_path / "demo", text)).unwrap()
    assert package.tools == ()
    resolution = metier.resolve(_registered(package), ["demo"]).unwrap()
    assert metier.activate(resolution, metier.Runtime())


@pytest.mark.parametrize(
    ("keys", "narrowed"),
    [
        ("allowed_tools: []\n", []),
        ("allowed_tools:\n", []),
        ("allowed_tools: [Read]\n", ["Read"]),
        ("allowed_tools: [Read]\nallowed-tools: Bash\n", ["Read"]),
    ],
)
def test_F118_empty_list_means_no_tools(keys: str, narrowed: list[str]) -> None:
    """An empty list is no tools at all, told apart from a key that is not there (decision 8)."""
    assert read(keys).agent33["allowed_tools"] == narrowed


@pytest.mark.parametrize(
    ("written", "tools"),
    [
        (
            "Bash(git add *) Bash(git commit *) Read",
            ["Bash(git add *)", "Bash(git commit *)", "Read"],
        ),
        ("Read, Grep", ["Read", "Grep"]),
        ("Read Write Glob", ["Read", "Write", "Glob"]),
        ("Read Bash(gh:*, git:*)", ["Read", "Bash(gh:*, git:*)"]),
        ("Read,  Write ,Bash", ["Read", "Write", "Bash"]),
        ("", []),
    ],
)
def test_F119_text_of_tools_is_split_outside_parentheses(written: str, tools: list[str]) -> None:
    """Blanks and commas part tools, but not those within a tool's own parentheses."""
    assert _core.split_tools(written) == tools


def test_F119_list_of_tools_is_kept_as_a_list(tmp_path: Path) -> None:
    """A list is a departure whose items are taken whole; strict says how to write it."""
    keys = 'allowed-tools: [Read, "Bash(gh:*, git:*)"]\n'
    assert read(keys).allowed_tools == ["Read", "Bash(gh:*, git:*)"]
    strict, lenient = both(write_skill(tmp_path / "demo", skill_text("demo", keys=keys)))
    assert error_codes(strict) == {"allowed_tools_list"}
    assert strict.error is not None
    assert strict.error.help == "write `allowed-tools: Read Bash(gh:*, git:*)`"
    assert lenient


@pytest.mark.parametrize(
    ("there", "code"),
    [(None, "required_tool_missing"), ("2", "tool_version_mismatch"), ("1", None)],
)
def test_F121_missing_tool_stops_the_activation(there: str | None, code: str | None) -> None:
    """A skill whose tool is absent, or there in another version, is not activated.

    The finding has a code and names the tool, and nothing of the skill is handed over.
    """
    package = make_package(
        "shop", tools=[("orders.refund", "1", False)], instructions={"main": "Refund.\n"}
    )
    tools = [] if there is None else [metier.ToolDescriptor("orders.refund", there)]
    activation = metier.activate(make_resolution(package), metier.Runtime(tools=tools))
    if code is None:
        assert activation
        assert [tool.name for tool in activation.tools] == ["orders.refund"]
        return
    assert not activation
    (finding,) = activation.diagnostics
    assert finding.code == code
    assert finding.severity is metier.Severity.ERROR
    assert "orders.refund" in finding.message
    assert activation.packages == ()
    assert activation.instructions == ()


def _registered(package: metier.Package) -> metier.Snapshot:
    registry = metier.Registry()
    registry.register(package)
    return registry.snapshot()
