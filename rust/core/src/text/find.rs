//! Finding a byte in text.

/// Where the first `one` or `other` is in `bytes`. Eight bytes are compared at once.
pub(super) fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zeros(word ^ ONES.wrapping_mul(u64::from(one)))
            | zeros(word ^ ONES.wrapping_mul(u64::from(other)));
        if found != 0 {
            return Some(number * 8 + (found.trailing_zeros() / 8) as usize);
        }
    }
    let is = |byte: &u8| *byte == one || *byte == other;
    rest.iter().position(is).map(|index| words.len() * 8 + index)
}

/// Each byte 1.
const ONES: u64 = u64::from_le_bytes([1; 8]);

/// The high bit of the lowest byte that is zero, and perhaps those of bytes above it.
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & ONES << 7
}

/// Where each `byte` is in `bytes`, ascending.
pub(super) fn each(bytes: &[u8], byte: u8) -> impl Iterator<Item = usize> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let found = start + find_either(bytes.get(start..)?, byte, byte)?;
        start = found + 1;
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::{each, find_either};

    #[test]
    fn the_first_of_two_bytes_is_found_wherever_it_is() {
        for length in 0..100 {
            let mut bytes = vec![b'x'; length];
            assert_eq!(find_either(&bytes, b'\n', b'\r'), None);
            for index in (0..length).rev() {
                bytes[index] = if index % 2 == 0 { b'\n' } else { b'\r' };
                assert_eq!(find_either(&bytes, b'\n', b'\r'), Some(index));
            }
        }
    }

    #[test]
    fn each_byte_is_found_once() {
        let text = "a#".repeat(50);
        let expected: Vec<usize> = (0..50).map(|index| index * 2 + 1).collect();
        assert_eq!(each(text.as_bytes(), b'#').collect::<Vec<_>>(), expected);
        assert_eq!(each(b"", b'#').count(), 0);
    }
}
