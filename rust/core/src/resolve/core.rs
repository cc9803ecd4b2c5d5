//! A small set of facts that can't all be so.

use std::collections::BTreeSet;

use super::budget::Budget;
use super::engine::Engine;
use super::nogood::{Fact, Origin};
use super::problem::Problem;
use super::search::{Finding, Goal};
use crate::limits::ResolveLimits;

/// Searches made to shrink one set of facts.
const MAX_ATTEMPTS: usize = 512;
/// Conflicts of all these searches together.
const MAX_CONFLICTS: u64 = 6_000;
/// Conflicts of one of them.
const MAX_CONFLICTS_EACH: u64 = 1_000;
/// Choices of all of them.
const MAX_DECISIONS: u64 = 50_000;

/// Facts that contradict each other.
#[derive(Debug)]
pub(super) struct Core {
    /// Sorted.
    pub(super) facts: Vec<Fact>,
    /// Whether no fact can be left out. False if shrinking ended early.
    pub(super) minimal: bool,
}

/// The facts that a refutation rests on, sorted.
pub(super) fn leaves(engine: &Engine<'_>) -> Vec<Fact> {
    let mut facts = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<usize> =
        engine.refutation.iter().flatten().map(|step| step.nogood).collect();
    while let Some(nogood) = waiting.pop() {
        if !seen.insert(nogood) {
            continue;
        }
        match engine.nogoods.origin(nogood) {
            Origin::Fact(fact) => {
                facts.insert(fact.clone());
            }
            Origin::Learned(steps) => waiting.extend(steps.iter().map(|step| step.nogood)),
        }
    }
    facts.into_iter().collect()
}

/// Leaves out facts for as long as the rest is contradictory: large pieces first, then one by
/// one. Bounded by counters, so the result is the same on every machine.
pub(super) fn shrink(problem: &Problem<'_>, facts: Vec<Fact>) -> Core {
    let mut shrinking =
        Shrinking { problem, attempts: 0, conflicts: 0, decisions: 0, complete: true };
    let mut facts = shrinking.refute(&facts).unwrap_or(facts);
    let mut size = (facts.len() / 2).max(1);
    loop {
        let before = facts.len();
        facts = shrinking.pass(facts, size);
        if size == 1 && (facts.len() == before || shrinking.is_spent()) {
            break;
        }
        size = (size / 2).max(1);
    }
    Core { facts, minimal: shrinking.complete }
}

struct Shrinking<'p, 'a> {
    problem: &'p Problem<'a>,
    attempts: usize,
    conflicts: u64,
    decisions: u64,
    complete: bool,
}

impl Shrinking<'_, '_> {
    fn is_spent(&self) -> bool {
        self.attempts >= MAX_ATTEMPTS
            || self.conflicts >= MAX_CONFLICTS
            || self.decisions >= MAX_DECISIONS
    }

    /// Tries to leave out each piece of `size` facts, the last ones first.
    fn pass(&mut self, mut facts: Vec<Fact>, size: usize) -> Vec<Fact> {
        let mut end = facts.len();
        while end > 0 && facts.len() > 1 {
            if self.is_spent() {
                self.complete = false;
                return facts;
            }
            let start = end.saturating_sub(size);
            let rest: Vec<Fact> =
                facts.iter().take(start).chain(facts.iter().skip(end)).cloned().collect();
            if let Some(smaller) = self.refute(&rest) {
                facts = smaller;
            }
            end = start.min(facts.len());
        }
        facts
    }

    /// The facts that a refutation of these needs, or nothing if there is none within bounds.
    fn refute(&mut self, facts: &[Fact]) -> Option<Vec<Fact>> {
        self.attempts += 1;
        let engine = refutation(self.problem, facts, MAX_CONFLICTS_EACH);
        self.conflicts += engine.budget.counters.conflicts;
        self.decisions += engine.budget.counters.decisions;
        if engine.refutation.is_some() {
            return Some(leaves(&engine));
        }
        self.complete &= engine.budget.counters.conflicts < MAX_CONFLICTS_EACH;
        None
    }
}

/// An engine that has tried to refute these facts within a number of conflicts.
pub(super) fn refutation<'a>(
    problem: &'a Problem<'a>,
    facts: &[Fact],
    max_conflicts: u64,
) -> Engine<'a> {
    let limits = ResolveLimits {
        max_conflicts,
        max_decisions: u64::MAX,
        max_learned: usize::MAX,
        deadline: None,
        ..problem.limits
    };
    let mut engine = Engine::of_facts(problem, Budget::new(limits), facts);
    let started = engine.start();
    if started == Ok(true) {
        let finding = engine.search(&[], Goal::ValidSet);
        debug_assert!(finding != Ok(Finding::Refused), "nothing was assumed");
    }
    engine
}
