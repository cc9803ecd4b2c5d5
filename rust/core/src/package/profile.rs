//! The two profiles a skill is read by (spec 00, decision 1).

use crate::diagnostic::Severity;

/// How a departure from the contract counts. Parser and codes are the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Anything off is an error.
    Strict,
    /// What a real host would load loads, with a warning for each departure.
    Lenient,
}

impl Profile {
    /// The word for the profile.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lenient => "lenient",
        }
    }

    /// The profile with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "strict" => Some(Self::Strict),
            "lenient" => Some(Self::Lenient),
            _ => None,
        }
    }

    /// How a departure that a lenient reader lives with counts here.
    pub fn severity(self) -> Severity {
        match self {
            Self::Strict => Severity::Error,
            Self::Lenient => Severity::Warning,
        }
    }
}
