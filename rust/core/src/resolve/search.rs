//! The search: assumptions first, then choices, until a valid set is found or ruled out.

use super::analysis::Verdict;
use super::counters::Limit;
use super::domain::Place;
use super::engine::{Engine, Order};
use super::line::Line;
use super::model::required;
use super::restart::Restart;
use crate::catalog::set;

/// Conflicts for which the order of spec 04 is kept, before conflicts decide what is chosen next.
const PATIENCE: u64 = 64;
/// Conflicts after which versions are looked for that can't be chosen at all.
const SWEEP_AFTER: u64 = 32;

/// "The choice for this package is in this set", for the sake of argument.
#[derive(Debug, Clone)]
pub(super) struct Assumption {
    pub(super) place: Place,
    /// Never all, never with "absent".
    pub(super) words: Vec<u64>,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// To what follows from the assumptions.
    Consequences,
    /// To a valid set.
    ValidSet,
    /// To the valid set that the order of spec 04 meets first, if that is not too far.
    DefinedSet,
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// The goal is reached; for a valid set, it is the engine's model.
    Reached,
    /// The assumptions don't go together, the last with those before.
    Refused,
    /// There is no valid set at all, and the engine has the refutation.
    Hopeless,
    /// The order of spec 04 leads to too many conflicts.
    Undecided,
}

/// What one choice led to.
enum Move {
    /// Draw conclusions.
    Made,
    /// This nogood is violated.
    Violated(usize),
    /// Every member has its version.
    Complete,
}

impl Engine<'_> {
    /// Searches under assumptions, each at a level of its own from 1 on. Between two searches the
    /// caller takes from the end or adds one there, so all levels but the last are kept.
    pub(super) fn search(
        &mut self,
        assumptions: &[Assumption],
        goal: Goal,
    ) -> Result<Finding, Limit> {
        self.undo(assumptions.len().saturating_sub(1));
        let mut pending = None;
        let mut restart = Restart::default();
        loop {
            if self.refutation.is_some() {
                return Ok(Finding::Hopeless);
            }
            if let Some(violated) = pending.take().or_else(|| self.propagate()) {
                self.budget.conflict()?;
                pending = self.resolve_conflict(violated)?;
                restart.count();
                if pending.is_none() {
                    pending = self.pause(assumptions, &mut restart);
                }
                if goal == Goal::DefinedSet && restart.conflicts >= PATIENCE {
                    return Ok(if self.refutation.is_some() {
                        Finding::Hopeless
                    } else {
                        Finding::Undecided
                    });
                }
                continue;
            }
            if let Some(assumption) = assumptions.get(self.domains.level()) {
                if set::is_disjoint(self.domains.get(assumption.place), &assumption.words) {
                    return Ok(Finding::Refused);
                }
                self.assume(assumption);
                continue;
            }
            if goal == Goal::Consequences {
                return Ok(Finding::Reached);
            }
            match self.choose()? {
                Move::Made => {}
                Move::Violated(nogood) => pending = Some(nogood),
                Move::Complete => match self.find_cycle(assumptions) {
                    Some(cycle) => pending = Some(self.add_fact(cycle)),
                    None => return Ok(Finding::Reached),
                },
            }
        }
    }

    /// What is done between conflicts from time to time: start anew, forget, look for versions
    /// that can't be chosen at all. The nogood violated by that, if one is.
    fn pause(&mut self, assumptions: &[Assumption], restart: &mut Restart) -> Option<usize> {
        if restart.is_due() && matches!(self.order, Order::Conflicts) {
            self.undo(assumptions.len());
        }
        if self.retention.is_full() && self.reads_catalog {
            self.forget();
        }
        if restart.conflicts == SWEEP_AFTER && assumptions.is_empty() && self.reads_catalog {
            self.undo(0);
            return self.propagate().or_else(|| self.sweep());
        }
        None
    }

    /// Starts at level 0: what the roots and facts say by themselves. False if that is
    /// contradictory.
    pub(super) fn start(&mut self) -> Result<bool, Limit> {
        for nogood in 0..self.nogoods.len() {
            if self.refutation.is_none() && self.check(nogood) {
                self.budget.conflict()?;
                self.resolve_conflict(nogood)?;
            }
        }
        Ok(self.refutation.is_none())
    }

    /// Chooses in the order of spec 04 from now on; nothing was chosen yet.
    pub(super) fn order_as_defined(&mut self) {
        let roots = self.problem.root_packages();
        let places: Vec<Place> = roots.into_iter().map(|package| self.place(package)).collect();
        let mut line = Line::default();
        line.extend(places.into_iter());
        self.order = Order::Defined(line);
    }

    /// Chooses by conflicts from now on.
    pub(super) fn order_by_conflicts(&mut self) {
        self.undo(0);
        self.settled.clear();
        self.order = Order::Conflicts;
        for place in 0..self.domains.len() {
            if self.domains.is_required(place) {
                self.queue.push(place);
            }
        }
    }

    fn assume(&mut self, assumption: &Assumption) {
        self.domains.open_level();
        if !set::is_subset(self.domains.get(assumption.place), &assumption.words) {
            self.keep(assumption.place, &assumption.words);
        }
    }

    /// Learns from a violated nogood and goes back; the nogood violated there, if one is.
    fn resolve_conflict(&mut self, violated: usize) -> Result<Option<usize>, Limit> {
        let verdict = self.analyse(violated);
        self.queue.end_conflict();
        match verdict {
            Verdict::Hopeless(steps) => {
                self.refutation = Some(steps);
                Ok(None)
            }
            Verdict::Back { steps, level, spread } => {
                self.undo(level);
                let nogood = if steps.len() == 1 {
                    violated
                } else {
                    self.budget.learn()?;
                    self.retain(steps, spread)
                };
                Ok(self.check(nogood).then_some(nogood))
            }
        }
    }

    /// Chooses a version for the first package in line that still needs one.
    fn choose(&mut self) -> Result<Move, Limit> {
        while let Some(place) = self.next_place() {
            let trail = self.domains.trail_len();
            let only = set::single(self.domains.get(place));
            let Some(bit) = only.or_else(|| self.favourite(place)) else { continue };
            let violated = self.read(place, bit);
            if only.is_some() {
                self.settled.push((trail, place));
            } else if violated.is_some() || self.domains.trail_len() > trail {
                self.wait(place);
            } else {
                self.decide(place, bit)?;
            }
            if let Some(nogood) = violated {
                return Ok(Move::Violated(nogood));
            }
            if self.domains.trail_len() > trail {
                return Ok(Move::Made);
            }
        }
        Ok(Move::Complete)
    }

    /// The package to choose for next: a member that is not settled.
    fn next_place(&mut self) -> Option<Place> {
        if matches!(self.order, Order::Conflicts) {
            while let Some(place) = self.queue.pop() {
                if self.domains.is_required(place) {
                    return Some(place);
                }
            }
            return None;
        }
        let number = self.settled.len();
        self.line_up(number)
    }

    /// The package that the defined answer fixes as the `number`-th.
    fn line_up(&mut self, number: usize) -> Option<Place> {
        let Order::Defined(line) = &mut self.order else { return None };
        if let Some(place) = line.get(number) {
            return Some(place);
        }
        let catalog = self.problem.catalog;
        let mut packages = Vec::new();
        for &place in line.last_level() {
            let bit = set::single(self.domains.get(place)).unwrap_or(set::ABSENT);
            packages.extend(required(catalog, self.domains.package(place), bit));
        }
        packages.sort_unstable();
        packages.dedup();
        let places = packages.into_iter().filter_map(|package| self.domains.place(package));
        let new: Vec<Place> = places.filter(|place| !line.has(*place)).collect();
        if new.is_empty() {
            return None;
        }
        line.extend(new.into_iter());
        line.get(number)
    }

    fn wait(&mut self, place: Place) {
        if matches!(self.order, Order::Conflicts) {
            self.queue.push(place);
        }
    }

    fn decide(&mut self, place: Place, bit: usize) -> Result<(), Limit> {
        self.budget.decide()?;
        self.domains.open_level();
        self.settled.push((self.domains.trail_len(), place));
        self.domains.choose(place, bit);
        self.note(place, true);
        Ok(())
    }

    /// Reads what a version demands, before it is chosen: a demand that can't be met rules out
    /// all versions that share it without a choice. The nogood violated, if one is.
    fn read(&mut self, place: Place, bit: usize) -> Option<usize> {
        if !self.reads_catalog {
            return None;
        }
        let package = self.domains.package(place);
        let catalog = self.problem.catalog;
        for &group in catalog.groups_of(package, bit) {
            let nogood = self.load(group);
            if self.check(nogood) {
                return Some(nogood);
            }
        }
        None
    }

    /// The candidate to try: that of the last valid set, else the preferred one.
    fn favourite(&self, place: Place) -> Option<usize> {
        let words = self.domains.get(place);
        let before = self.model.get(place).copied().flatten();
        before
            .filter(|bit| set::contains(words, *bit))
            .or_else(|| self.problem.preferred(self.domains.package(place), words))
    }
}
