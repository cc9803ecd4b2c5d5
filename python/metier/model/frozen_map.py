"""A mapping that can't be changed, with the manners of a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Generic, NoReturn, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["FrozenMap", "freeze", "same_json", "thaw"]

ValueT_co = TypeVar("ValueT_co", covariant=True)


class FrozenMap(Mapping[str, ValueT_co], Generic[ValueT_co]):
    """A read-only mapping from strings to values that can't be changed either.

    It compares equal to any mapping with the same items, in whatever order; it hashes if its
    values do; it pickles; copies of it are itself. Items keep the order they were given in.
    """

    __slots__ = ("_hash", "_items")

    _items: dict[str, ValueT_co]
    _hash: int | None

    def __init__(
        self, items: Mapping[str, ValueT_co] | Iterable[tuple[str, ValueT_co]] = ()
    ) -> None:
        object.__setattr__(self, "_items", dict(items))
        object.__setattr__(self, "_hash", None)

    def __getitem__(self, key: str) -> ValueT_co:
        """Returns the value of `key`, or raises `KeyError` as mappings do."""
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        """Gives the keys in the order of the items."""
        return iter(self._items)

    def __len__(self) -> int:
        """Returns the number of items."""
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        """Whether `other` is a mapping with equal items."""
        if isinstance(other, FrozenMap):
            return self._items == other._items
        if isinstance(other, Mapping):
            return self._items == dict(other)
        return NotImplemented

    def __hash__(self) -> int:
        """Returns a hash that does not depend on the order of the items."""
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(frozenset(self._items.items())))
        return self._hash or 0

    def __repr__(self) -> str:
        """Shows the items."""
        return f"FrozenMap({self._items!r})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuses."""
        raise AttributeError(f"a FrozenMap can't be changed, {name!r} neither")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuses."""
        raise AttributeError(f"a FrozenMap can't be changed, {name!r} neither")

    def __copy__(self) -> Self:
        """Returns itself."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Returns itself: its values can't be changed either."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the items."""
        return type(self), (self._items,)


def freeze(value: object) -> object:
    """Returns a JSON value with its objects as `FrozenMap` and its arrays as tuples."""
    if isinstance(value, Mapping):
        return FrozenMap({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value


def thaw(value: object) -> object:
    """Returns a frozen JSON value with dicts and lists."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [thaw(item) for item in value]
    return value


def same_json(left: object, right: object) -> bool:
    """Whether two frozen JSON values are the same, where `1`, `1.0` and `true` are not."""
    if isinstance(left, FrozenMap) and isinstance(right, FrozenMap):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same_json, left, right))
    return type(left) is type(right) and left == right
