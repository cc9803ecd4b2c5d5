//! Gathers diagnostics while a file is read.

use super::problem::SkillMdProblem;
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::package::Profile;
use crate::text::Position;

/// The findings so far, and what every one of them shares.
pub(super) struct Findings<'input> {
    path: &'input str,
    pub(super) profile: Profile,
    diagnostics: Vec<Diagnostic>,
}

impl<'input> Findings<'input> {
    pub(super) fn new(path: &'input str, profile: Profile) -> Self {
        Self { path, profile, diagnostics: Vec::new() }
    }

    /// Records a finding at a place in the text.
    pub(super) fn at(&mut self, problem: &SkillMdProblem, position: Position) {
        self.record(problem, position, None);
    }

    /// Records a finding about the value at `json_path`.
    pub(super) fn at_key(
        &mut self,
        problem: &SkillMdProblem,
        position: Position,
        json_path: impl Into<String>,
    ) {
        self.record(problem, position, Some(json_path.into()));
    }

    fn record(&mut self, problem: &SkillMdProblem, position: Position, json_path: Option<String>) {
        let mut location = Location::of_line(self.path, position.line, position.column);
        location.json_path = json_path;
        let severity = problem.severity(self.profile);
        let mut diagnostic =
            Diagnostic::new(severity, problem.code(), problem.to_string(), location);
        diagnostic.help = problem.help();
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// All findings in the order of the text; those of one place in the order found.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|one| (one.location.line, one.location.column));
        self.diagnostics
    }
}
