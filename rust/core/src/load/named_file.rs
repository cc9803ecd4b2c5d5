//! What a caller means who names a file instead of a folder.

use std::path::Path;

use crate::package::{MANIFEST_FILE, SkillFileKind};

/// What a path to load names; labels are how the caller would call it.
pub(super) enum Named<'a> {
    /// A skill's folder.
    Folder(&'a Path, &'a str),
    /// The file `name` of `folder`, a skill by itself; `label` is the folder's.
    Single { folder: &'a Path, name: &'a str, label: &'a str },
}

/// The folder of a skill's own file, or what the path says.
pub(super) fn named<'a>(path: &'a Path, label: &'a str) -> Named<'a> {
    let Some((folder, name, label_above)) = split(path, label) else {
        return Named::Folder(path, label);
    };
    match SkillFileKind::of_name(name) {
        _ if name == MANIFEST_FILE => Named::Folder(folder, label_above),
        Some(SkillFileKind::Markdown | SkillFileKind::Yaml) => Named::Folder(folder, label_above),
        Some(SkillFileKind::Single) if !path.is_dir() => {
            Named::Single { folder, name, label: label_above }
        }
        _ => Named::Folder(path, label),
    }
}

/// The folder of a path, its last component, and the folder as the caller would name it.
pub(super) fn split<'a>(path: &'a Path, label: &'a str) -> Option<(&'a Path, &'a str, &'a str)> {
    let name = path.file_name().and_then(|name| name.to_str())?;
    let parent = path.parent()?;
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    // A trailing slash changes nothing about what is named.
    let label = label.trim_end_matches(std::path::is_separator);
    let above = match label.rfind(std::path::is_separator) {
        None => "",
        Some(0) => "/",
        Some(end) => label.get(..end).unwrap_or_default(),
    };
    Some((parent, name, above))
}
