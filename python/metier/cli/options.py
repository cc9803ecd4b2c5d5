"""Options that several commands share."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from metier.cli.console import Console

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["console_options", "from_option", "mode_option", "profile_option", "trust_option"]

P = ParamSpec("P")
R = TypeVar("R")

TRUST_WORDS = (
    "system_trusted",
    "application_trusted",
    "model_generated",
    "retrieved_untrusted",
    "user_supplied",
    "tool_output",
)


def console_options(command: Callable[..., R]) -> Callable[..., R]:
    """Adds `--json`, `-q` and `-v`, and hands the command a `console`."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
    @click.option("-q", "--quiet", count=True, help="Print only the result and errors.")
    @click.option("-v", "--verbose", count=True, help="Print notes too.")
    @wraps(command)
    def wrapped(*args: object, as_json: bool, quiet: int, verbose: int, **kwargs: object) -> R:
        console = Console(as_json=as_json, verbosity=verbose - quiet)
        return command(*args, console=console, **kwargs)

    return wrapped


def profile_option(default: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Adds `--profile`, with this command's default."""
    return click.option(
        "--profile",
        type=click.Choice(["strict", "lenient"]),
        default=default,
        show_default=True,
        help="strict: every departure is an error; lenient: what real hosts load, with warnings.",
    )


def mode_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds `--mode`, which archives are read."""
    return click.option(
        "--mode",
        type=click.Choice(["strict", "import", "auto"]),
        default="strict",
        show_default=True,
        help="strict: the canonical form alone; import: what other tools make, tar.gz too; "
        "auto: strict, and import for what strict refuses.",
    )(command)


def from_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds `--from`, the folders that skills are taken from."""
    return click.option(
        "--from",
        "sources",
        multiple=True,
        default=["."],
        show_default=True,
        metavar="DIR",
        help="Folder to take skills from, at any depth; may be repeated.",
    )(command)


def trust_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds `--trust`, how far the host trusts what it loads."""
    return click.option(
        "--trust",
        type=click.Choice(TRUST_WORDS),
        default="retrieved_untrusted",
        show_default=True,
        help="How far you trust these folders; only the first two may become system messages.",
    )(command)
