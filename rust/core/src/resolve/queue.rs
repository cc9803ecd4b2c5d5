//! Which package is chosen for next.
#![expect(clippy::indexing_slicing, reason = "places are handed out by `touch`, one row each")]

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::domain::Place;

/// Growth of a bump from one conflict to the next, as a shift: 1/16.
const GROWTH_SHIFT: u32 = 4;
const FIRST_BUMP: u64 = 1 << 10;
const MAX_BUMP: u64 = 1 << 50;
const RESCALE_SHIFT: u32 = 40;

/// Packages waiting for a choice: those of recent conflicts first, else in the order touched.
///
/// Weights are integers, so the order is the same on every machine.
#[derive(Debug)]
pub(super) struct Queue {
    waiting: BTreeSet<(Reverse<u64>, Place)>,
    weights: Vec<u64>,
    bump: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self { waiting: BTreeSet::new(), weights: Vec::new(), bump: FIRST_BUMP }
    }
}

impl Queue {
    /// Makes room for a package; places come in order.
    pub(super) fn touch(&mut self) {
        self.weights.push(0);
    }

    /// Puts a package in line, once.
    pub(super) fn push(&mut self, place: Place) {
        self.waiting.insert((Reverse(self.weights[place]), place));
    }

    /// Takes the first in line.
    pub(super) fn pop(&mut self) -> Option<Place> {
        self.waiting.pop_first().map(|(_, place)| place)
    }

    /// Moves a package forward because a conflict involved it.
    pub(super) fn bump(&mut self, place: Place) {
        let old = self.weights[place];
        self.weights[place] = old.saturating_add(self.bump);
        if self.waiting.remove(&(Reverse(old), place)) {
            self.push(place);
        }
    }

    /// Ends a conflict: the next one counts for more.
    pub(super) fn end_conflict(&mut self) {
        self.bump += self.bump >> GROWTH_SHIFT;
        if self.bump > MAX_BUMP {
            self.rescale();
        }
    }

    fn rescale(&mut self) {
        self.bump = (self.bump >> RESCALE_SHIFT).max(FIRST_BUMP);
        for weight in &mut self.weights {
            *weight >>= RESCALE_SHIFT;
        }
        let waiting = std::mem::take(&mut self.waiting);
        for (_, place) in waiting {
            self.push(place);
        }
    }
}
