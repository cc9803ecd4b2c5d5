"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Generator

REQUIRE_SHARED = os.environ.get("METIER_REQUIRE_SHARED") == "1"
SHARED_MISSING = "the shared folder is not on this machine"

# The same examples on every run: a machine that gates changes must not find its own by chance.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared vectors, catalogs and corpus; tests that need it skip without it."""
    folder = Path(os.environ.get("METIER_SHARED") or Path(__file__).parent.parent.parent / "shared")
    if not folder.is_dir():
        pytest.skip(SHARED_MISSING)
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,  # noqa: ARG001 - pytest passes arguments by name
    call: pytest.CallInfo[None],  # noqa: ARG001
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns a skip for lack of the shared folder into a failure where the gate asks for it."""
    report = yield
    if REQUIRE_SHARED and report.skipped and "shared folder" in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"METIER_REQUIRE_SHARED=1, but {SHARED_MISSING}"
    return report
