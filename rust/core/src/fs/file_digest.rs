//! The digest of one open file, and the proof that the bytes belong together.

use std::fs::File;

use super::content::{FileState, expect_unchanged, fill};
use super::error::{FsError, shown};
use super::file::stream;
use crate::digest::{Sha256Digest, Sha256Hasher, sha256};

/// Bytes of the largest file that is read in one piece; larger ones are hashed piece by piece.
const ONE_READ_BYTES: usize = 64 << 10;

/// What is known of a file that was hashed and not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileDigest {
    /// Digest of all bytes.
    pub sha256: Sha256Digest,
    /// Bytes of the file.
    pub size: u64,
    /// Whether any execute bit is set; false where the file system has none.
    pub executable: bool,
    /// Names the file has; 1 where the system doesn't tell. More than 1 is a hard link.
    pub links: u64,
}

/// Hashes the whole of `file`, which was measured as `state`, and measures it again.
pub(super) fn hash_whole(
    file: &mut File,
    path: &[u8],
    state: FileState,
    buffer: &mut Vec<u8>,
) -> Result<FileDigest, FsError> {
    // One byte more than the largest file shows that a file is larger than it was.
    if buffer.len() <= ONE_READ_BYTES {
        buffer.resize(ONE_READ_BYTES + 1, 0);
    }
    let expected = usize::try_from(state.size).unwrap_or(usize::MAX);
    let (size, sha256) = if let Some(room) = buffer.get_mut(..=expected) {
        let filled = fill(file, room, path, state.size)?;
        (filled as u64, sha256(room.get(..filled).unwrap_or_default()))
    } else {
        let mut hasher = Sha256Hasher::new();
        let size = stream(file, &mut hasher, path, None)?;
        (size, hasher.finish())
    };
    if size != state.size {
        return Err(FsError::ChangedWhileReading { path: shown(path) });
    }
    expect_unchanged(file, path, state)?;
    let FileState { executable, links, .. } = state;
    Ok(FileDigest { sha256, size, executable, links })
}
