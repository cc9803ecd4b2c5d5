//! SHA-256 of bytes and its text form, `sha256:` and 64 lower-case hexadecimal digits.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// A SHA-256 value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256Digest(pub [u8; 32]);

impl Sha256Digest {
    /// The 64 lower-case hexadecimal digits.
    pub fn hex(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.0
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|nibble| DIGITS.get(usize::from(nibble)).map(|&digit| char::from(digit)))
            .collect()
    }

    /// Reads exactly 64 lower-case hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0_u8; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let [high, low] = pair else { return None };
            *byte = (nibble(*high)? << 4) | nibble(*low)?;
        }
        Some(Self(bytes))
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Sha256Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "sha256:{}", self.hex())
    }
}

/// The digest of `data`.
pub fn sha256(data: &[u8]) -> Sha256Digest {
    Sha256Digest(Sha256::digest(data).into())
}
