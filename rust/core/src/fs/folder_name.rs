//! The name of a folder, however its path is written.

use std::path::Path;

/// The last component of the folder's absolute path; `None` for a root. Bytes that are not UTF-8 show as
/// U+FFFD.
///
/// Where the path ends in `..`, the file system is asked which folder that is; else a link keeps
/// its own name.
pub fn folder_name(path: &Path) -> Option<String> {
    let absolute = std::path::absolute(path).ok()?;
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    name(&absolute).or_else(|| name(&absolute.canonicalize().ok()?))
}
