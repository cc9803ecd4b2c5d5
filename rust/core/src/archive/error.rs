//! Why an archive is not read or not written.

use std::fmt;
use std::io;

use super::codes::CODES;
use crate::path::PathError;

/// An archive that is refused: which rule, which entry, where.
///
/// The codes are those of [`CODES`], and those of the path rules for names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveError {
    code: &'static str,
    entry: Option<String>,
    offset: Option<u64>,
    reason: String,
    help: Option<String>,
}

impl ArchiveError {
    /// A refusal by the rule that `code` names; `reason` has the values that make it so.
    pub(super) fn new(code: &'static str, reason: impl Into<String>) -> Self {
        debug_assert!(
            code.starts_with("path_") || CODES.iter().any(|row| row.code == code),
            "{code} has no row"
        );
        Self { code, entry: None, offset: None, reason: reason.into(), help: None }
    }

    /// The same, about the entry of this name.
    pub(super) fn of(mut self, name: &[u8]) -> Self {
        self.entry = Some(shown(name));
        self
    }

    /// The same, at this byte of the archive, or of the tar file in it.
    pub(super) fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset as u64);
        self
    }

    /// The same, with advice.
    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The stable name of the rule.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Name of the entry concerned, if it is about one; bytes that are no UTF-8 show as U+FFFD.
    pub fn entry(&self) -> Option<&str> {
        self.entry.as_deref()
    }

    /// Byte of the archive where it shows, if there is one such place.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// What to do instead, if there is one good answer.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.entry {
            Some(entry) => write!(formatter, "entry {entry:?}: {}", self.reason),
            None => formatter.write_str(&self.reason),
        }
    }
}

impl std::error::Error for ArchiveError {}

impl From<PathError> for ArchiveError {
    fn from(error: PathError) -> Self {
        let reason = error.to_string();
        Self { entry: Some(error.path().to_owned()), ..Self::new(error.code(), reason) }
    }
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> Self {
        Self::new("archive_write_failed", format!("the archive can't be written: {error}"))
    }
}

/// A name as a message shows it, cut so that it never fills a screen.
pub(super) fn shown(name: &[u8]) -> String {
    const MOST: usize = 256;
    match name.get(..MOST) {
        Some(start) if name.len() > MOST => format!("{}…", String::from_utf8_lossy(start)),
        _ => String::from_utf8_lossy(name).into_owned(),
    }
}
