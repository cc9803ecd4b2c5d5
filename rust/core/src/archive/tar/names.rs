//! The names in a tar file: each a portable path, all together a set.

use crate::archive::error::ArchiveError;
use crate::archive::zip::{has_traversal, nfc_help, set_clash};
use crate::path::{CollisionKind, PathError, check, collisions};

/// The name of a file or folder without `./` before it.
pub(super) fn without_dot(name: &[u8]) -> &[u8] {
    let mut name = name;
    while let Some(rest) = name.strip_prefix(b"./") {
        name = rest;
    }
    name
}

/// The name of a folder without the slash behind it; `None` for the folder that was archived.
pub(super) fn folder_name(name: &[u8]) -> Option<&[u8]> {
    let name = without_dot(name);
    let name = name.strip_suffix(b"/").unwrap_or(name);
    (!matches!(name, b"" | b".")).then_some(name)
}

/// The text of a name that passes the path rules.
pub(super) fn checked(name: &[u8]) -> Result<String, ArchiveError> {
    check(name).map(str::to_owned).map_err(|error| {
        let code = match &error {
            PathError::NotUtf8 { .. } => "tar_name_not_utf8",
            PathError::Absolute { .. } => "tar_absolute",
            PathError::Dots { path } if has_traversal(path) => "tar_traversal",
            other => other.code(),
        };
        let refused = ArchiveError::new(code, error.to_string());
        match nfc_help(&error) {
            Some(help) => refused.with_help(help),
            None => refused,
        }
    })
}

/// Checks files and folders as one set; a folder may be there twice.
pub(super) fn check_set(files: &[String], folders: &[String]) -> Result<(), ArchiveError> {
    let mut folders: Vec<String> = folders.iter().map(|name| format!("{name}/")).collect();
    folders.sort_unstable();
    folders.dedup();
    let names: Vec<&str> = files.iter().chain(&folders).map(String::as_str).collect();
    let Some(collision) = collisions(&names).into_iter().next() else { return Ok(()) };
    let text = |index: usize| names.get(index).copied().unwrap_or_default();
    let (first, second) = (text(collision.first), text(collision.second));
    let (code, reason) = match collision.kind {
        CollisionKind::Duplicate => ("tar_duplicate_name", "it is there twice".to_owned()),
        kind => set_clash(kind, first),
    };
    Err(ArchiveError::new(code, reason).of(second.as_bytes()))
}
