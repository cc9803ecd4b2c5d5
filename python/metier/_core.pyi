"""The Rust core of metier. Names are re-exported by `metier`; import them from there."""

from typing import final

__all__: list[str]
__version__: str

# --- diagnostic -----------------------------------------------------------------------------

@final
class Severity:
    """How much a finding matters; `INFORMATION < WARNING < ERROR`."""

    INFORMATION: Severity
    WARNING: Severity
    ERROR: Severity
    @property
    def value(self) -> str:
        """The word for the severity, as it stands in JSON output."""
    def __lt__(self, other: Severity, /) -> bool: ...
    def __le__(self, other: Severity, /) -> bool: ...
    def __gt__(self, other: Severity, /) -> bool: ...
    def __ge__(self, other: Severity, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Diagnostic:
    """One finding: severity, stable code, message and place. A frozen value.

    `line` and `column` count from 1, columns in code points. `json_path` is a place inside a
    JSON or YAML document, such as `$.resources[0].size`.
    """

    def __new__(
        cls,
        severity: Severity,
        code: str,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        json_path: str | None = None,
        help: str | None = None,
    ) -> Diagnostic: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def path(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    @property
    def json_path(self) -> str | None: ...
    @property
    def help(self) -> str | None: ...
    def __hash__(self) -> int: ...

# --- json -----------------------------------------------------------------------------------

# --- digest ---------------------------------------------------------------------------------

# --- path -----------------------------------------------------------------------------------

# --- version --------------------------------------------------------------------------------

# --- manifest -------------------------------------------------------------------------------

# --- package --------------------------------------------------------------------------------

# --- catalog and resolve --------------------------------------------------------------------

# --- end ------------------------------------------------------------------------------------
