//! The bytes of one open file, and the proof that they belong together.

use std::fs::{File, Metadata};
use std::io::{self, Read};

use super::error::{FsError, shown};

/// A file that was read whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileContent {
    /// All bytes, as many as the file system said there are.
    pub bytes: Vec<u8>,
    /// Whether any execute bit is set; false where the file system has none.
    pub executable: bool,
    /// Names the file has; 1 where the system doesn't tell. More than 1 is a hard link.
    pub links: u64,
}

/// What is measured of an open file, before and after reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileState {
    pub(super) regular: bool,
    pub(super) size: u64,
    pub(super) executable: bool,
    pub(super) links: u64,
    /// Device, inode, and the times of the last change of content and of anything.
    pub(super) identity: (u64, u64),
    pub(super) changed: [i64; 4],
}

impl FileState {
    #[cfg(unix)]
    pub(super) fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            regular: metadata.is_file(),
            size: metadata.size(),
            executable: metadata.mode() & 0o111 != 0,
            links: metadata.nlink(),
            identity: (metadata.dev(), metadata.ino()),
            changed: [
                metadata.mtime(),
                metadata.mtime_nsec(),
                metadata.ctime(),
                metadata.ctime_nsec(),
            ],
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of(metadata: &Metadata) -> Self {
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
            .unwrap_or_default();
        Self {
            regular: metadata.is_file(),
            size: metadata.len(),
            executable: false,
            links: 1,
            identity: (0, 0),
            changed: [
                i64::try_from(modified.as_secs()).unwrap_or(i64::MAX),
                i64::from(modified.subsec_nanos()),
                0,
                0,
            ],
        }
    }
}

/// Measures `file`, which must be regular and hold at most `max_bytes`.
pub(super) fn measure(file: &File, path: &[u8], max_bytes: u64) -> Result<FileState, FsError> {
    let metadata = file.metadata().map_err(|error| FsError::of_io(path, &error))?;
    let state = FileState::of(&metadata);
    if !state.regular {
        return Err(FsError::NotAFile { path: shown(path) });
    }
    if state.size > max_bytes {
        return Err(FsError::TooLarge { path: shown(path), size: state.size, limit: max_bytes });
    }
    Ok(state)
}

/// Reads the whole of `file`, which was measured as `state`, and measures it again.
///
/// Two system calls for a file of any size that the bound allows: one read, one measure.
pub(super) fn read_whole(
    mut file: File,
    path: &[u8],
    state: FileState,
) -> Result<FileContent, FsError> {
    // One byte more than expected tells a file that grew from one that did not.
    let mut bytes = zeroed(state.size.saturating_add(1), path)?;
    let filled = fill(&mut file, &mut bytes, path, state.size)?;
    if filled as u64 != state.size {
        return Err(FsError::ChangedWhileReading { path: shown(path) });
    }
    expect_unchanged(&file, path, state)?;
    bytes.truncate(filled);
    Ok(FileContent { bytes, executable: state.executable, links: state.links })
}

/// Measures an open file again, once it was read.
pub(super) fn expect_unchanged(file: &File, path: &[u8], state: FileState) -> Result<(), FsError> {
    let metadata = file.metadata().map_err(|error| FsError::of_io(path, &error))?;
    if FileState::of(&metadata) == state {
        return Ok(());
    }
    Err(FsError::ChangedWhileReading { path: shown(path) })
}

fn zeroed(length: u64, path: &[u8]) -> Result<Vec<u8>, FsError> {
    let no_memory =
        || FsError::Io { path: shown(path), reason: format!("no memory for {length} bytes") };
    let length = usize::try_from(length).map_err(|_| no_memory())?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| no_memory())?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// Reads until `bytes` is full, the file ends, or exactly `expected` bytes came and room is left:
/// a regular file that fills less than it was offered has ended, so the read that would only say
/// so is saved.
pub(super) fn fill(
    file: &mut File,
    bytes: &mut [u8],
    path: &[u8],
    expected: u64,
) -> Result<usize, FsError> {
    let mut filled = 0_usize;
    loop {
        let rest = bytes.get_mut(filled..).unwrap_or_default();
        if rest.is_empty() || filled as u64 == expected {
            return Ok(filled);
        }
        match file.read(rest) {
            Ok(0) => return Ok(filled),
            Ok(count) => filled = filled.saturating_add(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FsError::of_io(path, &error)),
        }
    }
}
