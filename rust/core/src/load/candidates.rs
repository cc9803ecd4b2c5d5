//! Where skills may be, from the names below a folder alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::fs::{Entry, EntryKind, Walk};
use crate::package::{MANIFEST_FILE, SkillFileKind};

/// Something that may be a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Candidate {
    /// A folder with a skill's own file; so many skills lie below it and are its resources.
    Folder { nested: usize },
    /// A file that is a skill by itself.
    Single,
    /// A link, which may lead to a skill folder.
    Link,
}

/// The candidates by path, none of them below a skill folder unless those are asked for.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// Whether skill folders below a skill folder are candidates too.
    nested_too: bool,
    pub(super) by_path: BTreeMap<String, Candidate>,
    /// Skill files whose paths are not UTF-8, so that nothing can be called by them.
    pub(super) nameless: Vec<Vec<u8>>,
    folders: BTreeSet<String>,
}

impl Candidates {
    /// Whether no skill folder is `path` or above it.
    pub(super) fn is_outside(&self, path: &str) -> bool {
        self.skill_above(path).is_none()
    }

    /// The skill folder that is `path` or one of the folders above it.
    fn skill_above(&self, path: &str) -> Option<&str> {
        if let Some(root) = self.folders.get("") {
            return Some(root);
        }
        let mut candidate = Some(path);
        while let Some(current) = candidate {
            if let Some(found) = self.folders.get(current) {
                return Some(found);
            }
            candidate = current.rsplit_once('/').map(|(above, _)| above);
        }
        None
    }

    fn add(&mut self, path: &str, candidate: Candidate) {
        let above = self.skill_above(path).map(str::to_owned);
        match (above, candidate) {
            (None, _) => {
                if matches!(candidate, Candidate::Folder { .. }) {
                    self.folders.insert(path.to_owned());
                }
                self.by_path.insert(path.to_owned(), candidate);
            }
            (Some(_), Candidate::Link) => {}
            (Some(above), _) => {
                if let Some(Candidate::Folder { nested }) = self.by_path.get_mut(&above) {
                    *nested = nested.saturating_add(1);
                }
                if self.nested_too && matches!(candidate, Candidate::Folder { .. }) {
                    self.by_path.insert(path.to_owned(), candidate);
                }
            }
        }
    }
}

/// Finds the topmost skill folders of a walk, and the files and links outside of them; with
/// `nested_too` also the skill folders below those.
pub(super) fn candidates(walk: &Walk, nested_too: bool) -> Candidates {
    let files = || walk.entries.iter().filter(|entry| entry.kind != EntryKind::Folder);
    let folders: BTreeSet<&str> = files().filter_map(skill_folder).collect();
    let mut candidates = Candidates { nested_too, ..Candidates::default() };
    // Sorted order puts a folder before everything below it.
    for folder in folders {
        candidates.add(folder, Candidate::Folder { nested: 0 });
    }
    for entry in files() {
        if std::str::from_utf8(&entry.path).is_err() && is_skill_file(entry) {
            candidates.nameless.push(entry.path.clone());
            continue;
        }
        let shown = String::from_utf8_lossy(&entry.path);
        let name = shown.rsplit_once('/').map_or(&*shown, |(_, name)| name);
        if entry.kind == EntryKind::Link {
            candidates.add(&shown, Candidate::Link);
        } else if SkillFileKind::of_name(name) == Some(SkillFileKind::Single) {
            candidates.add(&shown, Candidate::Single);
        }
    }
    candidates
}

fn is_skill_file(entry: &Entry) -> bool {
    let name = std::str::from_utf8(entry.name()).ok();
    name.is_some_and(|name| name == MANIFEST_FILE || SkillFileKind::of_name(name).is_some())
}

/// The folder that the entry makes a skill.
fn skill_folder(entry: &Entry) -> Option<&str> {
    let path = std::str::from_utf8(&entry.path).ok()?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let own = SkillFileKind::of_name(name);
    let describes = matches!(own, Some(SkillFileKind::Markdown | SkillFileKind::Yaml));
    (describes || name == MANIFEST_FILE && entry.kind == EntryKind::File).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::{Candidate, candidates};
    use crate::fs::{Entry, EntryKind, Walk};

    fn found(paths: &[(&str, EntryKind)]) -> Vec<(String, Candidate)> {
        found_with(paths, false)
    }

    fn found_with(paths: &[(&str, EntryKind)], nested_too: bool) -> Vec<(String, Candidate)> {
        let entry = |&(path, kind): &(&str, EntryKind)| Entry { path: path.into(), kind };
        let walk = Walk { entries: paths.iter().map(entry).collect(), left_out: Vec::new() };
        candidates(&walk, nested_too).by_path.into_iter().collect()
    }

    #[test]
    fn skills_below_a_skill_are_counted_and_its_links_are_its_own() {
        let (file, link) = (EntryKind::File, EntryKind::Link);
        let paths = [
            ("a/SKILL.md", file),
            ("a/b/skill.yaml", file),
            ("a/c.skill.md", file),
            ("a/d", link),
            ("a.skill.md", file),
            ("e", link),
        ];
        let expected = [
            ("a".to_owned(), Candidate::Folder { nested: 2 }),
            ("a.skill.md".to_owned(), Candidate::Single),
            ("e".to_owned(), Candidate::Link),
        ];
        assert_eq!(found(&paths), expected);
    }

    #[test]
    fn a_skill_at_the_root_holds_everything() {
        let paths = [("skill.json", EntryKind::File), ("a/SKILL.md", EntryKind::File)];
        assert_eq!(found(&paths), [(String::new(), Candidate::Folder { nested: 1 })]);
    }

    #[test]
    fn nested_skills_are_candidates_when_asked_for() {
        let file = EntryKind::File;
        let paths = [("a/SKILL.md", file), ("a/b/c/SKILL.md", file), ("a/b/x.skill.md", file)];
        let expected = [
            ("a".to_owned(), Candidate::Folder { nested: 2 }),
            ("a/b/c".to_owned(), Candidate::Folder { nested: 0 }),
        ];
        assert_eq!(found_with(&paths, true), expected);
    }

    #[test]
    fn a_linked_manifest_makes_no_skill() {
        assert_eq!(
            found(&[("a/skill.json", EntryKind::Link)]),
            [("a/skill.json".to_owned(), Candidate::Link)]
        );
    }
}
