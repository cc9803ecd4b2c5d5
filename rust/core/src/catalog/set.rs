//! Sets of candidates of one package, as words of bits.
//!
//! Bit 0 stands for "absent"; the version of rank `r` in ascending order is bit `r + 1`.
//! A set over `n` versions has `n / 64 + 1` words, and sets that meet have the same length.

/// The bit that says the package is no member.
pub(crate) const ABSENT: usize = 0;

const BITS: usize = u64::BITS as usize;

/// Words of a set over `versions` versions and "absent".
pub(crate) fn width(versions: usize) -> usize {
    versions / BITS + 1
}

/// The empty set over `versions` versions.
pub(crate) fn empty(versions: usize) -> Vec<u64> {
    vec![0; width(versions)]
}

/// Every version and "absent".
pub(crate) fn full(versions: usize) -> Vec<u64> {
    let mut words = vec![0; width(versions)];
    fill(&mut words, versions);
    words
}

/// Makes a set over `versions` versions hold every one of them and "absent".
pub(crate) fn fill(words: &mut [u64], versions: usize) {
    words.fill(u64::MAX);
    let used = versions % BITS + 1;
    if let Some(last) = words.last_mut() {
        *last = u64::MAX >> (BITS - used);
    }
}

/// Whether a set over `versions` versions holds every one of them and "absent".
pub(crate) fn is_full(words: &[u64], versions: usize) -> bool {
    let used = versions % BITS + 1;
    let Some((last, rest)) = words.split_last() else { return false };
    *last == u64::MAX >> (BITS - used) && rest.iter().all(|word| *word == u64::MAX)
}

/// Whether `bit` is in the set; bits past its end are not.
pub(crate) fn contains(words: &[u64], bit: usize) -> bool {
    words.get(bit / BITS).is_some_and(|word| word >> (bit % BITS) & 1 == 1)
}

/// Adds `bit`; a bit past the end of the set is left out.
pub(crate) fn insert(words: &mut [u64], bit: usize) {
    if let Some(word) = words.get_mut(bit / BITS) {
        *word |= 1 << (bit % BITS);
    }
}

/// Takes `bit` out.
pub(crate) fn remove(words: &mut [u64], bit: usize) {
    if let Some(word) = words.get_mut(bit / BITS) {
        *word &= !(1 << (bit % BITS));
    }
}

/// Adds all of `other`.
pub(crate) fn union(words: &mut [u64], other: &[u64]) {
    for (word, more) in words.iter_mut().zip(other) {
        *word |= more;
    }
}

/// Keeps what is in `other` too.
pub(crate) fn intersect(words: &mut [u64], other: &[u64]) {
    for (word, mask) in words.iter_mut().zip(other) {
        *word &= mask;
    }
}

/// Takes all of `other` out.
pub(crate) fn subtract(words: &mut [u64], other: &[u64]) {
    for (word, mask) in words.iter_mut().zip(other) {
        *word &= !mask;
    }
}

/// Whether every bit of `words` is in `other`.
pub(crate) fn is_subset(words: &[u64], other: &[u64]) -> bool {
    words.iter().zip(other).all(|(word, outer)| word & !outer == 0)
}

/// Whether the two have no bit in common.
pub(crate) fn is_disjoint(words: &[u64], other: &[u64]) -> bool {
    words.iter().zip(other).all(|(word, outer)| word & outer == 0)
}

/// Whether no bit is set.
pub(crate) fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|word| *word == 0)
}

/// The one bit of a set of one, else nothing.
pub(crate) fn single(words: &[u64]) -> Option<usize> {
    let mut found = None;
    for (place, word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
        if found.is_some() || !word.is_power_of_two() {
            return None;
        }
        found = Some(place * BITS + word.trailing_zeros() as usize);
    }
    found
}

/// The bits of the set from the highest to the lowest.
pub(crate) fn descending(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().rev().flat_map(|(place, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let high = rest.checked_ilog2()?;
            rest &= !(1 << high);
            Some(place * BITS + high as usize)
        })
    })
}

/// The highest bit.
pub(crate) fn highest(words: &[u64]) -> Option<usize> {
    descending(words).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_set_has_every_version_and_absent() {
        for versions in [0, 1, 62, 63, 64, 127, 128, 130] {
            let words = full(versions);
            assert_eq!(words.len(), width(versions));
            assert_eq!(descending(&words).count(), versions + 1, "{versions}");
            assert_eq!(highest(&words), Some(versions));
        }
    }

    #[test]
    fn single_bit_is_found_in_any_word_and_only_there() {
        let mut words = empty(200);
        assert_eq!(single(&words), None);
        insert(&mut words, 130);
        assert_eq!(single(&words), Some(130));
        insert(&mut words, ABSENT);
        assert_eq!(single(&words), None);
        remove(&mut words, 130);
        assert_eq!(single(&words), Some(ABSENT));
    }
}
