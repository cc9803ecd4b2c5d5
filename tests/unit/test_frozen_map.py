from __future__ import annotations

import copy
import pickle

import pytest

from metier.model.frozen_map import FrozenMap, freeze, same_json, thaw


def test_map_equals_any_mapping_with_the_same_items():
    frozen = FrozenMap({"a": 1, "b": 2})
    assert frozen == {"b": 2, "a": 1}
    assert frozen == FrozenMap([("b", 2), ("a", 1)])
    assert hash(frozen) == hash(FrozenMap([("b", 2), ("a", 1)]))
    assert frozen != {"a": 1}
    assert frozen != [("a", 1), ("b", 2)]


def test_map_pickles_and_copies():
    frozen = FrozenMap({"a": FrozenMap({"b": (1,)})})
    assert pickle.loads(pickle.dumps(frozen)) == frozen  # noqa: S301 - own data
    assert copy.copy(frozen) is frozen
    assert copy.deepcopy(frozen) is frozen


def test_map_refuses_every_change():
    source = {"a": 1}
    frozen = FrozenMap(source)
    source["b"] = 2
    assert dict(frozen) == {"a": 1}
    with pytest.raises(AttributeError):
        frozen.other = {}
    with pytest.raises(AttributeError):
        del frozen.other
    with pytest.raises(TypeError):
        frozen["a"] = 2


def test_frozen_json_thaws_to_what_it_was():
    value = {"a": [1, {"b": None}], "c": True}
    assert thaw(freeze(value)) == value


@pytest.mark.parametrize(
    ("left", "right"), [(1, 1.0), (1, True), ([1], [True]), ({"a": 1}, {"a": 1.0}), (0.0, False)]
)
def test_json_values_of_different_types_are_not_the_same(left: object, right: object):
    assert not same_json(freeze(left), freeze(right))
    assert same_json(freeze(left), freeze(left))
