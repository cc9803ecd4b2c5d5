//! What metier tells a person or a program about one finding.
//!
//! A diagnostic is data first: severity, stable code, place, and only then a sentence.
//! The codes of each module stand in that module's `CODES` table.

use std::fmt;

/// How much a finding matters. Ordered: `Information < Warning < Error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A fact worth knowing; nothing departs from any rule.
    Information,
    /// A departure that a lenient reader lives with.
    Warning,
    /// The thing can't be used as it is.
    Error,
}

impl Severity {
    /// The word for the severity, as it stands in JSON output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Where a finding stands. Every part is optional; a part that is known is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file or folder, as the caller named it or relative to what the caller named, `/` separated.
    pub path: Option<String>,
    /// The line in that file, counted from 1.
    pub line: Option<u32>,
    /// The column in that line, counted from 1 in code points.
    pub column: Option<u32>,
    /// The JSON path inside a JSON or YAML document, such as `$.resources[0].size`.
    pub json_path: Option<String>,
}

impl Location {
    /// A place known by its path alone.
    pub fn of_path(path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..Self::default() }
    }

    /// A line and column, both from 1, in the file at `path`.
    pub fn of_line(path: impl Into<String>, line: u32, column: u32) -> Self {
        Self { path: Some(path.into()), line: Some(line), column: Some(column), json_path: None }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// The stable `snake_case` name of this kind of finding.
    pub code: &'static str,
    /// One sentence, lower case, without a full stop: what is so, with the values that make it so.
    pub message: String,
    /// Where it stands.
    pub location: Location,
    /// What to write or do instead, if there is one good answer.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding without help, at `location`.
    pub fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        location: Location,
    ) -> Self {
        Self { severity, code, message: message.into(), location, help: None }
    }

    /// The same finding with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// One row of a module's table of codes: the documentation of error codes is made from these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeEntry {
    /// The stable `snake_case` code.
    pub code: &'static str,
    /// One sentence that says when it is given.
    pub meaning: &'static str,
}
