//! `resolve`: the one way in.

use super::answer::{Answer, Walk};
use super::budget::Budget;
use super::core::leaves;
use super::counters::{Counters, Limit};
use super::engine::Engine;
use super::error::ResolveError;
use super::nogood::Fact;
use super::order::dependency_first;
use super::outcome::{LimitReached, Outcome};
use super::problem::{Problem, Root};
use super::refutation::Refutation;
use super::resolution::resolution;
use super::search::{Finding, Goal};
use super::verify::verify;
use crate::catalog::Catalog;
use crate::limits::ResolveLimits;
use crate::version::Version;

/// Which of all valid sets is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Prefer {
    /// The defined answer of spec 04.
    #[default]
    Newest,
    /// The first one found, without optional dependencies that nothing else requires.
    Any,
}

/// How to resolve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResolveOptions {
    /// The bounds.
    pub limits: ResolveLimits,
    /// Which valid set is wanted.
    pub prefer: Prefer,
}

/// Chooses one version for each package that the roots need.
///
/// The result does not depend on the order of roots, locks or catalog entries. A root may come
/// twice: then both requirements hold. A lock puts its version first, yanked or not; one that
/// names no version of the catalog is passed over. The error is a fault of the resolver, never of
/// its input.
pub fn resolve(
    catalog: &Catalog,
    roots: &[Root],
    locked: &[(String, Version)],
    options: &ResolveOptions,
) -> Result<Outcome, ResolveError> {
    let limits = options.limits;
    if roots.len() > limits.max_roots {
        let counters = Counters::default();
        return Ok(Outcome::LimitReached(reached(Limit::Roots, &limits, counters)));
    }
    let problem = Problem::new(catalog, roots, locked, limits);
    let refuted = |facts: Vec<Fact>, counters: Counters| {
        let (roots, locked) = (roots.to_vec(), locked.to_vec());
        Outcome::Conflict(Refutation { roots, locked, limits, facts, counters })
    };
    if roots.is_empty() || !problem.unknown.is_empty() {
        return Ok(refuted(Vec::new(), Counters::default()));
    }
    let mut engine = Engine::new(&problem, Budget::new(limits));
    let answer = match run(&mut engine, options.prefer) {
        Ok(Some(answer)) => answer,
        Ok(None) => return Ok(refuted(leaves(&engine), engine.budget.counters)),
        Err(limit) => {
            let counters = engine.budget.counters;
            return Ok(Outcome::LimitReached(reached(limit, &limits, counters)));
        }
    };
    let order = dependency_first(catalog, &problem.root_packages(), &answer.members);
    verify(catalog, roots, locked, &order).map_err(ResolveError::Unverified)?;
    let counters = engine.budget.counters;
    Ok(Outcome::Resolution(resolution(&problem, &answer, &order, counters)))
}

/// The answer, or nothing if there is no valid set.
fn run(engine: &mut Engine<'_>, prefer: Prefer) -> Result<Option<Answer>, Limit> {
    if !engine.start()? {
        return Ok(None);
    }
    engine.order_as_defined();
    let mut finding = engine.search(&[], Goal::DefinedSet)?;
    let defined = finding == Finding::Reached;
    if finding == Finding::Undecided {
        engine.order_by_conflicts();
        finding = engine.search(&[], Goal::ValidSet)?;
    }
    if finding != Finding::Reached {
        return Ok(None);
    }
    let answer = match prefer {
        Prefer::Any => {
            Answer { members: engine.members(), skipped: Vec::new(), depth: engine.depth }
        }
        Prefer::Newest if defined => Walk::complete(engine)?,
        Prefer::Newest => Walk::new(engine).finish()?,
    };
    engine.budget.packages(answer.members.len())?;
    engine.budget.depth(answer.depth)?;
    Ok(Some(answer))
}

fn reached(which: Limit, limits: &ResolveLimits, counters: Counters) -> LimitReached {
    let limit = match which {
        Limit::Roots => limits.max_roots as u64,
        Limit::Packages => limits.max_packages as u64,
        Limit::Depth => limits.max_depth as u64,
        Limit::Decisions => limits.max_decisions,
        Limit::Conflicts => limits.max_conflicts,
        Limit::Learned => limits.max_learned as u64,
        Limit::Deadline => limits
            .deadline
            .map_or(0, |deadline| u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX)),
    };
    LimitReached { which, limit, counters }
}
