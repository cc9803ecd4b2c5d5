//! One file of a package, and its digest.

use crate::digest::{Sha256Digest, sha256};

/// One file of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Portable path from the package folder.
    pub path: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether the file is meant to be run by somebody.
    pub executable: bool,
    /// Digest of the bytes.
    pub sha256: Sha256Digest,
}

impl File {
    /// A file with its digest computed.
    pub fn new(path: String, bytes: Vec<u8>, executable: bool) -> Self {
        let sha256 = sha256(&bytes);
        Self { path, bytes, executable, sha256 }
    }
}
