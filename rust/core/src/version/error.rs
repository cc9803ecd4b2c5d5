//! Why text is no version, or no requirement.

use thiserror::Error;

use crate::diagnostic::CodeEntry;

/// Why text is not a SemVer 2.0.0 version. Offsets are bytes from the start of the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VersionError {
    /// There is no text.
    #[error("a version is empty, expected major.minor.patch")]
    Empty,
    /// Something else stands where a number must.
    #[error("a number is missing at byte {offset} of {text:?}, expected major.minor.patch")]
    NumberMissing {
        /// Where the number should start.
        offset: usize,
        /// The whole text.
        text: String,
    },
    /// A number has a zero before its first digit.
    #[error("a number at byte {offset} of {text:?} has a leading zero")]
    LeadingZero {
        /// Where the number starts.
        offset: usize,
        /// The whole text.
        text: String,
    },
    /// Major, minor or patch does not fit 64 bits.
    #[error("a number at byte {offset} of {text:?} is over 18446744073709551615")]
    NumberTooLarge {
        /// Where the number starts.
        offset: usize,
        /// The whole text.
        text: String,
    },
    /// A prerelease or build identifier has no characters.
    #[error("an identifier at byte {offset} of {text:?} is empty")]
    IdentifierEmpty {
        /// Where the identifier should start.
        offset: usize,
        /// The whole text.
        text: String,
    },
    /// A character that can't stand where it does.
    #[error("{character:?} at byte {offset} of {text:?} can't stand there")]
    CharacterInvalid {
        /// Where the character starts.
        offset: usize,
        /// The character.
        character: char,
        /// The whole text.
        text: String,
    },
}

impl VersionError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "version_empty",
            Self::NumberMissing { .. } => "version_number_missing",
            Self::LeadingZero { .. } => "version_leading_zero",
            Self::NumberTooLarge { .. } => "version_number_too_large",
            Self::IdentifierEmpty { .. } => "version_identifier_empty",
            Self::CharacterInvalid { .. } => "version_character_invalid",
        }
    }

    /// Where in the text it went wrong, in bytes from its start.
    pub fn offset(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::NumberMissing { offset, .. }
            | Self::LeadingZero { offset, .. }
            | Self::NumberTooLarge { offset, .. }
            | Self::IdentifierEmpty { offset, .. }
            | Self::CharacterInvalid { offset, .. } => *offset,
        }
    }
}

/// Why text is not a requirement in its dialect. Offsets are bytes from the start of the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RequirementError {
    /// There is no text, in a dialect that asks for some.
    #[error("a requirement is empty, expected `*` or a comparator such as `^1.2.3`")]
    Empty,
    /// The text, surrounding white space not counted, is longer than the bound.
    #[error("a requirement of {bytes} bytes is too long, expected at most {limit}")]
    TooLong {
        /// Bytes of the text.
        bytes: usize,
        /// The bound.
        limit: usize,
    },
    /// More comparators than the dialect takes.
    #[error("a requirement has more than {limit} comparators")]
    TooManyComparators {
        /// Where the first comparator too many starts.
        offset: usize,
        /// The bound.
        limit: usize,
    },
    /// A comparator's version is not one.
    #[error("{source}, in a requirement at byte {start}")]
    VersionInvalid {
        /// Where the version starts.
        start: usize,
        /// What is wrong with it.
        source: VersionError,
    },
    /// An operator, comma or hyphen that no version follows.
    #[error("a version is missing at byte {offset} of the requirement")]
    VersionMissing {
        /// Where the version should start.
        offset: usize,
    },
    /// A comma, bar or comparator where none can stand.
    #[error("{character:?} at byte {offset} of the requirement can't stand there")]
    CharacterInvalid {
        /// Where the character starts.
        offset: usize,
        /// The character.
        character: char,
    },
    /// A wildcard that something definite follows, or that can't stand beside other comparators.
    #[error("the wildcard at byte {offset} of the requirement can't stand there")]
    WildcardMisplaced {
        /// Where the wildcard, or what can't follow it, starts.
        offset: usize,
    },
    /// A word that names no dialect.
    #[error("there is no dialect {word:?}, expected strict, npm or cargo")]
    DialectUnknown {
        /// The word.
        word: String,
    },
    /// The version that a caret, tilde or partial version ends before is over 64 bits.
    #[error("the upper bound of the comparator at byte {offset} is over 18446744073709551615")]
    BoundTooLarge {
        /// Where the comparator's version starts.
        offset: usize,
    },
}

impl RequirementError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "requirement_empty",
            Self::TooLong { .. } => "requirement_too_long",
            Self::TooManyComparators { .. } => "requirement_too_many_comparators",
            Self::VersionInvalid { .. } => "requirement_version_invalid",
            Self::VersionMissing { .. } => "requirement_version_missing",
            Self::CharacterInvalid { .. } => "requirement_character_invalid",
            Self::WildcardMisplaced { .. } => "requirement_wildcard_misplaced",
            Self::BoundTooLarge { .. } => "requirement_bound_too_large",
            Self::DialectUnknown { .. } => "requirement_dialect_unknown",
        }
    }

    /// Where in the text it went wrong, in bytes from its start.
    pub fn offset(&self) -> usize {
        match self {
            Self::Empty | Self::DialectUnknown { .. } => 0,
            Self::TooLong { limit, .. } => *limit,
            Self::VersionInvalid { start, source } => start.saturating_add(source.offset()),
            Self::TooManyComparators { offset, .. }
            | Self::VersionMissing { offset }
            | Self::CharacterInvalid { offset, .. }
            | Self::WildcardMisplaced { offset }
            | Self::BoundTooLarge { offset } => *offset,
        }
    }

    /// The same failure where the text starts `by` bytes later.
    #[must_use]
    pub(super) fn shifted(mut self, by: usize) -> Self {
        match &mut self {
            Self::Empty | Self::TooLong { .. } | Self::DialectUnknown { .. } => {}
            Self::TooManyComparators { offset, .. }
            | Self::VersionMissing { offset }
            | Self::CharacterInvalid { offset, .. }
            | Self::WildcardMisplaced { offset }
            | Self::BoundTooLarge { offset }
            | Self::VersionInvalid { start: offset, .. } => *offset = offset.saturating_add(by),
        }
        self
    }
}

/// Every code of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "version_empty", meaning: "The version has no text." },
    CodeEntry {
        code: "version_number_missing",
        meaning: "A version lacks its major, minor or patch number.",
    },
    CodeEntry {
        code: "version_leading_zero",
        meaning: "A number of a version, or a numeric prerelease identifier, starts with a zero too many.",
    },
    CodeEntry {
        code: "version_number_too_large",
        meaning: "Major, minor or patch is over 18446744073709551615.",
    },
    CodeEntry {
        code: "version_identifier_empty",
        meaning: "A prerelease or build identifier has no characters.",
    },
    CodeEntry {
        code: "version_character_invalid",
        meaning: "A version has a character that can't stand where it does.",
    },
    CodeEntry { code: "requirement_empty", meaning: "The requirement has no text." },
    CodeEntry {
        code: "requirement_too_long",
        meaning: "The requirement is over 4096 bytes, surrounding white space not counted.",
    },
    CodeEntry {
        code: "requirement_too_many_comparators",
        meaning: "A requirement in the cargo dialect has over 32 comparators.",
    },
    CodeEntry {
        code: "requirement_version_invalid",
        meaning: "The version of a comparator is no version in its dialect.",
    },
    CodeEntry {
        code: "requirement_version_missing",
        meaning: "An operator, a comma or a hyphen is followed by no version.",
    },
    CodeEntry {
        code: "requirement_character_invalid",
        meaning: "A requirement has a character that can't stand where it does.",
    },
    CodeEntry {
        code: "requirement_wildcard_misplaced",
        meaning: "A wildcard is followed by a number, or stands beside other comparators in a dialect that forbids it.",
    },
    CodeEntry {
        code: "requirement_bound_too_large",
        meaning: "The version that a caret, tilde or partial version ends before is over 64 bits.",
    },
    CodeEntry {
        code: "requirement_dialect_unknown",
        meaning: "The dialect asked for is not strict, npm or cargo.",
    },
];
