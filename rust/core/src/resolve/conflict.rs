//! Why there is no valid set: facts, what follows from them, and both as text.

use super::counters::Counters;
use crate::diagnostic::Diagnostic;

/// What kind of statement a fact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactKind {
    /// Versions of a package require another package.
    Requires,
    /// Versions of a package go only with some versions of another, if it is there.
    OptionalConstraint,
    /// No version of a package satisfies a requirement.
    NoCandidate,
    /// Only prereleases would satisfy a requirement, and it names none of them.
    PrereleaseExcluded,
    /// Versions of some packages require each other in a circle.
    Cycle,
    /// The caller requires a package.
    Root,
    /// A lock puts one version of a package first. No proof rests on it; it is told as context.
    Locked,
    /// Versions of a package are yanked, and no lock holds one of them.
    Yanked,
}

impl FactKind {
    /// The stable `snake_case` name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requires => "requires",
            Self::OptionalConstraint => "optional_constraint",
            Self::NoCandidate => "no_candidate",
            Self::PrereleaseExcluded => "prerelease_excluded",
            Self::Cycle => "cycle",
            Self::Root => "root",
            Self::Locked => "locked",
            Self::Yanked => "yanked",
        }
    }
}

/// One thing that the catalog, the caller or a lock says. Version lists ascend in total order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictFact {
    /// What kind of statement it is.
    pub kind: FactKind,
    /// The package that requires; empty where the caller or nobody does.
    pub id: String,
    /// The versions of `id` that do.
    pub versions: Vec<String>,
    /// The package it is about; for a cycle the first one.
    pub target: String,
    /// What is required of `target`, as its text.
    pub requirement: Option<String>,
    /// `requires`, `optional_constraint`, `root`: the versions of `target` that satisfy;
    /// `prerelease_excluded`, `yanked`, `locked`: the versions meant; else empty.
    pub candidates: Vec<String>,
    /// For a cycle: each package once, in the order in which they require each other.
    pub path: Vec<String>,
}

/// "The choice for this package is one of these versions", or absent if `absent` says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The package.
    pub id: String,
    /// Its versions, ascending.
    pub versions: Vec<String>,
    /// Whether its absence is meant too.
    pub absent: bool,
}

/// What a derivation follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Premise {
    /// A fact, by its number.
    Fact(usize),
    /// An earlier derivation, by its number.
    Derivation(usize),
}

/// "These claims don't all hold", because of the premises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The claims, by id. The last derivation of a proof has none: there is no valid set.
    pub claims: Vec<Claim>,
    /// What it follows from.
    pub premises: Vec<Premise>,
}

/// One root requirement that is worth relaxing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The root.
    pub id: String,
    /// What is required of it now.
    pub requirement: String,
    /// The first version of it with which there is a valid set.
    pub version: String,
}

/// There is no valid set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Facts that contradict each other, then those told as context.
    pub facts: Vec<ConflictFact>,
    /// The proof, in an order in which each follows from facts and those before it.
    pub derivations: Vec<Derivation>,
    /// Whether no fact of the proof can be left out.
    pub minimal: bool,
    /// Who is to blame, with the codes `dependency_not_found`, `version_conflict`,
    /// `dependency_cycle` and `roots_required`.
    pub diagnostics: Vec<Diagnostic>,
    /// What would help, if that was cheap to find.
    pub suggestion: Option<Suggestion>,
    /// The proof as sentences, at most 24 lines.
    pub text: String,
    /// What it cost to find out, explaining not counted.
    pub counters: Counters,
}
