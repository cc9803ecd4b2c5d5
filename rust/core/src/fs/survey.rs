//! What lies below a folder as far as it can be looked at.

use super::error::FsError;
use super::folder::{Folder, Listed};
use super::relative::join;
use super::walk::{Entry, EntryKind, Walk, WalkBounds, check_bounds, leaves_out, list, list_error};

/// What lies below a folder, and what of it could not be looked at.
#[derive(Debug, Clone, Default)]
pub struct Survey {
    /// Everything that was listed.
    pub walk: Walk,
    /// What was listed but not entered, and why: unreadable, too deep, too full, or named too long.
    pub refused: Vec<(Vec<u8>, FsError)>,
}

impl Survey {
    /// Files, folders and all else that was listed.
    pub fn entry_count(&self) -> usize {
        self.walk.entries.len() + self.walk.left_out.len() + self.refused.len()
    }

    /// What lies below the folder `path`, with paths from there. O(log n), and what is copied.
    #[must_use]
    pub fn below(&self, path: &[u8]) -> Self {
        if path.is_empty() {
            return self.clone();
        }
        let prefix = [path, b"/"].concat();
        let cut = |entry: &Entry| {
            let path = entry.path.strip_prefix(&*prefix)?.to_vec();
            Some(Entry { path, kind: entry.kind })
        };
        let entries = |all: &[Entry]| {
            let start = all.partition_point(|entry| entry.path < prefix);
            all.iter().skip(start).map_while(cut).collect()
        };
        let refused = self.refused.iter().filter_map(|(path, error)| {
            Some((path.strip_prefix(&*prefix)?.to_vec(), error.clone()))
        });
        Self {
            walk: Walk {
                entries: entries(&self.walk.entries),
                left_out: entries(&self.walk.left_out),
            },
            refused: refused.collect(),
        }
    }

    /// The walk, if it is one: everything could be looked at, and is at most `max_entries`.
    pub fn whole(&self, max_entries: usize) -> Result<&Walk, FsError> {
        if self.entry_count() > max_entries {
            return Err(FsError::EntryCountExceeded { limit: max_entries });
        }
        match self.refused.first() {
            Some((_, error)) => Err(error.clone()),
            None => Ok(&self.walk),
        }
    }

    /// Takes what one folder holds; its folders are added to `pending` in reverse order.
    pub(super) fn take(
        &mut self,
        path: &[u8],
        listed: Vec<Listed>,
        bounds: &WalkBounds,
        pending: &mut Vec<Vec<u8>>,
    ) {
        let before = pending.len();
        for (name, kind) in listed {
            let path = join(path, &name);
            if let Err(error) = check_bounds(&path, bounds) {
                self.refused.push((path, error));
            } else if bounds.left_out && leaves_out(&name, kind) {
                self.walk.left_out.push(Entry { path, kind });
            } else {
                if kind == EntryKind::Folder {
                    pending.push(path.clone());
                }
                self.walk.entries.push(Entry { path, kind });
            }
        }
        if let Some(added) = pending.get_mut(before..) {
            added.sort_unstable_by(|left, right| right.cmp(left));
        }
    }

    pub(super) fn sort(&mut self) {
        self.walk.entries.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        self.walk.left_out.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        self.refused.sort_unstable_by(|left, right| left.0.cmp(&right.0));
    }
}

/// What lies in the one folder at `path`, with paths from `folder`, where `seen` entries are known.
pub(super) fn survey_one(
    folder: &Folder,
    path: &[u8],
    bounds: &WalkBounds,
    seen: usize,
) -> Result<Survey, FsError> {
    let mut found = Survey::default();
    found.take(path, list(folder, path, bounds, seen)?, bounds, &mut Vec::new());
    found.sort();
    Ok(found)
}

/// [`survey_one`], and the folder that it is about.
pub(super) fn open_and_survey_one(
    folder: &Folder,
    path: &[u8],
    bounds: &WalkBounds,
    seen: usize,
) -> Result<(Folder, Survey), FsError> {
    let room = bounds.max_entries.saturating_sub(seen);
    let opened = folder.open_and_list(path, room);
    let (opened, listed) = opened.map_err(|error| list_error(path, bounds, error))?;
    let mut found = Survey::default();
    found.take(path, listed, bounds, &mut Vec::new());
    found.sort();
    Ok((opened, found))
}

/// Goes on from what lies in `folder` itself as far as that goes, where `seen` entries are known.
///
/// A folder whose entries are too many, together with those of the folders before it, is refused
/// and takes nothing from those after it.
pub(super) fn survey_below(
    folder: &Folder,
    mut found: Survey,
    bounds: &WalkBounds,
    seen: usize,
) -> Survey {
    let folders = found.walk.entries.iter().rev().filter(|entry| entry.kind == EntryKind::Folder);
    let mut pending: Vec<Vec<u8>> = folders.map(|entry| entry.path.clone()).collect();
    while let Some(path) = pending.pop() {
        match list(folder, &path, bounds, seen.saturating_add(found.entry_count())) {
            Ok(listed) => found.take(&path, listed, bounds, &mut pending),
            Err(error) => found.refused.push((path, error)),
        }
    }
    found.sort();
    found
}
