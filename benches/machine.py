"""One line about the machine a report was made on, without its name."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

PEERS = ("orjson", "pyyaml", "rfc8785")


def machine_line() -> str:
    """Returns processor, cores, load, kernel, Python, metier and the peers' versions."""
    peers = ", ".join(f"{name} {version(name)}" for name in PEERS)
    load = os.getloadavg()[0]
    return (
        f"{_processor()}, {os.cpu_count()} cores, load {load:.1f} at the start, "
        f"{platform.system()} {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()}, metier {version('metier')}; {peers}"
    )


def _processor() -> str:
    """The model name that Linux gives; elsewhere the architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
