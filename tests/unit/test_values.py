"""Values compare, hash, copy and pickle, and can't be changed (spec 10)."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import pytest
from handmade import make_package

import metier
from metier import errors
from metier.adapters import messages, planning
from metier.adapters.budget import Budget
from metier.model.frozen_map import FrozenMap

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SKILL = "---\nname: demo\ndescription: Sorts words.\nversion: 1.0.0\n---\nSort.\n"


def package() -> metier.Package:
    return make_package(
        "demo",
        requires={"base": "^1.0.0"},
        instructions={"guide": "Sort."},
        tools=[("echo", "1", False)],
        capabilities=[{"name": "read", "metadata": {"a": "b"}, "resources": ["x"]}],
        knowledge=[{"source": "policy", "filters": {"a": "b"}}],
    )


def resolved(catalog_of: str) -> metier.Resolution | metier.Conflict | metier.LimitReached:
    """Resolves over one of three small catalogs."""
    roots = ["demo"]
    rows: list[tuple[str, str, dict[str, str]]] = [("demo", "1.0.0", {"base": "^1.0.0"})]
    limits = None
    if catalog_of != "conflict":
        rows.append(("base", "1.0.0", {}))
    if catalog_of == "limit":
        limits = metier.Limits(max_packages=1)
    return metier.resolve(metier.Catalog.build(rows), roots, limits=limits)


def activation() -> metier.Activation:
    registry = metier.Registry()
    registry.register_many([package(), make_package("base")])
    resolution = metier.resolve(registry.snapshot(), ["demo"]).unwrap()
    return metier.activate(resolution, runtime()).unwrap()


def runtime() -> metier.Runtime:
    schema = {"type": "object", "required": ["text"]}
    tools = [metier.ToolDescriptor("echo", "1", input_schema=schema)]
    return metier.Runtime(tools=tools, knowledge={"policy"})


VALUES: dict[str, Callable[[], object]] = {
    "Diagnostic": lambda: metier.Diagnostic(
        metier.Severity.WARNING, "code", "message", path="a", line=1, column=2, help="h"
    ),
    "Severity": lambda: metier.Severity.ERROR,
    "TrustLevel": lambda: metier.TrustLevel.USER_SUPPLIED,
    "Limits": lambda: metier.Limits(max_depth=3),
    "Version": lambda: metier.Version.parse("1.2.3-rc.1+x"),
    "Requirement": lambda: metier.Requirement.parse("^1 || 2", dialect="npm"),
    "Archive": lambda: metier.read_archive(metier.build_archive({"SKILL.md": b"x"})),
    "File": lambda: metier.File(b"x", executable=True),
    "FolderArchive": lambda: metier.FolderArchive(
        "a.zip", 22, "sha256:" + "0" * 64, package().tree
    ),
    "TreeDigest": lambda: package().tree,
    "Parsed": lambda: metier.Parsed(value=metier.Version.parse("1.0.0")),
    "Parsed with an error": lambda: metier.Version.try_parse("1"),
    "Manifest": lambda: package().manifest,
    "Requires": lambda: package().manifest.requires,
    "ResourceDescriptor": lambda: package().manifest.resources[0],
    "SkillDefinition": lambda: package().definition,
    "SkillDependency": lambda: metier.SkillDependency(name="git", kind="tool"),
    "SkillRequirement": lambda: package().manifest.requires.skills[0],
    "ToolRequirement": lambda: package().manifest.requires.tools[0],
    "CapabilityRequirement": lambda: package().manifest.requires.capabilities[0],
    "KnowledgeRequirement": lambda: package().manifest.requires.knowledge[0],
    "FrozenMap": lambda: FrozenMap({"a": FrozenMap({"b": ("c",)})}),
    "Package": package,
    "VerifiedPackage": lambda: package()._verified,  # noqa: SLF001 - what resources carry
    "Resource": lambda: package().resource("guide"),
    "resources": lambda: package().resources,
    "Dependency": lambda: package().requirements[0],
    "ToolUse": lambda: package().tools[0],
    "Capability of a package": lambda: package().capabilities[0],
    "KnowledgeSource": lambda: package().knowledge[0],
    "Provenance": lambda: package().provenance,
    "RegistrationResult": lambda: metier.Registry().register(package()),
    "RegistrationResult of a refusal": lambda: metier.Registry().register(None),
    "CatalogEntry": lambda: metier.CatalogEntry("demo", "1.0.0", requires={"base": "^1.0.0"}),
    "Resolution": lambda: resolved("resolution"),
    "Conflict": lambda: resolved("conflict"),
    "LimitReached": lambda: resolved("limit"),
    "ToolDescriptor": lambda: runtime().tools[0],
    "Runtime": runtime,
    "Context": lambda: metier.Context(deadline=1.0),
    "Activation": activation,
    "Instruction": lambda: activation().instructions[0],
    "Capability": lambda: activation().capabilities[0],
    "ActivatedKnowledge": lambda: activation().knowledge[0],
    "Budget": lambda: Budget(skills=1000),
    "PlanningContext": lambda: planning.PlanningContext(system_prompt="s"),
    "Projection for planning": lambda: planning.project(activation(), planning.PlanningContext()),
    "Projection for messages": lambda: messages.project(
        activation(), [{"role": "user", "content": "hello"}]
    ),
}

# Their contents are lists and dicts of somebody else's, which have no hash.
WITHOUT_HASH = {"Projection for messages"}

ERRORS = [getattr(errors, name) for name in errors.__all__]


@pytest.fixture(params=VALUES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of one kind of value."""
    return str(request.param)


def test_values_made_alike_are_equal_and_hash_alike(name: str):
    left, right = VALUES[name](), VALUES[name]()
    assert left == right
    assert left != object()
    if name not in WITHOUT_HASH:
        assert hash(left) == hash(right)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_of_values_are_equal(name: str, copied: Callable[[object], object]):
    value = VALUES[name]()
    assert copied(value) == value
    assert type(copied(value)) is type(value)


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_values_come_back_equal_from_a_pickle(name: str, protocol: int):
    value = VALUES[name]()
    twin = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - written in this test
    assert twin == value
    assert type(twin) is type(value)
    if name not in WITHOUT_HASH:
        assert hash(twin) == hash(value)


def test_values_can_not_be_changed(name: str):
    value = VALUES[name]()
    attributes = [each for each in dir(value) if not each.startswith(("_", "model_"))]
    known = [each for each in attributes if not callable(getattr(value, each))]
    for attribute in [*known, "surprise"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, None)


def test_every_public_value_class_is_among_the_values():
    made = {type(make()) for make in VALUES.values()}
    classes = {
        each
        for each in (getattr(metier, public) for public in metier.__all__)
        if isinstance(each, type) and not issubclass(each, Exception)
    }
    # What does work or stands for a changing state is no value.
    actors = {
        metier.Catalog,
        metier.DirectoryLoader,
        metier.Progress,
        metier.Registry,
        metier.Snapshot,
    }
    loaded = {metier.Discovery, metier.LoadResult, metier.SealResult}
    assert classes - made == actors | loaded


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    """A folder with one skill, and one that does not load."""
    for folder, text in (("demo", SKILL), ("other", "no skill")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "SKILL.md").write_text(text, encoding="utf-8")
    return tmp_path


def test_what_loading_gives_is_a_value(skill: Path):
    def load() -> list[object]:
        result = metier.load_skill(skill / "demo")
        resource = result.unwrap().resource("SKILL.md")
        return [metier.discover(skill), result, metier.load_skill(skill / "other"), resource]

    for value, twin in zip(load(), load(), strict=True):
        assert value == twin
        assert hash(value) == hash(twin)
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value
        back = pickle.loads(pickle.dumps(value))  # noqa: S301 - written in this test
        assert back == value
        assert hash(back) == hash(value)
        with pytest.raises((AttributeError, TypeError)):
            value.surprise = 1  # type: ignore[attr-defined]


def test_pickled_resource_still_reads_its_bytes(skill: Path):
    resource = metier.load_skill(skill / "demo").unwrap().resource("SKILL.md")
    back = pickle.loads(pickle.dumps(resource))  # noqa: S301 - written in this test
    assert (back.data, back.text) == (SKILL.encode(), "Sort.\n")


def test_resource_is_equal_by_content_and_not_by_package():
    left, right = (
        make_package(each, instructions={"guide": "Sort."}).resource("guide") for each in "ab"
    )
    assert left == right
    other = make_package("a", instructions={"guide": "Search."}).resource("guide")
    assert left != other


def test_packages_that_differ_in_trust_alone_are_not_equal():
    left = make_package(trust=metier.TrustLevel.USER_SUPPLIED)
    right = make_package(trust=metier.TrustLevel.TOOL_OUTPUT)
    assert left != right
    assert left._verified != right._verified  # noqa: SLF001 - what the package wraps


@pytest.mark.parametrize("kind", ERRORS)
def test_errors_compare_hash_copy_and_pickle(kind: type[metier.Error]):
    def make(line: int = 1) -> metier.Error:
        found = metier.Diagnostic(metier.Severity.ERROR, "code", "message", line=line)
        place = {"path": "a", "line": line, "column": 2, "json_path": "$.a", "offset": 3}
        return kind("message", code="code", help="help", diagnostics=[found], **place)

    error = make()
    assert error == make()
    assert hash(error) == hash(make())
    assert error != make(line=2)
    for twin in (
        copy.copy(error),
        copy.deepcopy(error),
        pickle.loads(pickle.dumps(error)),  # noqa: S301 - written in this test
    ):
        assert twin == error
        assert type(twin) is kind
        assert str(twin) == "message"


def test_errors_of_two_classes_are_not_equal():
    assert errors.PathError("m", code="c") != errors.LoadError("m", code="c")


def test_raised_error_is_equal_to_one_that_was_not():
    with pytest.raises(metier.VersionError) as caught:
        metier.Version.parse("1")
    assert caught.value == metier.Version.try_parse("1").error
