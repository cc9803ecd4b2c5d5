//! Where a link leads, for those that are allowed to follow one.

use std::path::{Path, PathBuf};

use super::error::FsError;

/// The folder that the link at `relative` below `root` leads to, without links in its path.
///
/// Refused with [`FsError::Link`] where it leads outside `root`, to `root` itself or to one of the
/// folders the link is in, and with [`FsError::NotAFolder`] where it leads to no folder. What is
/// read from the answer must be opened anew, without following links.
pub fn folder_behind_link(root: &Path, relative: &str) -> Result<PathBuf, FsError> {
    let failed = |error: std::io::Error| FsError::of_io(relative.as_bytes(), &error);
    let root = root.canonicalize().map_err(failed)?;
    let link = root.join(relative);
    let target = link.canonicalize().map_err(failed)?;
    if !target.starts_with(&root) || link.starts_with(&target) {
        return Err(FsError::Link { path: relative.to_owned() });
    }
    if !target.is_dir() {
        return Err(FsError::NotAFolder { path: relative.to_owned() });
    }
    Ok(target)
}
