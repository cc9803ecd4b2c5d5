//! Requirements: which versions will do.

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

/// A set of versions, and the text that named it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Requirement {
    text: String,
    dialect: Dialect,
}

impl Requirement {
    /// The text it was read from, trimmed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The dialect it was read by.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
}
