//! From sparse numbers to dense ones.
#![expect(clippy::indexing_slicing, reason = "slots are masked by a table of a power of two")]

const FREE: usize = usize::MAX;
const FIRST_SLOTS: usize = 256;
/// 2^64 divided by the golden ratio: spreads neighbours over the whole table.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A map between numbers, for keys below `usize::MAX`. Memory is that of the keys put in.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Keys and values; a power of two, at most half of them taken.
    slots: Vec<(usize, usize)>,
    taken: usize,
}

impl Table {
    /// The value of a key.
    pub(super) fn get(&self, key: usize) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let (known, value) = self.slots[self.find(key)];
        (known == key).then_some(value)
    }

    /// Sets the value of a key.
    pub(super) fn insert(&mut self, key: usize, value: usize) {
        if self.taken * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.find(key);
        self.taken += usize::from(self.slots[slot].0 == FREE);
        self.slots[slot] = (key, value);
    }

    /// The slot of a key, or the free one where it would be.
    fn find(&self, key: usize) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = spread(key) & mask;
        while self.slots[slot].0 != key && self.slots[slot].0 != FREE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(FIRST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![(FREE, 0); size]);
        for (key, value) in old.into_iter().filter(|(key, _)| *key != FREE) {
            let slot = self.find(key);
            self.slots[slot] = (key, value);
        }
    }
}

fn spread(key: usize) -> usize {
    ((key as u64).wrapping_mul(SPREAD) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn table_gives_back_what_was_put_in_and_nothing_else() {
        let mut table = Table::default();
        assert_eq!(table.get(7), None);
        for key in (0..10_000).step_by(7) {
            table.insert(key, key + 1);
        }
        table.insert(7, 3);
        for key in 0..10_000 {
            let expected = if key == 7 { Some(3) } else { (key % 7 == 0).then_some(key + 1) };
            assert_eq!(table.get(key), expected, "{key}");
        }
    }
}
