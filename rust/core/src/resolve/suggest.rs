//! Which single root requirement is worth relaxing, and to what.

use super::answer::Walk;
use super::budget::Budget;
use super::conflict::Suggestion;
use super::counters::Counters;
use super::engine::Engine;
use super::nogood::Fact;
use super::problem::{Problem, RootRequirement};
use super::search::{Finding, Goal};
use crate::catalog::set;
use crate::limits::ResolveLimits;

/// Roots tried, and conflicts and choices spent on all of them.
const MAX_ROOTS: usize = 16;
const MAX_CONFLICTS: u64 = 1_000;
const MAX_DECISIONS: u64 = 20_000;

/// The first root, in id order, whose requirement alone stands in the way; with the first version
/// of it for which there is a valid set.
pub(super) fn suggest(problem: &Problem<'_>, facts: &[Fact]) -> Option<Suggestion> {
    let mut spent = Counters::default();
    let roots = facts.iter().filter_map(|fact| match fact {
        Fact::Root(number) => Some(*number),
        _ => None,
    });
    roots.take(MAX_ROOTS).find_map(|number| relax(problem, number, &mut spent))
}

fn relax(problem: &Problem<'_>, number: usize, spent: &mut Counters) -> Option<Suggestion> {
    let root = problem.roots.get(number)?;
    let mut roots = problem.roots.clone();
    let mut allowed = problem.everything(root.package);
    set::remove(&mut allowed, set::ABSENT);
    if let Some(relaxed) = roots.get_mut(number) {
        *relaxed = RootRequirement { allowed, ..root.clone() };
    }
    let limits = ResolveLimits {
        max_conflicts: MAX_CONFLICTS.saturating_sub(spent.conflicts),
        max_decisions: MAX_DECISIONS.saturating_sub(spent.decisions),
        max_packages: usize::MAX,
        deadline: None,
        ..problem.limits
    };
    let relaxed = Problem {
        roots,
        locked: problem.locked.clone(),
        unknown: Vec::new(),
        locks: Vec::new(),
        limits,
        catalog: problem.catalog,
    };
    let mut engine = Engine::new(&relaxed, Budget::new(limits));
    let feasible =
        engine.start() == Ok(true) && engine.search(&[], Goal::ValidSet) == Ok(Finding::Reached);
    let bit = if feasible { Walk::new(&mut engine).first(root.package) } else { None };
    spent.conflicts += engine.budget.counters.conflicts;
    spent.decisions += engine.budget.counters.decisions;
    let bit = bit?;
    let version = problem.catalog.version_at(root.package, bit)?.text().to_owned();
    let id = problem.catalog.id(root.package).to_owned();
    Some(Suggestion { id, requirement: root.requirement.text().to_owned(), version })
}
