//! The names in a zip file: each a portable path, all together a set.

use std::collections::HashMap;

use super::directory::{Record, UTF8};
use crate::archive::error::ArchiveError;
use crate::archive::read::ReadMode;
use crate::path::{Collision, CollisionKind, PathError, check, collisions};

/// Checks every name; a folder's without its slash.
pub(super) fn check_names(records: &[Record<'_>], mode: ReadMode) -> Result<(), ArchiveError> {
    let mut names = Vec::with_capacity(records.len());
    for record in records {
        names.push(text_of(record)?);
    }
    check_canonical(&names)?;
    for (record, name) in records.iter().zip(&names) {
        check_name(record, name, mode)
            .map_err(|error| error.of(record.header.name).at(record.place))?;
    }
    match collisions(&names).first() {
        None => Ok(()),
        Some(collision) => Err(clash(records, &names, collision)),
    }
}

fn text_of<'a>(record: &Record<'a>) -> Result<&'a str, ArchiveError> {
    let name = record.header.name;
    let refused =
        |code, reason: String| Err(ArchiveError::new(code, reason).of(name).at(record.place));
    if name.contains(&0) {
        return refused("zip_nul", "its name has a NUL".to_owned());
    }
    match simdutf8::compat::from_utf8(name) {
        Ok(text) => Ok(text),
        Err(error) if record.header.flags & UTF8 == 0 => {
            let reason = format!(
                "its name is not flagged as UTF-8, and is none from byte {}",
                error.valid_up_to()
            );
            refused("zip_name_encoding", reason).map_err(|error| {
                error.with_help("make the archive anew with names in UTF-8, as `zip -UN=UTF8` does")
            })
        }
        Err(error) => {
            let reason = format!("its name is not UTF-8 from byte {}", error.valid_up_to());
            refused("zip_name_encoding", reason)
        }
    }
}

/// Refuses names that a reader who cleans them takes for one.
fn check_canonical(names: &[&str]) -> Result<(), ArchiveError> {
    let odd = |name: &&str| {
        let parts = name.strip_suffix('/').unwrap_or(name);
        parts.split('/').any(|part| matches!(part, "" | "." | ".."))
    };
    if !names.iter().any(odd) {
        return Ok(());
    }
    let mut seen: HashMap<Vec<&str>, &str> = HashMap::new();
    for name in names {
        let spelling = name.strip_suffix('/').unwrap_or(name);
        let first = seen.entry(cleaned(name)).or_insert(spelling);
        if *first != spelling {
            let reason = format!("it is {first:?} once `.`, `..` and `//` are resolved");
            return Err(ArchiveError::new("zip_duplicate_canonical", reason).of(name.as_bytes()));
        }
    }
    Ok(())
}

fn cleaned(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts
}

fn check_name(record: &Record<'_>, name: &str, mode: ReadMode) -> Result<(), ArchiveError> {
    let path = if record.is_folder() { name.strip_suffix('/').unwrap_or(name) } else { name };
    check(path.as_bytes()).map_err(|error| of_path(&error))?;
    if mode == ReadMode::Strict && record.header.flags & UTF8 == 0 && !name.is_ascii() {
        let reason = "its name is not flagged as UTF-8";
        return Err(ArchiveError::new("zip_name_encoding", reason));
    }
    Ok(())
}

fn of_path(error: &PathError) -> ArchiveError {
    let code = match error {
        PathError::Absolute { .. } => "zip_absolute",
        PathError::Dots { path } if has_traversal(path) => "zip_traversal",
        other => other.code(),
    };
    let refused = ArchiveError::new(code, error.to_string());
    match nfc_help(error) {
        Some(help) => refused.with_help(help),
        None => refused,
    }
}

/// Whether a component is two dots or more.
pub(in crate::archive) fn has_traversal(path: &str) -> bool {
    path.split('/').any(|part| part.len() > 1 && part.bytes().all(|byte| byte == b'.'))
}

/// The name that would do, of one that is not in NFC.
pub(in crate::archive) fn nfc_help(error: &PathError) -> Option<String> {
    let PathError::NotNfc { path } = error else { return None };
    let normal = icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(path);
    Some(format!("name it {normal:?}, which is the same in Unicode normal form C"))
}

fn clash(records: &[Record<'_>], names: &[&str], collision: &Collision) -> ArchiveError {
    let text = |index: usize| names.get(index).copied().unwrap_or_default();
    let (first, second) = (text(collision.first), text(collision.second));
    let (code, reason) = match collision.kind {
        CollisionKind::Duplicate => ("zip_duplicate_name", "it is there twice".to_owned()),
        kind => set_clash(kind, first),
    };
    let place = records.get(collision.second).map(|record| record.place).unwrap_or_default();
    ArchiveError::new(code, reason).of(second.as_bytes()).at(place)
}

/// Code and reason of two names that differ and clash.
pub(in crate::archive) fn set_clash(kind: CollisionKind, other: &str) -> (&'static str, String) {
    match kind {
        CollisionKind::FileAndFolder => {
            ("path_file_and_folder", format!("one of it and {other:?} is a folder of the other"))
        }
        _ => ("path_collision", format!("file systems that fold case take it for {other:?}")),
    }
}
