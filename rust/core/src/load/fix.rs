//! The edits that put a skill's own file right.

use std::path::Path;

use super::authority::{Authority, authority};
use super::finding::{Findings, join};
use super::named_file::{Named, named};
use super::skill::SkillOptions;
use crate::fs::{Folder, WalkBounds};
use crate::package::{Fix, MANIFEST_FILE, SkillFileKind, apply_fixes, skill_file_fixes};

/// A skill's own file that can be put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFix {
    /// The file as the caller would name it.
    pub path: String,
    /// Its bytes.
    pub before: Vec<u8>,
    /// Its bytes with all edits.
    pub after: Vec<u8>,
    /// The edits, in the order of the bytes.
    pub fixes: Vec<Fix>,
}

/// The edits of the `SKILL.md` or `SKILL.yaml` in the folder at `path`, or of the file
/// `NAME.skill.md` there; `None` where there is nothing to edit.
///
/// A folder whose `skill.json` is the authority has none, because that file holds the hash of the
/// other; nor has a file that is a link, has a second name, or can't be read.
pub fn fix_skill(path: &Path, label: &str, options: &SkillOptions) -> Option<FileFix> {
    match named(path, label) {
        Named::Folder(folder, label) => {
            let folder = Folder::open(folder).ok()?;
            let limits = &options.limits.skill_md;
            let bounds = WalkBounds { left_out: true, ..WalkBounds::of_package(limits) };
            let walk = folder.walk(&bounds).ok()?;
            let found = authority(&folder, &walk, &mut Findings::new(label), options);
            let Authority::SkillFile(file) = found else { return None };
            fix_file(&folder, &file, label, options)
        }
        Named::Single { folder, name, label } => {
            let folder = Folder::open_following(folder).ok()?;
            let sealed = folder.read(MANIFEST_FILE, options.limits.skill_json.max_manifest_bytes);
            if sealed.is_ok() { None } else { fix_file(&folder, name, label, options) }
        }
    }
}

fn fix_file(folder: &Folder, name: &str, label: &str, options: &SkillOptions) -> Option<FileFix> {
    let kind = SkillFileKind::of_name(name)?;
    let content = folder.read(name, options.limits.skill_md.max_resource_bytes).ok()?;
    if content.links > 1 && options.reject_hard_links {
        return None;
    }
    let fixes = skill_file_fixes(&content.bytes, kind);
    let after = apply_fixes(&content.bytes, &fixes);
    let path = join(label, name);
    (!fixes.is_empty()).then_some(FileFix { path, before: content.bytes, after, fixes })
}
