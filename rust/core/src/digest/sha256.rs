//! SHA-256 of bytes and its text form, `sha256:` and 64 lower-case hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::error::DigestError;

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

impl FromStr for Sha256Digest {
    type Err = DigestError;

    /// Reads the text form: `sha256:` and 64 lower-case hexadecimal digits, nothing else.
    fn from_str(text: &str) -> Result<Self, DigestError> {
        let Some(digits) = text.strip_prefix("sha256:") else {
            return Err(DigestError::UnknownAlgorithm { found: text.chars().take(7).collect() });
        };
        Self::from_hex(digits).ok_or_else(|| why_not(digits))
    }
}

/// What is wrong with the digits that [`Sha256Digest::from_hex`] refused.
fn why_not(digits: &str) -> DigestError {
    let actual = digits.chars().count();
    match digits.chars().find(|digit| !matches!(digit, '0'..='9' | 'a'..='f')) {
        _ if actual != 64 => DigestError::WrongLength { actual },
        Some(found @ 'A'..='F') => DigestError::UpperCase { found },
        found => DigestError::NotHexadecimal { found: found.unwrap_or_default() },
    }
}

/// A digest in the making, for bytes that come in pieces or frames.
#[derive(Debug, Clone, Default)]
pub struct Sha256Hasher(Sha256);

impl Sha256Hasher {
    /// A hasher that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A hasher that has seen `label` and a zero byte, which keeps kinds of digests apart.
    pub fn labelled(label: &str) -> Self {
        let mut hasher = Self::new();
        hasher.update(label.as_bytes());
        hasher.update(&[0]);
        hasher
    }

    /// Adds bytes as they are.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// Adds a number as eight bytes, most significant first.
    pub fn u64(&mut self, number: u64) {
        self.update(&number.to_be_bytes());
    }

    /// Adds the length of `data` as [`u64`](Self::u64) does, then `data`.
    pub fn framed(&mut self, data: &[u8]) {
        self.u64(data.len() as u64);
        self.update(data);
    }

    /// The digest of all that was added.
    pub fn finish(self) -> Sha256Digest {
        Sha256Digest(self.0.finalize().into())
    }
}

/// The digest of `data`.
pub fn sha256(data: &[u8]) -> Sha256Digest {
    Sha256Digest(Sha256::digest(data).into())
}

#[cfg(test)]
mod tests {
    use super::{Sha256Digest, Sha256Hasher, sha256};

    #[test]
    fn digest_of_known_messages_is_the_published_one() {
        let long = vec![b'a'; 1_000_000];
        let rows: [(&[u8], &str); 3] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (&long, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ];
        for (message, hex) in rows {
            assert_eq!(sha256(message).hex(), hex);
            let mut hasher = Sha256Hasher::new();
            message.chunks(7919).for_each(|chunk| hasher.update(chunk));
            assert_eq!(hasher.finish().hex(), hex);
        }
    }

    #[test]
    fn digest_text_reads_back_and_nothing_else_is_read() {
        let digest = sha256(b"abc");
        let text = digest.to_string();
        assert_eq!(text.parse(), Ok(digest));
        let code = |text: &str| text.parse::<Sha256Digest>().err().map(|error| error.code());
        assert_eq!(code(&text.to_uppercase()), Some("digest_unknown_algorithm"));
        assert_eq!(code(&digest.hex()), Some("digest_unknown_algorithm"));
        assert_eq!(code(&text[..70]), Some("digest_wrong_length"));
        assert_eq!(code(&format!("{text}0")), Some("digest_wrong_length"));
        assert_eq!(code(&text.replace('b', "B")), Some("digest_upper_case"));
        assert_eq!(code(&text.replace('b', "g")), Some("digest_not_hexadecimal"));
        assert_eq!(code(&text.replace('b', "é")), Some("digest_not_hexadecimal"));
    }
}
