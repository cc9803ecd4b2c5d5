"""`Limits`."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields

import pytest

from metier import LimitError, Limits


def test_limits_without_arguments_leave_every_default():
    assert all(getattr(Limits(), field.name) is None for field in fields(Limits))


@pytest.mark.parametrize("name", [field.name for field in fields(Limits)])
def test_limits_refuse_a_negative_bound(name: str):
    with pytest.raises(LimitError) as caught:
        Limits(**{name: -1})
    assert caught.value.code == "invalid_limit"
    assert name in caught.value.message


@pytest.mark.parametrize("bound", [True, 1.0, "1", 1 << 53])
def test_limits_refuse_what_is_no_exact_integer(bound: object):
    with pytest.raises(LimitError) as caught:
        Limits(max_tools=bound)
    assert caught.value.code == "invalid_limit"


@pytest.mark.parametrize("name", ["max_json_bytes", "max_roots", "max_package_bytes"])
def test_limits_refuse_zero_where_nothing_could_fit(name: str):
    with pytest.raises(LimitError):
        Limits(**{name: 0})


@pytest.mark.parametrize("name", ["max_packages", "max_json_depth", "max_tools", "max_conflicts"])
def test_limits_accept_zero_where_it_means_none(name: str):
    assert getattr(Limits(**{name: 0}), name) == 0


@pytest.mark.parametrize("part", ["max_resource_bytes", "max_manifest_bytes"])
def test_limits_refuse_a_file_larger_than_its_package(part: str):
    with pytest.raises(LimitError) as caught:
        Limits(**{part: 11}, max_package_bytes=10)
    assert caught.value.code == "limit_above_total"
    assert getattr(Limits(**{part: 10}, max_package_bytes=10), part) == 10


def test_limits_of_wuwe_are_upstreams():
    limits = Limits.wuwe()
    assert (limits.max_roots, limits.max_packages, limits.max_depth) == (64, 256, 64)
    assert (limits.max_activated_packages, limits.max_instruction_bytes) == (64, 65_536)
    assert (limits.max_resources, limits.max_resource_bytes) == (128, 1_048_576)
    assert (limits.max_package_bytes, limits.max_manifest_bytes) == (8_388_608, 262_144)


def test_limits_are_values():
    limits = Limits(max_tools=3)
    assert limits == copy.copy(limits) == pickle.loads(pickle.dumps(limits))  # noqa: S301
    assert hash(limits) == hash(Limits(max_tools=3))
    with pytest.raises(FrozenInstanceError):
        limits.max_tools = 4
