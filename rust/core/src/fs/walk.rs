//! The bounded walk: every entry below a folder, in one order on every system.

use super::error::{FsError, shown};
use super::folder::{Folder, Listed};
use super::left_out::is_left_out;
use super::relative::components;
use super::survey::Survey;
use crate::limits::{MAX_PATH_DEPTH, MAX_TREE_ENTRIES, PackageLimits};

/// What an entry is, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link or reparse point.
    Link,
    /// A FIFO, socket or device.
    Other,
}

/// One thing below a folder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The path below the folder that was walked: raw bytes, `/` between components.
    pub path: Vec<u8>,
    /// What it is.
    pub kind: EntryKind,
}

impl Entry {
    /// The last component.
    pub fn name(&self) -> &[u8] {
        super::relative::split(&self.path).1
    }
}

/// How far a walk goes. All bounds are inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkBounds {
    /// Entries of every kind in all, those left out included.
    pub max_entries: usize,
    /// Components of one path.
    pub max_depth: usize,
    /// Bytes of one path.
    pub max_path_bytes: usize,
    /// Whether the entries of [`is_left_out`] are set apart and not entered.
    pub left_out: bool,
}

impl WalkBounds {
    /// Bytes of the longest path that is listed or opened; the rules for packages are narrower.
    pub const MAX_PATH_BYTES: usize = 4095;

    /// The bounds of a package folder; `left_out` is the caller's to set.
    pub fn of_package(limits: &PackageLimits) -> Self {
        Self {
            max_entries: limits.max_entries,
            max_depth: MAX_PATH_DEPTH,
            max_path_bytes: Self::MAX_PATH_BYTES,
            left_out: false,
        }
    }

    /// The bounds of a folder that is hashed; what never belongs to a skill is left out.
    pub fn of_tree() -> Self {
        Self {
            max_entries: MAX_TREE_ENTRIES,
            max_depth: MAX_PATH_DEPTH,
            max_path_bytes: Self::MAX_PATH_BYTES,
            left_out: true,
        }
    }
}

/// All that lies below a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// Every entry but those left out, sorted by the bytes of the path.
    pub entries: Vec<Entry>,
    /// The entries left out, each once, sorted so too; empty unless asked for.
    pub left_out: Vec<Entry>,
}

/// Walks `folder`; whatever can't be looked at is an error.
pub(super) fn walk(folder: &Folder, bounds: &WalkBounds) -> Result<Walk, FsError> {
    let mut pending = Vec::new();
    let mut found = Survey::default();
    found.take(b"", list(folder, b"", bounds, 0)?, bounds, &mut pending);
    while let Some(path) = pending.pop() {
        match list(folder, &path, bounds, found.entry_count()) {
            Ok(listed) => found.take(&path, listed, bounds, &mut pending),
            Err(error @ FsError::EntryCountExceeded { .. }) => return Err(error),
            Err(error) => found.refused.push((path, error)),
        }
    }
    found.sort();
    match found.refused.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(found.walk),
    }
}

/// Lists one folder. One is open at a time, so depth costs no stack and no descriptors; they are
/// listed in order, so the same are refused whatever order the file system lists in.
pub(super) fn list(
    folder: &Folder,
    path: &[u8],
    bounds: &WalkBounds,
    seen: usize,
) -> Result<Vec<Listed>, FsError> {
    let room = bounds.max_entries.saturating_sub(seen);
    folder.list_below(path, room).map_err(|error| list_error(path, bounds, error))
}

/// Why a folder that the listing of its parent has can't be listed.
pub(super) fn list_error(path: &[u8], bounds: &WalkBounds, error: FsError) -> FsError {
    match error {
        FsError::EntryCountExceeded { .. } => {
            FsError::EntryCountExceeded { limit: bounds.max_entries }
        }
        // The parent's listing had it a moment ago.
        FsError::NotFound { .. } if !path.is_empty() => {
            FsError::ChangedWhileReading { path: shown(path) }
        }
        error => error,
    }
}

pub(super) fn check_bounds(path: &[u8], bounds: &WalkBounds) -> Result<(), FsError> {
    if path.len() > bounds.max_path_bytes {
        return Err(FsError::name_too_long(path));
    }
    if components(path).count() > bounds.max_depth {
        return Err(FsError::DepthExceeded { path: shown(path), limit: bounds.max_depth });
    }
    Ok(())
}

pub(super) fn leaves_out(name: &[u8], kind: EntryKind) -> bool {
    match kind {
        EntryKind::File => is_left_out(name, false),
        EntryKind::Folder => is_left_out(name, true),
        EntryKind::Link | EntryKind::Other => false,
    }
}
