//! SHA-256 compression by the processor's own instructions, for one message or for two at once.
//!
//! One message keeps the unit for rounds half idle: each round waits for the one before it. Two
//! messages side by side fill the gaps, so two cost little more than one. The order of instructions
//! is the point of this file: rounds of both messages alternate, and the words of later rounds are
//! made in between.
//!
//! The algorithm: FIPS 180-4, section 6.2. The instructions keep the state in two registers, `abef`
//! and `cdgh`, and take four words of the message at a time: the processor makers' manuals on
//! `SHA256RNDS2`, `SHA256MSG1` and `SHA256MSG2`.
#![expect(unsafe_code, reason = "calls of functions that need a processor with SHA instructions")]
#![expect(clippy::indexing_slicing, reason = "arrays of fixed length, indexes masked or bounded")]

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_extract_epi64, _mm_set_epi64x,
    _mm_sha256msg1_epu32, _mm_sha256msg2_epu32, _mm_sha256rnds2_epu32, _mm_shuffle_epi8,
    _mm_shuffle_epi32,
};
use std::array::from_fn;

use super::lanes::{Block, State};

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
const ROUND_CONSTANTS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

/// Proof that this processor has the instructions.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShaNi(());

impl ShaNi {
    /// Asks the processor; the standard library remembers the answer.
    pub(super) fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("sha")
            && is_x86_feature_detected!("avx")
            && is_x86_feature_detected!("sse4.1")
            && is_x86_feature_detected!("ssse3");
        there.then_some(Self(()))
    }

    /// Compresses blocks of `N` messages into their states, as many of each as the shortest has.
    ///
    /// Returns how many that was.
    #[expect(clippy::unused_self, reason = "the value is the proof that the call is sound")]
    pub(super) fn compress<const N: usize>(
        self,
        states: [&mut State; N],
        messages: [&[Block]; N],
    ) -> usize {
        // SAFETY: a value of this type exists only where `detect` has found the instructions.
        unsafe { compress(states, messages) }
    }
}

#[target_feature(enable = "sha,avx,sse4.1,ssse3")]
fn compress<const N: usize>(states: [&mut State; N], messages: [&[Block]; N]) -> usize {
    let count = messages.iter().map(|blocks| blocks.len()).min().unwrap_or(0);
    let mut registers: [_; N] = from_fn(|lane| to_registers(states[lane]));
    let messages = messages.map(|blocks| &blocks[..count]);
    for index in 0..count {
        rounds(&mut registers, messages.map(|blocks| &blocks[index]));
    }
    for (state, registers) in states.into_iter().zip(registers) {
        *state = from_registers(registers);
    }
    count
}

/// The 64 rounds of one block of each message.
#[target_feature(enable = "sha,avx,sse4.1,ssse3")]
#[inline]
fn rounds<const N: usize>(states: &mut [[__m128i; 2]; N], blocks: [&Block; N]) {
    let before = *states;
    let mut words: [[__m128i; 4]; N] =
        from_fn(|lane| from_fn(|quarter| big_endian_words(blocks[lane], quarter)));
    for turn in 0..16 {
        let (now, second, third, last) = (turn & 3, (turn + 1) & 3, (turn + 2) & 3, (turn + 3) & 3);
        let constants = four_constants(turn);
        let sums: [__m128i; N] = from_fn(|lane| _mm_add_epi32(words[lane][now], constants));
        for ([abef, cdgh], sum) in states.iter_mut().zip(sums) {
            *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
        }
        let partial: [__m128i; N] =
            from_fn(|lane| _mm_sha256msg1_epu32(words[lane][now], words[lane][second]));
        let sums = sums.map(|sum| _mm_shuffle_epi32::<0x0E>(sum));
        let partial: [__m128i; N] = from_fn(|lane| {
            let seventh = _mm_alignr_epi8::<4>(words[lane][last], words[lane][third]);
            _mm_add_epi32(partial[lane], seventh)
        });
        for ([abef, cdgh], sum) in states.iter_mut().zip(sums) {
            *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, sum);
        }
        // The last twelve words that this makes are never used, and the compiler leaves them out.
        for (words, partial) in words.iter_mut().zip(partial) {
            words[now] = _mm_sha256msg2_epu32(partial, words[last]);
        }
    }
    for (state, before) in states.iter_mut().zip(before) {
        *state = from_fn(|half| _mm_add_epi32(state[half], before[half]));
    }
}

#[target_feature(enable = "sha,avx,sse4.1,ssse3")]
#[inline]
fn big_endian_words(block: &Block, quarter: usize) -> __m128i {
    let half =
        |start: usize| i64::from_le_bytes(from_fn(|index| block[16 * quarter + start + index]));
    let swapped = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    _mm_shuffle_epi8(_mm_set_epi64x(half(8), half(0)), swapped)
}

#[target_feature(enable = "sha,avx,sse4.1,ssse3")]
#[inline]
fn four_constants(turn: usize) -> __m128i {
    let pair =
        |first| two_words(ROUND_CONSTANTS[4 * turn + first], ROUND_CONSTANTS[4 * turn + first + 1]);
    _mm_set_epi64x(pair(2), pair(0))
}

#[target_feature(enable = "sha,avx,sse4.1,ssse3")]
#[inline]
fn to_registers(state: &State) -> [__m128i; 2] {
    let pair = |high: usize, low: usize| two_words(state[low], state[high]);
    // The letters of the standard are the indexes 0 to 7: `abef`, then `cdgh`.
    [_mm_set_epi64x(pair(0, 1), pair(4, 5)), _mm_set_epi64x(pair(2, 3), pair(6, 7))]
}

#[target_feature(enable = "sha,avx,sse4.1,ssse3")]
#[inline]
fn from_registers([abef, cdgh]: [__m128i; 2]) -> State {
    let halves = [
        _mm_extract_epi64::<1>(abef),
        _mm_extract_epi64::<1>(cdgh),
        _mm_extract_epi64::<0>(abef),
        _mm_extract_epi64::<0>(cdgh),
    ];
    from_fn(|index| {
        let half = halves[index / 2].cast_unsigned();
        let word = if index % 2 == 0 { half >> 32 } else { half & u64::from(u32::MAX) };
        u32::try_from(word).unwrap_or_default()
    })
}

fn two_words(low: u32, high: u32) -> i64 {
    (u64::from(high) << 32 | u64::from(low)).cast_signed()
}
