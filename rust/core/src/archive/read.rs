//! Reading an archive of either mode into memory.

use super::error::ArchiveError;
use super::file::Archive;
use super::{gzip, tar, zip};
use crate::limits::ArchiveLimits;

/// What is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadMode {
    /// The canonical form and its deflated twin alone.
    Strict,
    /// What other tools make as well: zip, tar and tar.gz.
    Import,
}

impl ReadMode {
    /// The word for the mode.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Import => "import",
        }
    }

    /// The mode with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Strict, Self::Import].into_iter().find(|mode| mode.as_str() == word)
    }
}

/// Reads the archive `data` as a tree in memory; stored files are slices of `data`.
///
/// The first breach is the error, in an order that one archive always gives. What is held beside
/// `data` is bounded by `limits` and by the size of `data`; what the headers declare over a limit is
/// refused before anything is inflated.
pub fn read_archive<'a>(
    data: &'a [u8],
    mode: ReadMode,
    limits: &ArchiveLimits,
) -> Result<Archive<'a>, ArchiveError> {
    match mode {
        ReadMode::Strict if is_other(data) => Err(not_zip()),
        ReadMode::Strict => zip::read(data, mode, limits),
        ReadMode::Import if gzip::is_gzip(data) => tar::read_gzip(data, limits),
        ReadMode::Import if tar::is_tar(data) => tar::read_plain(data, limits),
        ReadMode::Import if zip::may_be_zip(data) => zip::read(data, mode, limits),
        ReadMode::Import => {
            let reason = "it is no zip, tar or tar.gz file";
            Err(ArchiveError::new("archive_format_unknown", reason))
        }
    }
}

/// Whether strict can say at once that this is no zip.
fn is_other(data: &[u8]) -> bool {
    gzip::is_gzip(data) || tar::is_tar(data) || !zip::may_be_zip(data)
}

fn not_zip() -> ArchiveError {
    ArchiveError::new("archive_not_zip", "it is no zip file, and strict reads nothing else")
        .with_help("read what another tool made by import")
}
