//! The findings of one walk over a document, collected and put in the order of the text.

use crate::diagnostic::{Diagnostic, Location, Severity};

use super::error::ManifestError;

/// Findings that are listed for one document; a hostile one could have hundreds of thousands.
pub const MAX_FINDINGS: usize = 1000;

/// What a walk has found so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    rows: Vec<(usize, Diagnostic)>,
    omitted: usize,
}

impl Findings {
    /// Adds a breach at the byte `offset`; the path is made only if the finding is kept.
    pub(super) fn add(
        &mut self,
        breach: &ManifestError,
        offset: usize,
        json_path: impl FnOnce() -> String,
    ) {
        if self.rows.len() >= MAX_FINDINGS {
            self.omitted += 1;
            return;
        }
        let location = Location { json_path: Some(json_path()), ..Location::default() };
        let message = breach.to_string();
        self.rows
            .push((offset, Diagnostic::new(Severity::Error, breach.code(), message, location)));
    }

    /// How many findings there are, listed or not.
    pub(super) fn count(&self) -> usize {
        self.rows.len() + self.omitted
    }

    /// The findings in the order of the text, each with its line and column in `source`.
    pub(super) fn into_diagnostics(mut self, source: &[u8]) -> Vec<Diagnostic> {
        self.rows.sort_by_key(|(offset, _)| *offset);
        let mut position = Position::START;
        let mut diagnostics = Vec::with_capacity(self.rows.len());
        for (offset, mut diagnostic) in self.rows {
            position.advance(source, offset);
            diagnostic.location.line = Some(position.line);
            diagnostic.location.column = Some(position.column);
            diagnostics.push(diagnostic);
        }
        if self.omitted > 0 {
            let breach = ManifestError::TooManyFindings { omitted: self.omitted };
            diagnostics.push(breach.to_diagnostic());
        }
        diagnostics
    }
}

/// A line and column, both from 1; columns count code points.
#[derive(Debug)]
struct Position {
    offset: usize,
    line: u32,
    column: u32,
}

impl Position {
    const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// Moves forward to `offset`, which is not before the present one.
    fn advance(&mut self, source: &[u8], offset: usize) {
        for byte in source.get(self.offset..offset).unwrap_or_default() {
            if *byte == b'\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column = self.column.saturating_add(1);
            }
        }
        self.offset = self.offset.max(offset);
    }
}
