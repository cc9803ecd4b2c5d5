"""Sphinx configuration; the build needs no network."""

from __future__ import annotations

import tomllib
from pathlib import Path

_cargo = tomllib.loads((Path(__file__).parent.parent / "Cargo.toml").read_text(encoding="utf-8"))

project = "metier"
copyright = "the metier project, Apache-2.0"  # noqa: A001 - the name Sphinx reads
release = _cargo["workspace"]["package"]["version"]
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
default_role = "code"

html_theme = "furo"
html_title = f"metier {release}"
html_show_sphinx = False

autodoc_typehints = "signature"
autodoc_member_order = "alphabetical"
autodoc_default_options = {"members": True, "show-inheritance": True, "undoc-members": False}

# Without network there is no inventory of the standard library to resolve these against.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|typing|pathlib|datetime|concurrent|types)\..*"),
    ("py:.*", r"[A-Za-z]*(Error|Exception)"),
    ("py:class", r"(bool|bytes|dict|float|frozenset|int|list|None|object|set|str|tuple|type)"),
    ("py:class", r"(Any|Callable|Iterable|Iterator|Literal|Mapping|Path|Self|Sequence)"),
]
