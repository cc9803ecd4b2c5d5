"""The licence gate lets through what it should, and stops the rest."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

TOOL = Path(__file__).parents[2] / "tools" / "licences.py"


@pytest.fixture(scope="module")
def accepts() -> Callable[[str], bool]:
    """The function of the tool that judges one SPDX expression."""
    spec = spec_from_file_location("licences", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[[str], bool] = module.accepts
    return function


@pytest.mark.parametrize(
    "expression",
    [
        "MIT",
        "MIT OR Apache-2.0",
        "MIT/Apache-2.0",
        "GPL-3.0-only OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        "GPL-3.0-only AND MIT OR ISC",
    ],
)
def test_expression_with_an_allowed_way_is_accepted(
    accepts: Callable[[str], bool], expression: str
):
    assert accepts(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "(MIT",
        "MIT OR",
        "MIT Apache-2.0",
        "MIT WITH Classpath-exception-2.0",
        "GPL-3.0-only AND (MIT OR ISC)",
    ],
)
def test_expression_without_an_allowed_way_is_refused(
    accepts: Callable[[str], bool], expression: str
):
    assert not accepts(expression)
