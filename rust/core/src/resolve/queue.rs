//! Which package is chosen for next, where conflicts decide it.
#![expect(clippy::indexing_slicing, reason = "places are handed out by `touch`, one row each")]

use super::domain::Place;

/// Growth of a bump from one conflict to the next, as a shift: 1/16.
const GROWTH_SHIFT: u32 = 4;
const FIRST_BUMP: u64 = 1 << 10;
const MAX_BUMP: u64 = 1 << 50;
const RESCALE_SHIFT: u32 = 40;
const ABSENT: usize = usize::MAX;

/// Packages waiting for a choice: those of recent conflicts first, else in the order touched.
///
/// Weights are integers, so the order is the same on every machine.
#[derive(Debug)]
pub(super) struct Queue {
    /// A binary heap, the first in line at the top.
    heap: Vec<Place>,
    /// Where each package stands in the heap.
    spots: Vec<usize>,
    weights: Vec<u64>,
    bump: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self { heap: Vec::new(), spots: Vec::new(), weights: Vec::new(), bump: FIRST_BUMP }
    }
}

impl Queue {
    /// Makes room for a package; places come in order.
    pub(super) fn touch(&mut self) {
        self.weights.push(0);
        self.spots.push(ABSENT);
    }

    /// Puts a package in line, once.
    pub(super) fn push(&mut self, place: Place) {
        if self.spots[place] == ABSENT {
            self.spots[place] = self.heap.len();
            self.heap.push(place);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the first in line.
    pub(super) fn pop(&mut self) -> Option<Place> {
        let last = self.heap.pop()?;
        self.spots[last] = ABSENT;
        let Some(&first) = self.heap.first() else { return Some(last) };
        self.spots[first] = ABSENT;
        self.set(0, last);
        self.sink(0);
        Some(first)
    }

    /// Moves a package forward because a conflict involved it.
    pub(super) fn bump(&mut self, place: Place) {
        self.weights[place] = self.weights[place].saturating_add(self.bump);
        if self.spots[place] != ABSENT {
            self.rise(self.spots[place]);
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
        for spot in (0..self.heap.len() / 2).rev() {
            self.sink(spot);
        }
    }

    fn is_before(&self, one: Place, other: Place) -> bool {
        (self.weights[other], one) < (self.weights[one], other)
    }

    fn set(&mut self, spot: usize, place: Place) {
        self.heap[spot] = place;
        self.spots[place] = spot;
    }

    fn rise(&mut self, mut spot: usize) {
        let place = self.heap[spot];
        while spot > 0 {
            let above = (spot - 1) / 2;
            if !self.is_before(place, self.heap[above]) {
                break;
            }
            self.set(spot, self.heap[above]);
            spot = above;
        }
        self.set(spot, place);
    }

    fn sink(&mut self, mut spot: usize) {
        let place = self.heap[spot];
        loop {
            let mut below = 2 * spot + 1;
            let Some(&left) = self.heap.get(below) else { break };
            let mut child = left;
            if let Some(&right) = self.heap.get(below + 1).filter(|one| self.is_before(**one, left))
            {
                child = right;
                below += 1;
            }
            if !self.is_before(child, place) {
                break;
            }
            self.set(spot, child);
            spot = below;
        }
        self.set(spot, place);
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;

    #[test]
    fn queue_gives_the_heaviest_first_and_equals_in_the_order_touched() {
        let mut queue = Queue::default();
        (0..9).for_each(|_| queue.touch());
        (0..9).rev().for_each(|place| queue.push(place));
        queue.bump(4);
        queue.end_conflict();
        queue.bump(7);
        queue.push(7);
        let order: Vec<usize> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [7, 4, 0, 1, 2, 3, 5, 6, 8]);
    }

    #[test]
    fn queue_keeps_its_order_over_a_rescale() {
        let mut queue = Queue::default();
        (0..50).for_each(|_| queue.touch());
        for round in 0..2_000 {
            queue.bump(round % 50);
            queue.end_conflict();
        }
        (0..50).for_each(|place| queue.push(place));
        assert_eq!((queue.pop(), queue.pop()), (Some(49), Some(48)));
    }
}
