//! Semantic versions, SemVer 2.0.0.

/// A version. Equality and hash cover every part; the order is total.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Version {
    /// The text it was read from, which is its canonical form.
    text: String,
}

impl Version {
    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }
}
