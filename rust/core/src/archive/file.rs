//! What is read of an archive: a tree in memory.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::digest::sha256;
use crate::digest::tree::{TreeDigest, TreeEntry};

/// One file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveFile<'a> {
    /// Portable path from the root of the archive.
    pub path: String,
    /// The bytes: those of the archive itself where the file is stored.
    pub bytes: Cow<'a, [u8]>,
    /// Whether the file is meant to be run by somebody.
    pub executable: bool,
}

/// The files of an archive, in canonical order, and what was taken off to get them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Archive<'a> {
    /// The files: the entry file first, the rest by the bytes of their paths.
    pub files: Vec<ArchiveFile<'a>>,
    /// Notes of import, each once; strict reading has none.
    pub diagnostics: Vec<Diagnostic>,
}

impl Archive<'_> {
    /// The `metier.tree.v1` digest of the files: the same as of a folder that holds them.
    ///
    /// Hashes every byte.
    pub fn tree(&self) -> TreeDigest {
        let entry = |file: &ArchiveFile<'_>| TreeEntry {
            path: file.path.clone(),
            executable: file.executable,
            size: file.bytes.len() as u64,
            sha256: sha256(&file.bytes),
        };
        TreeDigest::of(self.files.iter().map(entry).collect())
    }
}
