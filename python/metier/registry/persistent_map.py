"""A sorted map that never changes: a write copies one path and shares the rest.

A weight-balanced tree with the parameters (3, 2) that Hirai and Yamamoto proved sound
("Balancing weight-balanced trees", 2011). Its height stays below 2.5 log2(n + 1), so a write
makes O(log n) nodes and old maps stay as they were. Only `<` is asked of keys, so the shape
depends on neither hashes nor the platform.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PersistentMap"]


class _Ordered(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...  # noqa: ANN401 - what `sorted` asks of its items


Key = TypeVar("Key", bound=_Ordered)
Value = TypeVar("Value")

_DELTA = 3
"""How many times heavier one side may be than the other."""
_GAMMA = 2
"""From which weight of the inner grandchild on a double rotation is needed."""


class _Node(Generic[Key, Value]):
    __slots__ = ("key", "left", "right", "size", "value")

    def __init__(
        self,
        key: Key,
        value: Value,
        left: _Node[Key, Value] | None,
        right: _Node[Key, Value] | None,
    ) -> None:
        self.key = key
        self.value = value
        self.left = left
        self.right = right
        self.size = _size(left) + _size(right) + 1


class PersistentMap(Generic[Key, Value]):
    """An immutable map in ascending order of its keys; safe to share between threads."""

    __slots__ = ("_root",)

    def __init__(self) -> None:
        self._root: _Node[Key, Value] | None = None

    def get(self, key: Key) -> Value | None:
        """Looks a key up in O(log n); `None` if it is absent."""
        node = self._root
        while node is not None:
            if key < node.key:
                node = node.left
            elif node.key < key:
                node = node.right
            else:
                return node.value
        return None

    def set(self, key: Key, value: Value) -> PersistentMap[Key, Value]:
        """Makes the map with `key` bound to `value`; O(log n) nodes are new, the rest shared."""
        return self._with_root(_set(self._root, key, value))

    def remove(self, key: Key) -> PersistentMap[Key, Value]:
        """Makes the map without `key`; the map itself if the key is absent. O(log n)."""
        if self._root is None or key not in self:
            return self
        return self._with_root(_remove(self._root, key))

    def ascending(self) -> Iterator[tuple[Key, Value]]:
        """Yields keys and values, ascending by key; O(n) in all."""
        path: list[_Node[Key, Value]] = []
        node = self._root
        while path or node is not None:
            while node is not None:
                path.append(node)
                node = node.left
            node = path.pop()
            yield node.key, node.value
            node = node.right

    def descending(self) -> Iterator[tuple[Key, Value]]:
        """Yields keys and values, descending by key; the first costs O(log n)."""
        path: list[_Node[Key, Value]] = []
        node = self._root
        while path or node is not None:
            while node is not None:
                path.append(node)
                node = node.right
            node = path.pop()
            yield node.key, node.value
            node = node.left

    def __iter__(self) -> Iterator[Key]:
        """Yields the keys, ascending."""
        for key, _ in self.ascending():
            yield key

    def __contains__(self, key: Key) -> bool:
        """Tells whether the key is bound, in O(log n)."""
        node = self._root
        while node is not None:
            if key < node.key:
                node = node.left
            elif node.key < key:
                node = node.right
            else:
                return True
        return False

    def __len__(self) -> int:
        """Counts the keys, in O(1)."""
        return _size(self._root)

    def _with_root(self, root: _Node[Key, Value] | None) -> PersistentMap[Key, Value]:
        changed: PersistentMap[Key, Value] = PersistentMap.__new__(PersistentMap)
        changed._root = root
        return changed


def _size(node: _Node[Any, Any] | None) -> int:
    return 0 if node is None else node.size


def _set(node: _Node[Key, Value] | None, key: Key, value: Value) -> _Node[Key, Value]:
    if node is None:
        return _Node(key, value, None, None)
    if key < node.key:
        return _balanced(node, _set(node.left, key, value), node.right)
    if node.key < key:
        return _balanced(node, node.left, _set(node.right, key, value))
    return _Node(key, value, node.left, node.right)


def _remove(node: _Node[Key, Value], key: Key) -> _Node[Key, Value] | None:
    if key < node.key and node.left is not None:
        return _balanced(node, _remove(node.left, key), node.right)
    if node.key < key and node.right is not None:
        return _balanced(node, node.left, _remove(node.right, key))
    if node.left is None:
        return node.right
    if node.right is None:
        return node.left
    successor, rest = _split_first(node.right)
    return _balanced(successor, node.left, rest)


def _split_first(
    node: _Node[Key, Value],
) -> tuple[_Node[Key, Value], _Node[Key, Value] | None]:
    if node.left is None:
        return node, node.right
    first, rest = _split_first(node.left)
    return first, _balanced(node, rest, node.right)


def _balanced(
    node: _Node[Key, Value],
    left: _Node[Key, Value] | None,
    right: _Node[Key, Value] | None,
) -> _Node[Key, Value]:
    """Copies `node` over new children, of which one may be a single key too heavy."""
    left_weight, right_weight = _size(left) + 1, _size(right) + 1
    if right is not None and right_weight > _DELTA * left_weight:
        return _rotated_left(node, left, right)
    if left is not None and left_weight > _DELTA * right_weight:
        return _rotated_right(node, left, right)
    return _Node(node.key, node.value, left, right)


def _rotated_left(
    node: _Node[Key, Value], left: _Node[Key, Value] | None, right: _Node[Key, Value]
) -> _Node[Key, Value]:
    inner = right.left
    if inner is None or _size(inner) + 1 < _GAMMA * (_size(right.right) + 1):
        lower = _Node(node.key, node.value, left, inner)
        return _Node(right.key, right.value, lower, right.right)
    return _Node(
        inner.key,
        inner.value,
        _Node(node.key, node.value, left, inner.left),
        _Node(right.key, right.value, inner.right, right.right),
    )


def _rotated_right(
    node: _Node[Key, Value], left: _Node[Key, Value], right: _Node[Key, Value] | None
) -> _Node[Key, Value]:
    inner = left.right
    if inner is None or _size(inner) + 1 < _GAMMA * (_size(left.left) + 1):
        lower = _Node(node.key, node.value, inner, right)
        return _Node(left.key, left.value, left.left, lower)
    return _Node(
        inner.key,
        inner.value,
        _Node(left.key, left.value, left.left, inner.left),
        _Node(node.key, node.value, inner.right, right),
    )
