//! The bounded walk: every entry below a folder, in one order on every system.

use super::error::{FsError, shown};
use super::folder::Folder;
use super::left_out::is_left_out;
use super::relative::{components, join};
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

/// What lies below a folder, and what of it could not be looked at.
#[derive(Debug, Clone, Default)]
pub struct Survey {
    /// Everything that was listed.
    pub walk: Walk,
    /// What was listed but not entered, and why: unreadable, too deep, too full, or named too long.
    pub refused: Vec<(Vec<u8>, FsError)>,
}

/// Walks `folder`; whatever can't be looked at is an error.
pub(super) fn walk(folder: &Folder, bounds: &WalkBounds) -> Result<Walk, FsError> {
    let Survey { walk, refused } = look(folder, bounds, true)?;
    match refused.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(walk),
    }
}

/// Walks `folder` as far as that goes.
///
/// Fails only where the folder itself can't be listed or has more entries than the bound. A folder
/// below it whose entries are too many, together with those of the folders before it, is refused
/// and takes nothing from those after it.
pub(super) fn survey(folder: &Folder, bounds: &WalkBounds) -> Result<Survey, FsError> {
    look(folder, bounds, false)
}

/// One open directory at a time, so depth costs no stack and no descriptors; in order, so that
/// the same folders are refused whatever order the file system lists in.
fn look(folder: &Folder, bounds: &WalkBounds, whole: bool) -> Result<Survey, FsError> {
    let mut walk = Walk::default();
    let mut refused = Vec::new();
    let mut pending = vec![Vec::new()];
    while let Some(path) = pending.pop() {
        let seen = walk.entries.len() + walk.left_out.len() + refused.len();
        let room = bounds.max_entries.saturating_sub(seen);
        let listed = match folder.list_below(&path, room) {
            Ok(listed) => listed,
            Err(FsError::EntryCountExceeded { .. }) => {
                let error = FsError::EntryCountExceeded { limit: bounds.max_entries };
                if whole || path.is_empty() {
                    return Err(error);
                }
                refused.push((path, error));
                continue;
            }
            Err(error) if path.is_empty() => return Err(error),
            // The parent's listing had it a moment ago.
            Err(FsError::NotFound { .. }) => {
                let error = FsError::ChangedWhileReading { path: shown(&path) };
                refused.push((path, error));
                continue;
            }
            Err(error) => {
                refused.push((path, error));
                continue;
            }
        };
        let before = pending.len();
        for (name, kind) in listed {
            let path = join(&path, &name);
            if let Err(error) = check_bounds(&path, bounds) {
                refused.push((path, error));
                continue;
            }
            if bounds.left_out && leaves_out(&name, kind) {
                walk.left_out.push(Entry { path, kind });
                continue;
            }
            if kind == EntryKind::Folder {
                pending.push(path.clone());
            }
            walk.entries.push(Entry { path, kind });
        }
        if let Some(added) = pending.get_mut(before..) {
            added.sort_unstable_by(|left, right| right.cmp(left));
        }
    }
    walk.entries.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    walk.left_out.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    refused.sort_unstable_by(|left, right| left.0.cmp(&right.0));
    Ok(Survey { walk, refused })
}

fn check_bounds(path: &[u8], bounds: &WalkBounds) -> Result<(), FsError> {
    if path.len() > bounds.max_path_bytes {
        return Err(FsError::name_too_long(path));
    }
    if components(path).count() > bounds.max_depth {
        return Err(FsError::DepthExceeded { path: shown(path), limit: bounds.max_depth });
    }
    Ok(())
}

fn leaves_out(name: &[u8], kind: EntryKind) -> bool {
    match kind {
        EntryKind::File => is_left_out(name, false),
        EntryKind::Folder => is_left_out(name, true),
        EntryKind::Link | EntryKind::Other => false,
    }
}
