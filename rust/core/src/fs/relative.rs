//! Relative paths as bytes: what may be asked of an open folder.

use std::path::Path;

use super::error::{FsError, shown};
use super::walk::WalkBounds;

/// Checks that `path` names something below a folder: components between single `/`, none of them
/// `.` or `..`, no NUL, at most 4,095 bytes. On systems with other separators those are refused as well.
pub(super) fn check(path: &[u8]) -> Result<(), FsError> {
    if path.len() > WalkBounds::MAX_PATH_BYTES {
        return Err(FsError::name_too_long(path));
    }
    let invalid = path.contains(&0)
        || (!cfg!(unix) && path.iter().any(|byte| matches!(byte, b'\\' | b':')))
        || components(path).any(|name| matches!(name, b"" | b"." | b".."));
    if invalid { Err(FsError::InvalidPath { path: shown(path) }) } else { Ok(()) }
}

/// The components of a checked path.
pub(super) fn components(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|&byte| byte == b'/')
}

/// The path up to each component in turn, the whole path last: `a/b` gives `a`, `a/b`.
pub(super) fn prefixes(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = path.iter().enumerate().filter(|&(_, &byte)| byte == b'/').map(|(index, _)| index);
    ends.chain([path.len()]).filter_map(|end| path.get(..end))
}

/// The folder part, empty for the folder itself, and the last component.
pub(super) fn split(path: &[u8]) -> (&[u8], &[u8]) {
    match path.iter().rposition(|&byte| byte == b'/') {
        Some(end) => (path.get(..end).unwrap_or(b""), path.get(end + 1..).unwrap_or(b"")),
        None => (b"", path),
    }
}

/// `folder` and `name` joined; `folder` may be the empty path.
pub(super) fn join(folder: &[u8], name: &[u8]) -> Vec<u8> {
    if folder.is_empty() {
        return name.to_vec();
    }
    [folder, b"/", name].concat()
}

/// The last component of a host path, which is all an error may show of it.
pub(super) fn last_component(path: &Path) -> Vec<u8> {
    path.file_name().map(|name| name.as_encoded_bytes().to_vec()).unwrap_or_default()
}
