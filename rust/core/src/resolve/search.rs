//! The search: assumptions first, then choices, until a valid set is found or ruled out.

use super::analysis::Verdict;
use super::counters::Limit;
use super::domain::Place;
use super::engine::Engine;
use super::nogood::Origin;
use crate::catalog::set;

/// Conflicts before the first new start; later ones follow the Luby sequence.
const RESTART_UNIT: u64 = 128;

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
                if restart.is_due() && pending.is_none() {
                    self.undo(assumptions.len());
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
            Verdict::Back { terms, steps, level } => {
                self.undo(level);
                let nogood = if steps.len() == 1 {
                    violated
                } else {
                    self.budget.learn()?;
                    self.add_nogood(terms, Origin::Learned(steps))
                };
                Ok(self.check(nogood).then_some(nogood))
            }
        }
    }

    /// Chooses a version for the first package in line that still needs one.
    fn choose(&mut self) -> Result<Move, Limit> {
        while let Some(place) = self.queue.pop() {
            if !self.domains.is_required(place) {
                continue;
            }
            let trail = self.domains.trail_len();
            let only = set::single(self.domains.get(place));
            let Some(bit) = only.or_else(|| self.favourite(place)) else { continue };
            let violated = self.read(place, bit);
            if only.is_some() {
                self.settled.push((trail, place));
            } else if violated.is_some() || self.domains.trail_len() > trail {
                self.queue.push(place);
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

    fn decide(&mut self, place: Place, bit: usize) -> Result<(), Limit> {
        self.budget.decide()?;
        let mut words = vec![0; self.domains.get(place).len()];
        set::insert(&mut words, bit);
        self.domains.open_level();
        self.settled.push((self.domains.trail_len(), place));
        self.keep(place, &words);
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

/// When to start anew, keeping what was learned: after 1, 1, 2, 1, 1, 2, 4, … units.
#[derive(Default)]
struct Restart {
    conflicts: u64,
    next: u64,
    round: u64,
}

impl Restart {
    fn is_due(&mut self) -> bool {
        self.conflicts += 1;
        if self.next == 0 {
            self.advance();
        }
        let due = self.conflicts >= self.next;
        if due {
            self.advance();
        }
        due
    }

    fn advance(&mut self) {
        self.round += 1;
        self.next = self.conflicts + RESTART_UNIT * luby(self.round);
    }
}

/// The `round`-th number of the Luby sequence, from 1.
fn luby(mut round: u64) -> u64 {
    loop {
        let power = u64::BITS - round.leading_zeros();
        let whole = (1u64 << power.min(63)) - 1;
        if round == whole || power <= 1 {
            return 1 << (power.max(1) - 1);
        }
        round -= (1 << (power - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_sequence_starts_as_published() {
        let numbers: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(numbers, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
