//! Counting steps against the limits.

use std::time::Instant;

use super::counters::{Counters, Limit};
use crate::limits::ResolveLimits;

/// Steps between two looks at the clock, where there is a deadline.
const STEPS_BETWEEN_LOOKS: u64 = 64;

/// The counters of one resolution and the bounds they stop at.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    pub(super) counters: Counters,
    limits: ResolveLimits,
    started: Option<Instant>,
}

impl Budget {
    /// Nothing spent yet. The clock is read only if there is a deadline.
    pub(super) fn new(limits: ResolveLimits) -> Self {
        let started = limits.deadline.map(|_| Instant::now());
        Self { counters: Counters::default(), limits, started }
    }

    /// Counts a choice, unless that would pass the bound.
    pub(super) fn decide(&mut self) -> Result<(), Limit> {
        step(&mut self.counters.decisions, self.limits.max_decisions, Limit::Decisions)?;
        self.look(self.counters.decisions)
    }

    /// Counts a conflict.
    pub(super) fn conflict(&mut self) -> Result<(), Limit> {
        step(&mut self.counters.conflicts, self.limits.max_conflicts, Limit::Conflicts)?;
        self.look(self.counters.conflicts)
    }

    /// Counts a nogood that is kept.
    pub(super) fn learn(&mut self) -> Result<(), Limit> {
        let bound = u64::try_from(self.limits.max_learned).unwrap_or(u64::MAX);
        step(&mut self.counters.learned, bound, Limit::Learned)
    }

    /// Takes note of the answer's size so far.
    pub(super) fn packages(&mut self, count: usize) -> Result<(), Limit> {
        self.counters.packages = count as u64;
        if count > self.limits.max_packages { Err(Limit::Packages) } else { Ok(()) }
    }

    /// Takes note of the answer's depth.
    pub(super) fn depth(&mut self, depth: usize) -> Result<(), Limit> {
        self.counters.depth = depth as u64;
        if depth > self.limits.max_depth { Err(Limit::Depth) } else { Ok(()) }
    }

    fn look(&self, steps: u64) -> Result<(), Limit> {
        let Some((started, deadline)) = self.started.zip(self.limits.deadline) else {
            return Ok(());
        };
        let due = steps % STEPS_BETWEEN_LOOKS == 1 && started.elapsed() >= deadline;
        if due { Err(Limit::Deadline) } else { Ok(()) }
    }
}

fn step(counter: &mut u64, bound: u64, limit: Limit) -> Result<(), Limit> {
    if *counter >= bound {
        return Err(limit);
    }
    *counter += 1;
    Ok(())
}
