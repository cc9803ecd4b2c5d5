//! What can go wrong between a relative path and its bytes.

use std::io;

use crate::diagnostic::CodeEntry;

/// A folder or file that is not read.
///
/// `path` is relative to the open folder, or the last component of a path given to an `open`
/// function; it is never an absolute path of the host. Bytes that are not UTF-8 show as U+FFFD.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FsError {
    /// The relative path is empty, absolute, or has an empty, `.` or `..` component or a NUL.
    #[error("{path:?} is not a path below the folder")]
    InvalidPath {
        /// The path.
        path: String,
    },
    /// Nothing is there.
    #[error("{path:?} does not exist")]
    NotFound {
        /// The path.
        path: String,
    },
    /// A folder is needed, and something else is there.
    #[error("{path:?} is not a folder")]
    NotAFolder {
        /// The path, up to and with the component that is no folder.
        path: String,
    },
    /// A regular file is needed, and a folder, FIFO, socket or device is there.
    #[error("{path:?} is not a regular file")]
    NotAFile {
        /// The path.
        path: String,
    },
    /// A symbolic link, or a reparse point, stands in the way; it is never followed.
    #[error("{path:?} is a link, and links are not followed")]
    Link {
        /// The path, up to and with the link where that is known.
        path: String,
    },
    /// The operating system refuses access.
    #[error("no permission to read {path:?}")]
    PermissionDenied {
        /// The path.
        path: String,
    },
    /// The file is larger than its bound.
    #[error("{path:?} is too large: got {size} bytes, expected at most {limit}")]
    TooLarge {
        /// The path.
        path: String,
        /// Bytes of the file.
        size: u64,
        /// The bound, in bytes.
        limit: u64,
    },
    /// The folder holds more entries than its bound.
    #[error("the folder holds more than {limit} files and folders")]
    EntryCountExceeded {
        /// The bound, in entries.
        limit: usize,
    },
    /// An entry lies deeper than the bound.
    #[error("{path:?} lies more than {limit} levels deep")]
    DepthExceeded {
        /// The path.
        path: String,
        /// The bound, in components.
        limit: usize,
    },
    /// A name or path is longer than the bound or than the file system takes.
    #[error("a name or path is too long: {length} bytes")]
    NameTooLong {
        /// The path, cut after 256 bytes.
        path: String,
        /// Bytes of the whole path.
        length: usize,
    },
    /// The file or folder changed between the moment it was found and the last byte.
    #[error("{path:?} changed while it was read")]
    ChangedWhileReading {
        /// The path.
        path: String,
    },
    /// Any other failure of the operating system.
    #[error("reading {path:?} failed: {reason}")]
    Io {
        /// The path.
        path: String,
        /// The operating system's words.
        reason: String,
    },
}

/// The codes of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry {
        code: "invalid_relative_path",
        meaning: "a path asked for does not lie below the folder: it is empty, absolute, or has an empty, `.` or `..` component or a NUL",
    },
    CodeEntry { code: "not_found", meaning: "a file or folder does not exist" },
    CodeEntry { code: "not_a_folder", meaning: "a folder is needed and something else is there" },
    CodeEntry {
        code: "not_a_file",
        meaning: "a regular file is needed and a folder, FIFO, socket or device is there",
    },
    CodeEntry {
        code: "link",
        meaning: "a symbolic link or reparse point stands in the way; it is never followed",
    },
    CodeEntry {
        code: "permission_denied",
        meaning: "the operating system refuses access to a file or folder",
    },
    CodeEntry { code: "file_too_large", meaning: "a file is larger than its bound" },
    CodeEntry {
        code: "entry_count_exceeded",
        meaning: "a folder holds more files and folders than its bound",
    },
    CodeEntry {
        code: "entry_depth_exceeded",
        meaning: "a file or folder lies deeper than the bound",
    },
    CodeEntry {
        code: "name_too_long",
        meaning: "a name or path is longer than the bound or than the file system takes",
    },
    CodeEntry {
        code: "changed_while_reading",
        meaning: "a file or folder changed between the moment it was found and the last byte read",
    },
    CodeEntry {
        code: "filesystem_error",
        meaning: "the operating system failed in another way; the message has its words; where a package is loaded also: a file changed while it was read",
    },
];

impl FsError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidPath { .. } => "invalid_relative_path",
            Self::NotFound { .. } => "not_found",
            Self::NotAFolder { .. } => "not_a_folder",
            Self::NotAFile { .. } => "not_a_file",
            Self::Link { .. } => "link",
            Self::PermissionDenied { .. } => "permission_denied",
            Self::TooLarge { .. } => "file_too_large",
            Self::EntryCountExceeded { .. } => "entry_count_exceeded",
            Self::DepthExceeded { .. } => "entry_depth_exceeded",
            Self::NameTooLong { .. } => "name_too_long",
            Self::ChangedWhileReading { .. } => "changed_while_reading",
            Self::Io { .. } => "filesystem_error",
        }
    }

    /// The path concerned, if the failure is about one.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::InvalidPath { path }
            | Self::NotFound { path }
            | Self::NotAFolder { path }
            | Self::NotAFile { path }
            | Self::Link { path }
            | Self::PermissionDenied { path }
            | Self::TooLarge { path, .. }
            | Self::DepthExceeded { path, .. }
            | Self::NameTooLong { path, .. }
            | Self::ChangedWhileReading { path }
            | Self::Io { path, .. } => Some(path),
            Self::EntryCountExceeded { .. } => None,
        }
    }

    /// The failure of an operating system call on `path`, links and wrong kinds apart.
    pub(super) fn of_io(path: &[u8], error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path: shown(path) },
            io::ErrorKind::PermissionDenied => Self::PermissionDenied { path: shown(path) },
            io::ErrorKind::InvalidFilename => Self::name_too_long(path),
            io::ErrorKind::NotADirectory => Self::NotAFolder { path: shown(path) },
            _ if is_loop(error) => Self::Link { path: shown(path) },
            _ => Self::Io { path: shown(path), reason: error.to_string() },
        }
    }

    /// A path that is too long, cut so that the error itself is bounded.
    pub(super) fn name_too_long(path: &[u8]) -> Self {
        let start = path.get(..256).unwrap_or(path);
        Self::NameTooLong { path: shown(start), length: path.len() }
    }
}

/// Whether too many links were met; the standard library has no stable name for that.
#[cfg(unix)]
fn is_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_loop(_: &io::Error) -> bool {
    false
}

/// A relative path as text; the folder itself is `.`.
pub(super) fn shown(path: &[u8]) -> String {
    if path.is_empty() {
        return ".".to_owned();
    }
    String::from_utf8_lossy(path).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_its_own_row_of_the_table() {
        let path = || "a".to_owned();
        let errors = [
            FsError::InvalidPath { path: path() },
            FsError::NotFound { path: path() },
            FsError::NotAFolder { path: path() },
            FsError::NotAFile { path: path() },
            FsError::Link { path: path() },
            FsError::PermissionDenied { path: path() },
            FsError::TooLarge { path: path(), size: 2, limit: 1 },
            FsError::EntryCountExceeded { limit: 1 },
            FsError::DepthExceeded { path: path(), limit: 1 },
            FsError::NameTooLong { path: path(), length: 300 },
            FsError::ChangedWhileReading { path: path() },
            FsError::Io { path: path(), reason: path() },
        ];
        let given: Vec<&str> = errors.iter().map(FsError::code).collect();
        let listed: Vec<&str> = CODES.iter().map(|entry| entry.code).collect();
        assert_eq!(given, listed);
    }
}
