//! A package's own record of which of its files are executable (spec 01).

use std::collections::HashSet;

use crate::fs::{FileContent, Folder, FsError};
use crate::limits::{ArchiveLimits, JsonLimits};
use crate::package::{MANIFEST_FILE, Manifest, sealed_executables};

/// What `skill.json` says of executable files, if it says anything, and its bytes.
#[derive(Debug, Default)]
pub(super) struct ExecutableRecord {
    /// `skill.json`, so that it is read once.
    content: Option<FileContent>,
    /// Whether it is a manifest, which is never executable.
    is_manifest: bool,
    /// The executable files of a sealed package.
    sealed: Option<HashSet<String>>,
}

impl ExecutableRecord {
    /// Reads the record of the package in `folder`, whose files are `paths`.
    ///
    /// A `skill.json` that is no manifest is a file like any other.
    pub(super) fn read(
        folder: &Folder,
        paths: &[String],
        limits: &ArchiveLimits,
    ) -> Result<Self, FsError> {
        if !paths.iter().any(|path| path == MANIFEST_FILE) {
            return Ok(Self::default());
        }
        let content = folder.read(MANIFEST_FILE, limits.max_file_bytes)?;
        let manifest = Manifest::parse(&content.bytes, &JsonLimits::default()).ok();
        let sealed = manifest.as_ref().and_then(sealed_executables).map(HashSet::from_iter);
        Ok(Self { content: Some(content), is_manifest: manifest.is_some(), sealed })
    }

    /// What was read of the file at `path` already.
    pub(super) fn content_of(&self, path: &str) -> Option<&FileContent> {
        self.content.as_ref().filter(|_| path == MANIFEST_FILE)
    }

    /// Whether the file at `path` is executable; `mode` is what the file system says.
    pub(super) fn is_executable(&self, path: &str, mode: bool) -> bool {
        match &self.sealed {
            _ if self.is_manifest && path == MANIFEST_FILE => false,
            Some(sealed) => sealed.contains(path),
            None => mode,
        }
    }
}
