//! What should never happen, said instead of a wrong answer.

use super::verify::Breach;
use crate::diagnostic::CodeEntry;

/// A fault of the resolver itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// The answer did not stand up to the last look at every edge.
    #[error("the resolver's answer is not valid: {0}")]
    Unverified(Breach),
}

impl ResolveError {
    /// The stable `snake_case` code of this failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unverified(_) => "resolution_unverified",
        }
    }
}

/// Every code of this module: of [`ResolveError`], and of the findings of the three outcomes.
pub const CODES: &[CodeEntry] = &[
    CodeEntry {
        code: "resolution_unverified",
        meaning: "The resolver's answer failed its own last check; a fault of metier.",
    },
    CodeEntry {
        code: "roots_required",
        meaning: "A resolution was asked for without a root requirement.",
    },
    CodeEntry {
        code: "dependency_not_found",
        meaning: "No candidate of a package satisfies a requirement on it.",
    },
    CodeEntry {
        code: "version_conflict",
        meaning: "No candidate of a package satisfies all requirements on it together.",
    },
    CodeEntry {
        code: "dependency_cycle",
        meaning: "Packages require each other in a circle that no other version escapes.",
    },
    CodeEntry {
        code: "resolution_limit_exceeded",
        meaning: "A bound was met before an answer was known, or the answer is larger than allowed.",
    },
    CodeEntry {
        code: "optional_dependency_skipped",
        meaning: "An optional dependency was left out because it does not fit.",
    },
];
