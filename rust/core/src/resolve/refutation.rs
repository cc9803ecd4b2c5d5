//! That there is no valid set; why is told when it is asked for.

use super::blame;
use super::conflict::Conflict;
use super::counters::Counters;
use super::explain::{explain, unknown_roots};
use super::nogood::Fact;
use super::problem::{Problem, Root};
use crate::catalog::Catalog;
use crate::limits::ResolveLimits;
use crate::version::Version;

/// That there is no valid set, with the facts that a proof was found to rest on.
///
/// To shrink and tell these takes longer than to find them, so a caller who only asks whether
/// there is a valid set doesn't pay for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    pub(super) roots: Vec<Root>,
    pub(super) locked: Vec<(String, Version)>,
    pub(super) limits: ResolveLimits,
    /// Sorted; none where the roots alone are at fault.
    pub(super) facts: Vec<Fact>,
    /// What it cost to find out.
    pub counters: Counters,
}

impl Refutation {
    /// Says why, with a core of few facts and a proof; `catalog` is the one resolved over. The same
    /// every time. Bounded by counters of its own, some milliseconds for real problems.
    pub fn explain(&self, catalog: &Catalog) -> Conflict {
        if self.roots.is_empty() {
            return no_roots();
        }
        let problem = Problem::new(catalog, &self.roots, &self.locked, self.limits);
        if !problem.unknown.is_empty() {
            return unknown_roots(&problem, self.counters);
        }
        explain(&problem, self.facts.clone(), self.counters)
    }
}

fn no_roots() -> Conflict {
    let finding = blame::no_roots();
    Conflict {
        facts: Vec::new(),
        derivations: Vec::new(),
        minimal: true,
        suggestion: None,
        text: "Nothing was required, so there is nothing to resolve.".to_owned(),
        diagnostics: vec![finding],
        counters: Counters::default(),
    }
}
