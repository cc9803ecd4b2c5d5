"""What a resolution comes to."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field
from typing import TYPE_CHECKING, Literal, NoReturn

from metier.errors import ResolutionError
from metier.resolution.conflict import Claim, ConflictFact, Derivation, Premise, Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metier._core import Diagnostic, Refutation, Requirement, Version, _ConflictFields
    from metier.model.package import Package

__all__ = [
    "Conflict",
    "Counters",
    "LimitReached",
    "RequirementEdge",
    "Resolution",
    "ResolvedPackage",
    "SkippedOptional",
]


@dataclass(frozen=True, slots=True)
class Counters:
    """What a resolution cost, in steps; the same input gives the same numbers everywhere.

    Attributes:
        decisions: Values chosen, over all searches of the resolution.
        conflicts: Conflicts analysed.
        learned: Nogoods learned and still kept.
        touched: Packages looked at.
        packages: Packages of the answer as far as it was decided.
        depth: Required edges on the longest path of the answer.
    """

    decisions: int = 0
    conflicts: int = 0
    learned: int = 0
    touched: int = 0
    packages: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class ResolvedPackage:
    """One package of a resolution.

    Attributes:
        id: The package.
        version: Its one version.
        root: Whether it was asked for, and not only depended on.
        parents: Members with a requirement on it, by id.
        package: The package itself, where a snapshot was resolved.
    """

    id: str
    version: Version
    root: bool = False
    parents: tuple[str, ...] = ()
    package: Package | None = None


@dataclass(frozen=True, slots=True)
class RequirementEdge:
    """A requirement between two members.

    Attributes:
        parent: The member that requires.
        child: The member required.
        requirement: Which of its versions will do.
        optional: Whether the child might have been absent.
    """

    parent: str
    child: str
    requirement: Requirement
    optional: bool = False


@dataclass(frozen=True, slots=True)
class SkippedOptional:
    """An optional dependency that was left out.

    Attributes:
        parent: The member that has it.
        id: The package left out.
        requirement: What the parent requires of it.
        reason: Why it was left out, as a clause.
    """

    parent: str
    id: str
    requirement: Requirement
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """One version for each package needed; true.

    Attributes:
        packages: Dependencies first (spec 04).
        edges: Requirements between members, by parent in the order of `packages`, then child.
        skipped: Optional dependencies left out, in the order in which they were tried.
        counters: What it cost.
        diagnostics: One warning for each optional dependency left out.
    """

    packages: tuple[ResolvedPackage, ...]
    edges: tuple[RequirementEdge, ...] = ()
    skipped: tuple[SkippedOptional, ...] = ()
    counters: Counters = field(default_factory=Counters)
    diagnostics: tuple[Diagnostic, ...] = ()

    def __bool__(self) -> Literal[True]:
        """Tells that there is a solution."""
        return True

    def __iter__(self) -> Iterator[ResolvedPackage]:
        """Yields the packages, dependencies first."""
        return iter(self.packages)

    def find(self, id: str) -> ResolvedPackage | None:  # noqa: A002 - the word of the data
        """Gives the member of this id, if there is one; O(packages)."""
        return next((package for package in self.packages if package.id == id), None)

    def explain(self) -> str:
        """Says in a line each which version was chosen and who needs it."""
        return "\n".join(_line(package) for package in self.packages)

    def unwrap(self) -> Resolution:
        """Gives the resolution itself."""
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    facts: tuple[ConflictFact, ...] = ()
    derivations: tuple[Derivation, ...] = ()
    minimal: bool = True
    suggestion: Suggestion | None = None
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


class Conflict:
    """There is no valid set; false. Immutable.

    Why is worked out when it is first asked for, which takes longer than to find out that there
    is none; it is the same each time.
    """

    __slots__ = ("_refutation", "_told", "counters")

    counters: Counters
    """What it cost to find out."""

    _refutation: Refutation | None
    _told: _Told | None

    def __init__(
        self,
        *,
        facts: tuple[ConflictFact, ...] = (),
        derivations: tuple[Derivation, ...] = (),
        minimal: bool = True,
        suggestion: Suggestion | None = None,
        text: str = "",
        counters: Counters | None = None,
        diagnostics: tuple[Diagnostic, ...] = (),
    ) -> None:
        """Keeps what is known of a conflict."""
        told = _Told(
            facts=facts,
            derivations=derivations,
            minimal=minimal,
            suggestion=suggestion,
            text=text,
            diagnostics=diagnostics,
        )
        object.__setattr__(self, "counters", counters or Counters())
        object.__setattr__(self, "_refutation", None)
        object.__setattr__(self, "_told", told)

    @classmethod
    def refuted(cls, refutation: Refutation, counters: Counters) -> Conflict:
        """Makes a conflict that tells why when it is asked."""
        made = cls(counters=counters)
        object.__setattr__(made, "_refutation", refutation)
        object.__setattr__(made, "_told", None)
        return made

    def _why(self) -> _Told:
        told = self._told
        if told is None:
            told = _told(self._refutation.explain()) if self._refutation else _Told()
            object.__setattr__(self, "_told", told)
            object.__setattr__(self, "_refutation", None)
        return told

    @property
    def facts(self) -> tuple[ConflictFact, ...]:
        """Facts that contradict each other, then those told as context."""
        return self._why().facts

    @property
    def derivations(self) -> tuple[Derivation, ...]:
        """The proof: each follows from facts and those before it; the last has no claims."""
        return self._why().derivations

    @property
    def minimal(self) -> bool:
        """Whether no fact of the proof can be left out."""
        return self._why().minimal

    @property
    def suggestion(self) -> Suggestion | None:
        """One root requirement worth relaxing, if that was cheap to find."""
        return self._why().suggestion

    @property
    def text(self) -> str:
        """The proof as sentences, at most 24 lines."""
        return self._why().text

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Who is to blame.

        The codes are `dependency_not_found`, `version_conflict`, `dependency_cycle` and
        `roots_required`.
        """
        return self._why().diagnostics

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuses.

        Raises:
            FrozenInstanceError: Always.
        """
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuses.

        Raises:
            FrozenInstanceError: Always.
        """
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        """Compares everything known."""
        if not isinstance(other, Conflict):
            return NotImplemented
        return (self._why(), self.counters) == (other._why(), other.counters)

    def __hash__(self) -> int:
        """Hashes everything known."""
        return hash((self._why(), self.counters))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles everything known."""
        return _restored, (self._why(), self.counters)

    def __repr__(self) -> str:
        """Shows the sentences."""
        return f"Conflict(text={self.text!r})"

    @property
    def packages(self) -> tuple[ResolvedPackage, ...]:
        """Nothing: there is no solution."""
        return ()

    def __bool__(self) -> Literal[False]:
        """Tells that there is no solution."""
        return False

    def explain(self) -> str:
        """Says why, in sentences."""
        return self.text

    def unwrap(self) -> NoReturn:
        """Raises.

        Raises:
            ResolutionError: The conflict, with the code of its first finding.
        """
        raise ResolutionError(
            self.text, code=self.diagnostics[0].code, diagnostics=self.diagnostics
        )


def _restored(told: _Told, counters: Counters) -> Conflict:
    made = Conflict(counters=counters)
    object.__setattr__(made, "_told", told)
    return made


def _told(fields: _ConflictFields) -> _Told:
    facts, derivations, minimal, diagnostics, suggestion, text = fields
    return _Told(
        facts=tuple(ConflictFact(*fact) for fact in facts),
        derivations=tuple(
            Derivation(
                tuple(Claim(*claim) for claim in claims),
                tuple(Premise(*premise) for premise in premises),
            )
            for claims, premises in derivations
        ),
        minimal=minimal,
        suggestion=None if suggestion is None else Suggestion(*suggestion),
        text=text,
        diagnostics=diagnostics,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached:
    """A bound was met before an answer was known, or the answer is larger than allowed; false.

    Attributes:
        which: The name of the bound in the limits.
        limit: Its value; milliseconds for the deadline.
        counters: What was spent until then.
        diagnostics: The one finding, `resolution_limit_exceeded`.
    """

    which: str
    limit: int
    counters: Counters
    diagnostics: tuple[Diagnostic, ...]

    @property
    def packages(self) -> tuple[ResolvedPackage, ...]:
        """Nothing: there is no solution."""
        return ()

    def __bool__(self) -> Literal[False]:
        """Tells that there is no solution."""
        return False

    def explain(self) -> str:
        """Says which bound was met."""
        return self.diagnostics[0].message

    def unwrap(self) -> NoReturn:
        """Raises.

        Raises:
            ResolutionError: `resolution_limit_exceeded`.
        """
        raise ResolutionError(
            self.explain(), code=self.diagnostics[0].code, diagnostics=self.diagnostics
        )


def _line(package: ResolvedPackage) -> str:
    asked = ["you"] if package.root else []
    needed = ", ".join([*asked, *package.parents])
    return f"{package.id} {package.version} (required by {needed})"
