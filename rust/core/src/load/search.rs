//! The skills below a folder, one after the other in the order of their paths.
//!
//! A folder is listed when its turn comes, and what lies in it waits for its own turn, so what is
//! held at any time are the names beside the folders above the current one, and those below the
//! current skill.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::nested::{is_nameless, is_single, nested_skills, skill_folder};
use crate::fs::{Entry, EntryKind, Folder, FsError, Survey, WalkBounds};
use crate::limits::{DiscoveryLimits, MAX_PATH_DEPTH};

/// Something that is a skill or may lead to one. Paths are those below the root.
pub(super) enum Candidate {
    /// A skill's folder; so many skills below it are its resources.
    Folder { path: String, folder: Folder, survey: Arc<Survey>, nested: usize },
    /// A skill's folder in another skill: `inner` from where `survey` starts.
    Nested { path: String, inner: String, survey: Arc<Survey> },
    /// A file that is a skill by itself.
    Single { path: String },
    /// A link, which may lead to a skill folder.
    Link { path: String },
}

/// What waits for its turn.
enum Waiting {
    Folder,
    Single,
    Link,
    Nested { inner: String, survey: Arc<Survey> },
}

struct Turn {
    path: Vec<u8>,
    what: Waiting,
}

/// What the search itself has to say.
#[derive(Default)]
pub(super) struct Leftovers {
    /// The root can't be searched.
    pub(super) root: Option<FsError>,
    /// What could not be looked at outside of skills, and why.
    pub(super) refused: Vec<(Vec<u8>, FsError)>,
    /// Skill files whose paths are not UTF-8, so that nothing can be called by them.
    pub(super) nameless: Vec<Vec<u8>>,
}

/// A search under way.
pub(super) struct Search<'a> {
    root: &'a Folder,
    bounds: WalkBounds,
    /// Whether skill folders below a skill folder are candidates too.
    nested_too: bool,
    waiting: BinaryHeap<Reverse<Turn>>,
    /// Entries listed so far.
    seen: usize,
    pub(super) leftovers: Leftovers,
}

impl<'a> Search<'a> {
    pub(super) fn new(root: &'a Folder, limits: &DiscoveryLimits, nested_too: bool) -> Self {
        let bounds = WalkBounds {
            max_entries: limits.max_entries,
            max_depth: limits.max_depth,
            max_path_bytes: WalkBounds::MAX_PATH_BYTES,
            left_out: true,
        };
        let first = Turn { path: Vec::new(), what: Waiting::Folder };
        let waiting = BinaryHeap::from([Reverse(first)]);
        Self { root, bounds, nested_too, waiting, seen: 0, leftovers: Leftovers::default() }
    }

    /// The next candidate by path; lists as many folders as it takes to find it.
    pub(super) fn next(&mut self) -> Option<Candidate> {
        while let Some(Reverse(Turn { path, what })) = self.waiting.pop() {
            let shown = || String::from_utf8_lossy(&path).into_owned();
            match what {
                Waiting::Single => return Some(Candidate::Single { path: shown() }),
                Waiting::Link => return Some(Candidate::Link { path: shown() }),
                Waiting::Nested { inner, survey } => {
                    return Some(Candidate::Nested { path: shown(), inner, survey });
                }
                Waiting::Folder => {
                    if let Some(skill) = self.enter(&path) {
                        return Some(skill);
                    }
                }
            }
        }
        None
    }

    /// Lists a folder; what lies in it waits, unless it is a skill.
    fn enter(&mut self, path: &[u8]) -> Option<Candidate> {
        let listed = self.root.open_and_survey_one(path, &self.bounds, self.seen);
        let (folder, found) = match listed {
            Ok(found) => found,
            Err(error) if path.is_empty() => {
                self.leftovers.root = Some(error);
                return None;
            }
            Err(error) => {
                self.leftovers.refused.push((path.to_vec(), error));
                return None;
            }
        };
        let skill = found.walk.entries.iter().find_map(skill_folder).map(str::to_owned);
        if let Some(path) = skill {
            return Some(self.skill(path, folder, &found));
        }
        self.seen = self.seen.saturating_add(found.entry_count());
        self.leftovers.refused.extend(found.refused);
        for entry in found.walk.entries {
            self.wait(entry);
        }
        None
    }

    fn wait(&mut self, entry: Entry) {
        let what = match entry.kind {
            _ if is_nameless(&entry) => return self.leftovers.nameless.push(entry.path),
            EntryKind::Folder => Waiting::Folder,
            EntryKind::Link => Waiting::Link,
            _ if is_single(&entry) => Waiting::Single,
            _ => return,
        };
        self.waiting.push(Reverse(Turn { path: entry.path, what }));
    }

    /// Lists all of a skill's folder, whose own entries are those of `found`.
    fn skill(&mut self, path: String, folder: Folder, found: &Survey) -> Candidate {
        let bounds = WalkBounds { max_depth: MAX_PATH_DEPTH, ..self.bounds };
        let survey = folder.survey_below(found.below(path.as_bytes()), &bounds, self.seen);
        self.seen = self.seen.saturating_add(survey.entry_count());
        let survey = Arc::new(survey);
        let nested = nested_skills(&survey.walk);
        if self.nested_too {
            for inner in &nested.folders {
                let path =
                    if path.is_empty() { (*inner).into() } else { format!("{path}/{inner}") };
                let what = Waiting::Nested { inner: (*inner).into(), survey: Arc::clone(&survey) };
                self.waiting.push(Reverse(Turn { path: path.into_bytes(), what }));
            }
        }
        let nested = nested.folders.len() + nested.files;
        Candidate::Folder { path, folder, survey, nested }
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        self.path.cmp(&other.path)
    }
}
