//! When a search starts anew.

/// Conflicts before the first new start; later ones follow the Luby sequence.
const RESTART_UNIT: u64 = 128;

/// When to start anew, keeping what was learned: after 1, 1, 2, 1, 1, 2, 4, … units.
#[derive(Default)]
pub(super) struct Restart {
    /// Conflicts of this search.
    pub(super) conflicts: u64,
    next: u64,
    round: u64,
}

impl Restart {
    /// Counts a conflict.
    pub(super) fn count(&mut self) {
        self.conflicts += 1;
    }

    /// Whether it is time.
    pub(super) fn is_due(&mut self) -> bool {
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
