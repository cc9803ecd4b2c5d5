//! The edits that put a skill folder's `SKILL.md` right.

use std::path::Path;

use super::authority::{Authority, authority};
use super::finding::Findings;
use super::named_file::folder_of;
use super::skill::SkillOptions;
use crate::fs::{Folder, WalkBounds};
use crate::package::{Fix, SkillFileKind, apply_fixes, skill_md_fixes};

/// A `SKILL.md` that can be put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFix {
    /// Name of the file in the folder.
    pub file: String,
    /// Its bytes.
    pub before: Vec<u8>,
    /// Its bytes with all edits.
    pub after: Vec<u8>,
    /// The edits, in the order of the bytes.
    pub fixes: Vec<Fix>,
}

/// The edits of the `SKILL.md` in the folder at `path`; `None` where there is nothing to edit.
///
/// A folder whose `skill.json` is the authority has none, because that file holds the hash of the
/// other; nor has a file that is a link, has a second name, or can't be read.
pub fn fix_folder(path: &Path, options: &SkillOptions) -> Option<FolderFix> {
    let (path, label) = folder_of(path, "");
    let folder = Folder::open(path).ok()?;
    let limits = &options.limits.skill_md;
    let bounds = WalkBounds { left_out: true, ..WalkBounds::of_package(limits) };
    let walk = folder.walk(&bounds).ok()?;
    let found = authority(&folder, &walk, &mut Findings::new(label), options);
    let Authority::SkillFile(file) = found else { return None };
    if SkillFileKind::of_name(&file) != Some(SkillFileKind::Markdown) {
        return None;
    }
    let content = folder.read(&file, limits.max_resource_bytes).ok()?;
    if content.links > 1 && options.reject_hard_links {
        return None;
    }
    let fixes = skill_md_fixes(&content.bytes);
    let after = apply_fixes(&content.bytes, &fixes);
    (!fixes.is_empty()).then_some(FolderFix { file, before: content.bytes, after, fixes })
}
