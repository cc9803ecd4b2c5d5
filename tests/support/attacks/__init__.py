"""Archives of every class of `archive_attacks.json`, made with `struct` and `zlib` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attacks import (
    gzip_members,
    tar_headers,
    tar_members,
    zip64,
    zip_bombs,
    zip_extras,
    zip_headers,
    zip_modes,
    zip_names,
    zip_records,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from attacks.variant import Variant

CLASSES: dict[str, Callable[[], list[Variant]]] = {
    **zip_names.CLASSES,
    **zip_headers.CLASSES,
    **zip_extras.CLASSES,
    **zip_records.CLASSES,
    **zip64.CLASSES,
    **zip_modes.CLASSES,
    **zip_bombs.CLASSES,
    **tar_members.CLASSES,
    **tar_headers.CLASSES,
    **gzip_members.CLASSES,
}
"""What makes the archives of a class, by the id of the class."""
