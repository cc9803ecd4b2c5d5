//! SHA-256, and the digests built on it.

mod sha256;

pub use sha256::{Sha256Digest, sha256};
