"""Exit codes, and which failures lead to which (spec 08)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from metier.errors import (
    ConfigurationError,
    DigestError,
    LimitError,
    RequirementError,
    VersionError,
)

if TYPE_CHECKING:
    from metier.errors import Error

__all__ = ["Exit", "exit_of", "exit_of_error"]


class Exit(IntEnum):
    """What the shell is told."""

    DONE = 0
    NO = 1
    USAGE = 2
    ENVIRONMENT = 3
    INTERRUPTED = 130


_USAGE = frozenset(
    {
        "file_exists",
        "invalid_options",
        "invalid_path_argument",
        "root_not_directory",
        "root_not_found",
        "roots_required",
        "unknown_profile",
    }
)
_ENVIRONMENT = frozenset(
    {"extra_missing", "filesystem_error", "permission_denied", "scheduler_unreachable"}
)


def exit_of(code: str) -> Exit:
    """The exit code for a failure with this code."""
    if code in _USAGE:
        return Exit.USAGE
    if code in _ENVIRONMENT:
        return Exit.ENVIRONMENT
    return Exit.NO


def exit_of_error(error: Error) -> Exit:
    """The exit code for an exception: what was typed wrongly is usage, whatever its code."""
    exit_code = exit_of(error.code)
    mistyped = (ConfigurationError, DigestError, LimitError, RequirementError, VersionError)
    if exit_code is Exit.NO and isinstance(error, mistyped):
        return Exit.USAGE
    return exit_code
