//! SHA-256 of many messages, two at a time where the processor makes that cheaper.

#[cfg(target_arch = "x86_64")]
use super::sha_ni::ShaNi;
use super::sha256::{Sha256Digest, sha256};

/// What SHA-256 takes in at a time.
pub(super) type Block = [u8; BLOCK_BYTES];
/// The eight words that are the digest in the end.
pub(super) type State = [u32; 8];

const BLOCK_BYTES: usize = 64;
/// The length in bits at the end of the last block.
const LENGTH_BYTES: usize = 8;

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const FIRST_STATE: State = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The digest of each message, in order: what [`sha256`] gives, in down to two thirds of the time.
///
/// Messages of one length gain most. Without SHA instructions each is hashed by itself.
pub fn sha256_each(messages: &[&[u8]]) -> Vec<Sha256Digest> {
    #[cfg(target_arch = "x86_64")]
    if messages.len() > 1
        && let Some(processor) = ShaNi::detect()
    {
        return in_two_lanes(processor, messages);
    }
    one_by_one(messages)
}

fn one_by_one(messages: &[&[u8]]) -> Vec<Sha256Digest> {
    messages.iter().map(|message| sha256(message)).collect()
}

/// Hashes two messages at a time; the next takes the place of the one that ends first.
#[cfg(target_arch = "x86_64")]
fn in_two_lanes(processor: ShaNi, messages: &[&[u8]]) -> Vec<Sha256Digest> {
    let mut digests = vec![Sha256Digest([0; 32]); messages.len()];
    let mut waiting = digests.iter_mut().zip(messages);
    let mut next = || waiting.next().map(|(digest, message)| Lane::new(digest, message));
    let mut lanes = [next(), next()];
    loop {
        let count = match &mut lanes {
            [Some(left), Some(right)] => processor.compress(
                [&mut left.state, &mut right.state],
                [left.rest.blocks(), right.rest.blocks()],
            ),
            [Some(lane), None] | [None, Some(lane)] => {
                processor.compress([&mut lane.state], [lane.rest.blocks()])
            }
            [None, None] => return digests,
        };
        for place in &mut lanes {
            if let Some(lane) = place
                && lane.rest.is_used_up_by(count)
            {
                lane.write_digest();
                *place = next();
            }
        }
    }
}

/// A message on its way.
#[cfg(target_arch = "x86_64")]
struct Lane<'work> {
    digest: &'work mut Sha256Digest,
    state: State,
    rest: Rest<'work>,
}

#[cfg(target_arch = "x86_64")]
impl<'work> Lane<'work> {
    fn new(digest: &'work mut Sha256Digest, message: &'work [u8]) -> Self {
        Self { digest, state: FIRST_STATE, rest: Rest::new(message) }
    }

    fn write_digest(&mut self) {
        for (bytes, word) in self.digest.0.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
    }
}

/// The blocks of a message that are yet to be compressed.
#[cfg(target_arch = "x86_64")]
struct Rest<'message> {
    whole: &'message [Block],
    /// The last bytes, padded to one block or two (FIPS 180-4, section 5.1.1).
    padded: [Block; 2],
    /// The blocks of `padded` that count.
    from: usize,
}

#[cfg(target_arch = "x86_64")]
impl<'message> Rest<'message> {
    fn new(message: &'message [u8]) -> Self {
        let (whole, last) = message.as_chunks::<BLOCK_BYTES>();
        let mut padded = [[0; BLOCK_BYTES]; 2];
        let from = usize::from(last.len() + 1 + LENGTH_BYTES <= BLOCK_BYTES);
        let bits = (message.len() as u64).wrapping_mul(8).to_be_bytes();
        let bytes = padded.as_flattened_mut();
        for (to, &byte) in bytes.iter_mut().skip(from * BLOCK_BYTES).zip(last.iter().chain(&[0x80]))
        {
            *to = byte;
        }
        for (to, byte) in bytes.iter_mut().rev().zip(bits.into_iter().rev()) {
            *to = byte;
        }
        Self { whole, padded, from }
    }

    /// What can be compressed by one call; never empty before the end.
    fn blocks(&self) -> &[Block] {
        match self.whole {
            [] => self.padded.get(self.from..).unwrap_or_default(),
            whole => whole,
        }
    }

    /// Takes `count` blocks away; tells whether none are left.
    fn is_used_up_by(&mut self, count: usize) -> bool {
        match self.whole.get(count..) {
            Some(rest) if !self.whole.is_empty() => self.whole = rest,
            _ => self.from = self.from.saturating_add(count),
        }
        self.blocks().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message of which no two bytes in a row say the same.
    fn message(length: usize, seed: usize) -> Vec<u8> {
        let byte = |index: usize| (index.wrapping_mul(151) ^ (index >> 8) ^ seed).to_le_bytes()[0];
        (0..length).map(byte).collect()
    }

    fn check(lengths: &[usize]) {
        let messages: Vec<Vec<u8>> =
            lengths.iter().enumerate().map(|(seed, &length)| message(length, seed)).collect();
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let expected: Vec<_> = messages.iter().map(|message| sha256(message)).collect();
        assert_eq!(sha256_each(&messages), expected, "{lengths:?}");
        assert_eq!(one_by_one(&messages), expected, "{lengths:?}");
    }

    #[test]
    fn each_digest_is_that_of_the_message_alone_whatever_their_lengths() {
        for length in 0..300 {
            check(&[length]);
            check(&[length, length]);
            check(&[length, 299 - length, 64]);
            check(&[0, length, 4096 + length]);
            check(&[10 * length, length, 1, 7 * length]);
        }
        check(&[]);
        check(&(0..200).collect::<Vec<_>>());
        check(&[1 << 20, 3, 1 << 16, 0, 55, 56, 63, 64, 65, 119, 120, 127, 128]);
    }

    #[test]
    fn each_digest_of_published_messages_is_the_published_one() {
        let rows: [(&[u8], &str); 3] = [
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        let digests = sha256_each(&rows.map(|(message, _)| message));
        for (digest, (_, hex)) in digests.iter().zip(rows) {
            assert_eq!(digest.hex(), hex);
        }
    }
}
