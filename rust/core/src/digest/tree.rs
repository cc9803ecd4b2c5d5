//! The tree digest `metier.tree.v1`: the content identity of a set of files.
//!
//! SHA-256 over, without anything between:
//!
//! | bytes | what |
//! |---|---|
//! | 14 | `metier.tree.v1` |
//! | 1 | `00` |
//! | 8 | number of files, `u64` |
//! | | then for each file, in ascending order of its path's bytes: |
//! | 8 | length of the path in bytes, `u64` |
//! | … | the path in UTF-8, `/` between components |
//! | 1 | `01` if the file is executable, else `00` |
//! | 8 | size of the file in bytes, `u64` |
//! | 32 | SHA-256 of the file, raw |
//!
//! Every `u64` has its most significant byte first. Folders, links, owners, times and all mode
//! bits but "executable" are left out: none of them survives every way a package travels.
//!
//! ```
//! use metier_core::digest::sha256;
//! use metier_core::digest::tree::{TreeEntry, tree_digest};
//!
//! let content = b"---\nname: a\ndescription: b\n---\n# A\n";
//! let tree = tree_digest(&[TreeEntry {
//!     path: "SKILL.md".to_owned(),
//!     executable: false,
//!     size: 35,
//!     sha256: sha256(content),
//! }]);
//! assert_eq!(
//!     tree.digest.to_string(),
//!     "sha256:4f0c3f60d3ee2496ce51bb7b66e1aab85e0bf2a4536c1ab97aec68439e0f40a6"
//! );
//!
//! let mut bytes = b"metier.tree.v1\0".to_vec();
//! bytes.extend(1_u64.to_be_bytes());
//! bytes.extend(8_u64.to_be_bytes());
//! bytes.extend(b"SKILL.md\0");
//! bytes.extend(35_u64.to_be_bytes());
//! bytes.extend(sha256(content).0);
//! assert_eq!(sha256(&bytes), tree.digest);
//! ```

use super::sha256::{Sha256Digest, Sha256Hasher};

/// One file of a tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeEntry {
    /// Path from the root of the tree, `/` separated.
    pub path: String,
    /// Whether the file is meant to be executed.
    pub executable: bool,
    /// Bytes of the file.
    pub size: u64,
    /// Digest of the file.
    pub sha256: Sha256Digest,
}

/// The digest of a tree and what it was made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TreeDigest {
    /// `metier.tree.v1`.
    pub digest: Sha256Digest,
    /// Number of files.
    pub files: u64,
    /// Bytes of all files; stops at the largest `u64`.
    pub bytes: u64,
    /// The files in ascending order of their paths' bytes.
    pub entries: Vec<TreeEntry>,
}

impl TreeDigest {
    /// The tree digest of `entries`, which may come in any order; keeps them.
    ///
    /// Paths are taken as they are: whether they are portable and differ is the path rules'
    /// business. Cost: O(n log n), O(n) where they are in order.
    pub fn of(mut entries: Vec<TreeEntry>) -> Self {
        entries.sort_unstable();
        let mut hasher = Sha256Hasher::labelled("metier.tree.v1");
        hasher.u64(entries.len() as u64);
        for entry in &entries {
            hasher.framed(entry.path.as_bytes());
            hasher.update(&[u8::from(entry.executable)]);
            hasher.u64(entry.size);
            hasher.update(&entry.sha256.0);
        }
        let bytes = entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.size));
        Self { digest: hasher.finish(), files: entries.len() as u64, bytes, entries }
    }
}

/// The tree digest of borrowed `entries`: [`TreeDigest::of`] a copy of them.
pub fn tree_digest(entries: &[TreeEntry]) -> TreeDigest {
    TreeDigest::of(entries.to_vec())
}
