"""Checks of what callers hand to the loaders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from metier.model.limits import Limits

__all__ = ["PackageLimits", "checked_path", "checked_profile", "package_limits"]

PackageLimits = tuple[int | None, int | None, int | None, int | None, int | None]


def checked_path(path: str | os.PathLike[str]) -> str:
    """Returns the path as text.

    Raises:
        ConfigurationError: It is no path, is bytes, or holds a NUL (`invalid_path_argument`).
    """
    try:
        text = os.fspath(path)
    except TypeError:
        text = None
    if not isinstance(text, str) or "\0" in text:
        raise ConfigurationError(
            f"a path is text without NUL, got {path!r}", code="invalid_path_argument"
        )
    return text


def checked_profile(profile: str) -> Literal["lenient", "strict"]:
    """Returns the profile.

    Raises:
        ConfigurationError: It is neither `lenient` nor `strict` (`unknown_profile`).
    """
    if profile == "lenient":
        return "lenient"
    if profile == "strict":
        return "strict"
    raise ConfigurationError(
        f"profile is 'lenient' or 'strict', got {profile!r}", code="unknown_profile"
    )


def package_limits(limits: Limits | None) -> PackageLimits:
    """The five package bounds in the core's order; `None` keeps the default."""
    if limits is None:
        return (None, None, None, None, None)
    return (
        limits.max_manifest_bytes,
        limits.max_resources,
        limits.max_resource_bytes,
        limits.max_package_bytes,
        limits.max_entries,
    )
