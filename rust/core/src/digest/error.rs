//! Why a text is not a digest.

use crate::diagnostic::CodeEntry;

/// Why a text is not `sha256:` and 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DigestError {
    /// The text doesn't start with the name of the algorithm.
    #[error("the digest starts with {found:?}, expected \"sha256:\"")]
    UnknownAlgorithm {
        /// The first seven characters.
        found: String,
    },
    /// Not 64 digits.
    #[error("the digest has {actual} characters after \"sha256:\", expected 64")]
    WrongLength {
        /// Characters after the prefix.
        actual: usize,
    },
    /// An upper-case digit, which would give one digest two texts.
    #[error("the digest has the upper-case digit {found:?}, expected lower case")]
    UpperCase {
        /// The first such digit.
        found: char,
    },
    /// A character that is no hexadecimal digit.
    #[error("the digest has {found:?}, expected a hexadecimal digit")]
    NotHexadecimal {
        /// The first such character.
        found: char,
    },
}

impl DigestError {
    /// The stable name of this kind; each stands in [`CODES`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownAlgorithm { .. } => "digest_unknown_algorithm",
            Self::WrongLength { .. } => "digest_wrong_length",
            Self::UpperCase { .. } => "digest_upper_case",
            Self::NotHexadecimal { .. } => "digest_not_hexadecimal",
        }
    }
}

/// Every code of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry {
        code: "digest_unknown_algorithm",
        meaning: "A digest doesn't start with `sha256:`.",
    },
    CodeEntry { code: "digest_wrong_length", meaning: "A digest has not 64 digits." },
    CodeEntry { code: "digest_upper_case", meaning: "A digest has an upper-case digit." },
    CodeEntry {
        code: "digest_not_hexadecimal",
        meaning: "A digest has a character that is no hexadecimal digit.",
    },
];
