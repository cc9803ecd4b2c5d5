//! Requirements: which versions will do.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::error::RequirementError;
use super::interval::Alternative;
use super::version::Version;
use super::{cargo, normal, npm, strict};

/// Bytes of a requirement, surrounding white space not counted; inclusive.
pub const MAX_REQUIREMENT_BYTES: usize = 4096;

/// The grammar a requirement is read by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The grammar of `skill.json`.
    Strict,
    /// What people type: npm ranges.
    Npm,
    /// What Rust people type: a bare version is a caret.
    Cargo,
}

impl Dialect {
    /// The word for the dialect.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Npm => "npm",
            Self::Cargo => "cargo",
        }
    }

    /// The dialect with this exact word.
    pub fn from_word(word: &str) -> Result<Self, RequirementError> {
        match word {
            "strict" => Ok(Self::Strict),
            "npm" => Ok(Self::Npm),
            "cargo" => Ok(Self::Cargo),
            _ => Err(RequirementError::DialectUnknown { word: word.to_owned() }),
        }
    }
}

/// A set of versions, and the text that named it. Equal requirements have equal texts and dialects.
#[derive(Clone)]
pub struct Requirement {
    text: Box<str>,
    dialect: Dialect,
    alternatives: Box<[Alternative]>,
}

impl Requirement {
    /// Reads a requirement in one dialect; the cost is linear in the text.
    pub fn parse(text: &str, dialect: Dialect) -> Result<Self, RequirementError> {
        let start = text.trim_start_matches(is_white_space);
        let trimmed = start.trim_end_matches(is_white_space);
        let (bytes, limit) = (trimmed.len(), MAX_REQUIREMENT_BYTES);
        if bytes > limit {
            return Err(RequirementError::TooLong { bytes, limit });
        }
        let alternatives = match dialect {
            Dialect::Strict => strict::parse(trimmed),
            Dialect::Npm => npm::parse(trimmed),
            Dialect::Cargo => cargo::parse(trimmed),
        }
        .map_err(|error| error.shifted(text.len().saturating_sub(start.len())))?;
        Ok(Self { text: trimmed.into(), dialect, alternatives: alternatives.into() })
    }

    /// The requirement that every version fulfils: `*`.
    pub fn any() -> Self {
        Self {
            text: "*".into(),
            dialect: Dialect::Strict,
            alternatives: Box::new([Alternative::Interval(super::Interval::default())]),
        }
    }

    /// The requirement that only `version` fulfils, build metadata included.
    pub fn exactly(version: Version) -> Self {
        Self {
            text: format!("={version}").into(),
            dialect: Dialect::Strict,
            alternatives: Box::new([Alternative::Exact(version)]),
        }
    }

    /// Whether `version` will do. Allocates nothing.
    ///
    /// A prerelease will do only if the alternative it falls in names a prerelease of the same
    /// major, minor and patch (decision 9); `prereleases` lifts that.
    pub fn matches(&self, version: &Version, prereleases: bool) -> bool {
        self.alternatives.iter().any(|alternative| alternative.matches(version, prereleases))
    }

    /// The sets whose union it is, in the order of the text; none if nothing can match.
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    /// The text it was read from, trimmed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The dialect it was read by.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The canonical text: `=version` or the tightest bounds, `*` for all, `<0.0.0-0` for nothing.
    ///
    /// It reads in the strict dialect, or with `||` in npm's; it is its own canonical text, and it
    /// names the same versions under the prerelease rule. With the rule lifted a partial lower end,
    /// as in `1.x`, also takes prereleases of `1.0.0`, which no full version can say.
    pub fn normalized(&self) -> String {
        normal::write(&self.alternatives)
    }
}

fn is_white_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

// Text and dialect determine the rest.
impl PartialEq for Requirement {
    fn eq(&self, other: &Self) -> bool {
        self.dialect == other.dialect && self.text == other.text
    }
}

impl Eq for Requirement {}

impl Hash for Requirement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
        self.dialect.hash(state);
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.text)
    }
}

impl fmt::Debug for Requirement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Requirement({:?}, {})", self.text, self.dialect.as_str())
    }
}
