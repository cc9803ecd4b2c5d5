//! Skills below a skill, from the names alone.

use std::collections::BTreeSet;

use crate::fs::{Entry, EntryKind, Walk};
use crate::package::{MANIFEST_FILE, SkillFileKind};

/// The skills below the folder that was walked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Nested<'walk> {
    /// Folders that are skills, by path; the folder that was walked is not one of them.
    pub(super) folders: BTreeSet<&'walk str>,
    /// Files that are skills by themselves.
    pub(super) files: usize,
}

/// Finds the skills below a folder.
pub(super) fn nested_skills(walk: &Walk) -> Nested<'_> {
    let mut nested = Nested::default();
    for entry in walk.entries.iter().filter(|entry| entry.kind != EntryKind::Folder) {
        if is_single(entry) {
            nested.files += 1;
        } else if let Some(folder) = skill_folder(entry).filter(|folder| !folder.is_empty()) {
            nested.folders.insert(folder);
        }
    }
    nested
}

/// Whether the entry is a file that is a skill by itself, unless it lies in one.
pub(super) fn is_single(entry: &Entry) -> bool {
    let kind = std::str::from_utf8(entry.name()).ok().and_then(SkillFileKind::of_name);
    kind == Some(SkillFileKind::Single)
        && !matches!(entry.kind, EntryKind::Folder | EntryKind::Link)
        && std::str::from_utf8(&entry.path).is_ok()
}

/// The folder that the entry makes a skill.
pub(super) fn skill_folder(entry: &Entry) -> Option<&str> {
    let path = std::str::from_utf8(&entry.path).ok()?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let own = SkillFileKind::of_name(name);
    let describes = matches!(own, Some(SkillFileKind::Markdown | SkillFileKind::Yaml))
        && entry.kind != EntryKind::Folder;
    (describes || name == MANIFEST_FILE && entry.kind == EntryKind::File).then_some(folder)
}

/// Whether the entry has the name of a skill's file in a path that is not UTF-8, so that nothing
/// can be called by it.
pub(super) fn is_nameless(entry: &Entry) -> bool {
    let name = std::str::from_utf8(entry.name()).ok();
    entry.kind != EntryKind::Folder
        && std::str::from_utf8(&entry.path).is_err()
        && name.is_some_and(|name| name == MANIFEST_FILE || SkillFileKind::of_name(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::{nested_skills, skill_folder};
    use crate::fs::{Entry, EntryKind, Walk};

    #[test]
    fn skills_below_a_skill_are_counted_once_a_folder_and_links_are_none() {
        let (file, link) = (EntryKind::File, EntryKind::Link);
        let paths = [
            ("SKILL.md", file),
            ("b/skill.json", file),
            ("b/skill.yaml", file),
            ("c.skill.md", file),
            ("d", link),
            ("e/f/SKILL.md", file),
            ("g.skill.md", link),
        ];
        let entry = |&(path, kind): &(&str, EntryKind)| Entry { path: path.into(), kind };
        let walk = Walk { entries: paths.iter().map(entry).collect(), left_out: Vec::new() };
        let nested = nested_skills(&walk);
        assert_eq!(nested.folders.into_iter().collect::<Vec<_>>(), ["b", "e/f"]);
        assert_eq!(nested.files, 1);
    }

    #[test]
    fn a_linked_manifest_makes_no_skill_and_a_linked_skill_file_does() {
        let entry = |path: &str| Entry { path: path.into(), kind: EntryKind::Link };
        assert_eq!(skill_folder(&entry("a/skill.json")), None);
        assert_eq!(skill_folder(&entry("a/SKILL.md")), Some("a"));
    }
}
