"""Runs one command and turns every failure into an error form and an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from metier.cli.console import Console
from metier.cli.exits import Exit, exit_of_error
from metier.cli.group import cli
from metier.errors import Error

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["run"]


def run(arguments: Sequence[str]) -> int:
    """Runs the command line on `arguments` and returns the exit code; never raises."""
    try:
        if "_METIER_COMPLETE" in os.environ:
            cli.main(args=list(arguments), prog_name="metier")
        with cli.make_context("metier", list(arguments)) as context:
            result = cli.invoke(context)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except click.ClickException as mistake:
        mistake.show()
        return mistake.exit_code
    except (Error, OSError, RuntimeError, KeyboardInterrupt) as failure:
        return _ended(failure, as_json="--json" in arguments)
    return result if isinstance(result, int) else Exit.DONE


def _ended(failure: BaseException, *, as_json: bool) -> int:
    """Says how the command ended and returns its exit code; what is a bug goes on up."""
    match failure:
        case KeyboardInterrupt() | click.Abort():
            click.echo("interrupted", err=True)
            return Exit.INTERRUPTED
        case click.exceptions.Exit():
            return failure.exit_code
        case Error():
            Console.for_errors(as_json=as_json).error(failure)
            return exit_of_error(failure)
        case OSError():
            return _environment(failure, as_json=as_json)
    raise failure


def _environment(error: OSError, *, as_json: bool) -> int:
    """Reports a failure of the operating system that no command foresaw, such as a full disk."""
    failure = Error(
        error.strerror or str(error),
        code="filesystem_error",
        path=str(error.filename) if error.filename is not None else None,
    )
    Console.for_errors(as_json=as_json).error(failure)
    return Exit.ENVIRONMENT
