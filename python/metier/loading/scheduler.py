"""The executor of a Dask scheduler, which is the extra `farm`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from metier.errors import ConfigurationError, LoadError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

__all__ = ["executor_of"]

PATIENCE = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def executor_of(address: str) -> Iterator[Executor]:
    """Connects to a scheduler for as long as the block lasts.

    Args:
        address: As Dask writes it, such as `tcp://host:8786`.

    Raises:
        ConfigurationError: `extra_missing`: Dask is not installed; or `invalid_scheduler`: the
            address is none.
        LoadError: `scheduler_unreachable`: nothing answers there.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ConfigurationError(
            "hashing on a scheduler needs the package distributed",
            code="extra_missing",
            help="install it with: pip install 'metier[farm]'",
        ) from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (ValueError, TypeError) as error:
        raise ConfigurationError(
            f"{address!r} is no address of a scheduler: {error}",
            code="invalid_scheduler",
            help="write it as the scheduler does when it starts, such as tcp://host:8786",
        ) from error
    except OSError as error:
        raise LoadError(
            f"no scheduler answers at {address}: {error}",
            code="scheduler_unreachable",
            help="start one with: dask scheduler",
        ) from error
    with client, client.get_executor() as executor:
        yield executor
