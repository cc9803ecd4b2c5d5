//! The canonical archive of files in memory.

use std::io::Write;

use super::error::ArchiveError;
use super::order::{compare, entry_file};
use super::writer::{
    ArchiveWriter, END_BYTES, LOCAL_BYTES, MAX_BYTES, MAX_ENTRIES, RECORD_BYTES, too_large,
    too_many,
};
use crate::path::check_set;

/// One file that goes into an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveInput<'a> {
    /// Portable path from the root of the archive.
    pub path: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
    /// Whether the file is meant to be run by somebody.
    pub executable: bool,
}

/// Writes the canonical archive of `files`, which may come in any order; gives `out` back.
///
/// Refused before a byte is written: a path that breaks a rule, two that clash, over 65,534 files,
/// 4 GiB or more.
pub fn build_archive<W: Write>(files: &[ArchiveInput<'_>], out: W) -> Result<W, ArchiveError> {
    let ordered = ordered(files)?;
    archive_len(files)?;
    let mut writer = ArchiveWriter::new(out);
    for file in ordered {
        writer.add(file.path, file.bytes, file.executable)?;
    }
    writer.finish()
}

/// The canonical archive of `files` as bytes.
pub fn archive_bytes(files: &[ArchiveInput<'_>]) -> Result<Vec<u8>, ArchiveError> {
    let length = usize::try_from(archive_len(files)?).map_err(|_| too_large(u64::MAX))?;
    build_archive(files, Vec::with_capacity(length))
}

/// How many bytes the archive of `files` has, known from paths and sizes alone.
pub fn archive_len(files: &[ArchiveInput<'_>]) -> Result<u64, ArchiveError> {
    if files.len() > MAX_ENTRIES {
        return Err(too_many(files.len()));
    }
    let of_file = |file: &ArchiveInput<'_>| {
        (LOCAL_BYTES + RECORD_BYTES) as u64 + 2 * file.path.len() as u64 + file.bytes.len() as u64
    };
    let total = files.iter().fold(END_BYTES as u64, |sum, file| sum.saturating_add(of_file(file)));
    if total > MAX_BYTES { Err(too_large(total)) } else { Ok(total) }
}

fn ordered<'a>(files: &[ArchiveInput<'a>]) -> Result<Vec<ArchiveInput<'a>>, ArchiveError> {
    let mut ordered = files.to_vec();
    let entry = entry_file(files.iter().map(|file| file.path));
    ordered.sort_by(|left, right| compare(entry, left.path, right.path));
    let paths: Vec<&str> = ordered.iter().map(|file| file.path).collect();
    check_set(&paths)?;
    Ok(ordered)
}
