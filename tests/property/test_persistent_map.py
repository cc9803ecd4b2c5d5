"""`PersistentMap` against `dict`."""

from __future__ import annotations

from math import log2

from hypothesis import given
from hypothesis import strategies as st

from metier.registry.persistent_map import PersistentMap

KEYS = st.integers(0, 40)
WRITES = st.lists(st.tuples(st.sampled_from(["set", "remove"]), KEYS), max_size=120)


def applied(writes: list[tuple[str, int]]):
    """The map and the dictionary after each write, oldest first."""
    mapping, expected = PersistentMap(), {}
    history = [(mapping, dict(expected))]
    for number, (operation, key) in enumerate(writes):
        if operation == "set":
            mapping = mapping.set(key, number)
            expected[key] = number
        else:
            mapping = mapping.remove(key)
            expected.pop(key, None)
        history.append((mapping, dict(expected)))
    return history


def height(node: object):
    return 0 if node is None else 1 + max(height(node.left), height(node.right))


def check_nodes(node: object):
    """Checks order, recorded sizes and balance of each node; returns its size."""
    if node is None:
        return 0
    left, right = check_nodes(node.left), check_nodes(node.right)
    assert node.size == left + right + 1
    assert left + 1 <= 3 * (right + 1)
    assert right + 1 <= 3 * (left + 1)
    return node.size


@given(WRITES)
def test_map_equals_a_dictionary_after_every_write_even_when_looked_at_later(
    writes: list[tuple[str, int]],
):
    for mapping, expected in applied(writes):
        assert list(mapping.ascending()) == sorted(expected.items())
        assert list(mapping.descending()) == sorted(expected.items(), reverse=True)
        assert list(mapping) == sorted(expected)
        assert len(mapping) == len(expected)


@given(WRITES, KEYS)
def test_map_looks_up_as_a_dictionary_does(writes: list[tuple[str, int]], key: int):
    mapping, expected = applied(writes)[-1]
    assert mapping.get(key) == expected.get(key)
    assert (key in mapping) == (key in expected)


@given(WRITES)
def test_map_stays_balanced(writes: list[tuple[str, int]]):
    for mapping, _ in applied(writes):
        root = mapping._root  # noqa: SLF001 - the law is about the tree
        check_nodes(root)
        assert height(root) <= 2.5 * log2(len(mapping) + 1)


@given(WRITES, KEYS)
def test_map_remove_of_an_absent_key_is_the_map_itself(writes: list[tuple[str, int]], key: int):
    mapping, expected = applied(writes)[-1]
    if key not in expected:
        assert mapping.remove(key) is mapping


def test_map_shares_all_but_one_path():
    mapping = PersistentMap()
    for key in range(1000):
        mapping = mapping.set(key, key)

    def nodes(node: object) -> object:
        return set() if node is None else {id(node)} | nodes(node.left) | nodes(node.right)

    changed = mapping.set(500, "new")
    fresh = nodes(changed._root) - nodes(mapping._root)  # noqa: SLF001
    assert len(fresh) <= height(mapping._root)  # noqa: SLF001
