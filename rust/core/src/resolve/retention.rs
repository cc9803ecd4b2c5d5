//! Which learned nogoods are kept, and which forgotten.

use super::engine::Engine;
use super::nogood::Origin;

/// Learned nogoods before some are forgotten for the first time, and how many more each time.
const FIRST: usize = 2_000;
const MORE: usize = 500;
/// A nogood of so few levels is kept for good.
const KEPT_SPREAD: usize = 2;

/// The learned nogoods that may be forgotten.
#[derive(Debug)]
pub(super) struct Retention {
    /// Nogoods and the levels their terms came to hold at, in the order in which they were learned.
    kept: Vec<(usize, usize)>,
    /// How many of these there may be.
    room: usize,
}

impl Default for Retention {
    fn default() -> Self {
        Self { kept: Vec::new(), room: FIRST }
    }
}

impl Retention {
    /// Takes note of a learned nogood.
    pub(super) fn learn(&mut self, nogood: usize, spread: usize) {
        if spread > KEPT_SPREAD {
            self.kept.push((nogood, spread));
        }
    }

    /// Whether it is time to forget.
    pub(super) fn is_full(&self) -> bool {
        self.kept.len() >= self.room
    }
}

impl Engine<'_> {
    /// Forgets the half of the learned nogoods that spread over the most levels, the older first,
    /// but none that the present choices rest on. A proof is not harmed: what a nogood rests on is
    /// kept.
    pub(super) fn forget(&mut self) {
        let mut reasons: Vec<usize> = (0..self.domains.trail_len())
            .filter_map(|number| self.domains.entry(number).reason)
            .collect();
        reasons.sort_unstable();
        let mut kept = std::mem::take(&mut self.retention.kept);
        kept.sort_by_key(|(nogood, spread)| (*spread, std::cmp::Reverse(*nogood)));
        let worse = kept.split_off(kept.len() / 2);
        let (held, forgotten): (Vec<_>, Vec<_>) =
            worse.into_iter().partition(|(nogood, _)| reasons.binary_search(nogood).is_ok());
        kept.extend(held);
        kept.sort_unstable();
        self.retention.kept = kept;
        self.retention.room += MORE;
        let forgotten: Vec<usize> = forgotten.into_iter().map(|(nogood, _)| nogood).collect();
        self.budget.counters.learned -= forgotten.len() as u64;
        self.nogoods.forget(&forgotten);
    }

    /// Takes note of a nogood that was learned.
    pub(super) fn retain(&mut self, steps: Vec<super::nogood::Step>, spread: usize) -> usize {
        let resolvent = std::mem::take(&mut self.resolvent);
        for (place, words) in resolvent.terms() {
            self.nogoods.write(place, words.len()).copy_from_slice(words);
        }
        self.resolvent = resolvent;
        let nogood = self.add_written(Origin::Learned(steps.into_boxed_slice()));
        self.retention.learn(nogood, spread);
        nogood
    }
}
