//! SHA-256, and the digests built on it.
//!
//! All framed digests share three pieces: a label and a zero byte, `u64(n)`, which is `n` in eight
//! bytes, most significant first, and `F(b)`, which is `u64(length of b)` and then `b`.

mod error;
mod lanes;
pub mod package;
mod sha256;
#[cfg(target_arch = "x86_64")]
mod sha_ni;
pub mod tree;

pub use error::{CODES, DigestError};
pub use lanes::sha256_each;
pub use sha256::{Sha256Digest, Sha256Hasher, sha256};
