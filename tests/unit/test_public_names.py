"""`metier.__all__` is the public surface, and nothing else is."""

from __future__ import annotations

import ast
from importlib.resources import files

import pytest

import metier
from metier import errors


def stub_names() -> set[str]:
    """Every public name that the installed `__init__.pyi` declares."""
    tree = ast.parse(files("metier").joinpath("__init__.pyi").read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname for alias in node.names if alias.asname == alias.name}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names - {"__all__"}


def stub_all() -> list[str]:
    """The value of `__all__` in the installed `__init__.pyi`."""
    tree = ast.parse(files("metier").joinpath("__init__.pyi").read_text(encoding="utf-8"))
    values = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "__all__"
    ]
    assert len(values) == 1
    names: list[str] = ast.literal_eval(values[0])
    return names


def test_all_is_sorted_and_unique():
    assert list(metier.__all__) == sorted(set(metier.__all__))


def test_all_equals_dir():
    assert dir(metier) == list(metier.__all__)


@pytest.mark.parametrize("name", metier.__all__)
def test_public_name_loads(name: str):
    assert getattr(metier, name) is not None


@pytest.mark.parametrize("name", [name for name in metier.__all__ if name != "__version__"])
def test_public_name_is_documented(name: str):
    documentation = getattr(metier, name).__doc__
    assert documentation
    assert documentation.strip()


def test_stub_declares_every_public_name_and_no_other():
    assert stub_names() == set(metier.__all__)


def test_stub_all_equals_runtime_all():
    assert stub_all() == list(metier.__all__)


def test_every_error_class_is_public():
    assert set(errors.__all__) <= set(metier.__all__)


def test_unknown_name_raises_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = metier.nonsense
