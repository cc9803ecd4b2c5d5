//! The rules for one path.

use std::borrow::Cow;

use super::character;
use super::error::PathError;
use super::reserved;
use crate::limits::MAX_PATH_DEPTH;

/// Bytes of a path; inclusive.
pub const MAX_PATH_BYTES: usize = 1024;

/// Bytes of one component of a path; inclusive. UTF-16 units are never more than UTF-8 bytes.
pub const MAX_COMPONENT_BYTES: usize = 255;

/// Checks one path against every rule and gives its text.
///
/// The rules hold for the whole path one after the other, in the order of [`super::CODES`]; the
/// first that fails is the error. Plain ASCII paths take one pass and no Unicode table.
pub fn check(bytes: &[u8]) -> Result<&str, PathError> {
    if is_plain(bytes) {
        // Plain bytes are ASCII, so this can't fail; if it did the rules below would decide.
        if let Ok(path) = simdutf8::basic::from_utf8(bytes) {
            return Ok(path);
        }
    }
    let path = simdutf8::compat::from_utf8(bytes).map_err(|error| PathError::NotUtf8 {
        path: shown(&String::from_utf8_lossy(bytes.get(..MAX_PATH_BYTES).unwrap_or(bytes))),
        offset: error.valid_up_to(),
    })?;
    for rule in RULES {
        rule(path)?;
    }
    Ok(path)
}

/// Whether `text` is a path of one component.
pub fn is_safe_component(text: &str) -> bool {
    !text.contains('/') && check(text.as_bytes()).is_ok()
}

/// The path as an error carries it: whole, unless it would fill a screen.
pub(super) fn shown(path: &str) -> String {
    match path.char_indices().nth(MAX_PATH_BYTES) {
        Some((end, _)) => format!("{}…", path.get(..end).unwrap_or_default()),
        None => path.to_owned(),
    }
}

type Rule = fn(&str) -> Result<(), PathError>;

const RULES: [Rule; 15] = [
    sizes,
    separators,
    dots,
    colon,
    reserved_characters,
    control_characters,
    edges,
    device_names,
    git_metadata,
    short_names,
    refused_characters,
    normal_form,
    lookalikes,
    leading_characters,
    depth,
];

fn sizes(path: &str) -> Result<(), PathError> {
    if path.is_empty() {
        return Err(PathError::Empty { path: String::new() });
    }
    if path.len() > MAX_PATH_BYTES {
        return Err(PathError::TooLong { path: shown(path), bytes: path.len() });
    }
    match path.split('/').find(|component| component.len() > MAX_COMPONENT_BYTES) {
        Some(component) => {
            Err(PathError::ComponentTooLong { path: shown(path), bytes: component.len() })
        }
        None => Ok(()),
    }
}

fn separators(path: &str) -> Result<(), PathError> {
    if path.contains('\\') {
        Err(PathError::Backslash { path: shown(path) })
    } else if path.starts_with('/') {
        Err(PathError::Absolute { path: shown(path) })
    } else if path.ends_with('/') || path.contains("//") {
        Err(PathError::ComponentEmpty { path: shown(path) })
    } else {
        Ok(())
    }
}

fn dots(path: &str) -> Result<(), PathError> {
    let only_dots = |component: &str| component.bytes().all(|byte| byte == b'.');
    if path.split('/').any(only_dots) {
        return Err(PathError::Dots { path: shown(path) });
    }
    Ok(())
}

fn colon(path: &str) -> Result<(), PathError> {
    if path.contains(':') {
        return Err(PathError::Colon { path: shown(path) });
    }
    Ok(())
}

fn reserved_characters(path: &str) -> Result<(), PathError> {
    match path.chars().find(|character| matches!(character, '<' | '>' | '"' | '|' | '?' | '*')) {
        Some(character) => Err(PathError::CharacterReserved { path: shown(path), character }),
        None => Ok(()),
    }
}

fn control_characters(path: &str) -> Result<(), PathError> {
    match path.chars().find(|character| character.is_control()) {
        Some(character) => Err(PathError::ControlCharacter { path: shown(path), character }),
        None => Ok(()),
    }
}

fn edges(path: &str) -> Result<(), PathError> {
    let bad = |component: &&str| component.starts_with(' ') || component.ends_with([' ', '.']);
    match path.split('/').find(bad) {
        Some(component) => {
            Err(PathError::EdgeSpaceOrDot { path: shown(path), component: component.to_owned() })
        }
        None => Ok(()),
    }
}

fn device_names(path: &str) -> Result<(), PathError> {
    match path.split('/').find(|component| reserved::is_device_name(component)) {
        Some(component) => {
            Err(PathError::DeviceName { path: shown(path), component: component.to_owned() })
        }
        None => Ok(()),
    }
}

fn git_metadata(path: &str) -> Result<(), PathError> {
    match path.split('/').find(|component| reserved::is_git_metadata(component)) {
        Some(component) => {
            Err(PathError::GitMetadata { path: shown(path), component: component.to_owned() })
        }
        None => Ok(()),
    }
}

fn short_names(path: &str) -> Result<(), PathError> {
    match path.split('/').find(|component| reserved::is_short_name(component)) {
        Some(component) => {
            Err(PathError::ShortName { path: shown(path), component: component.to_owned() })
        }
        None => Ok(()),
    }
}

fn refused_characters(path: &str) -> Result<(), PathError> {
    let refused = path.chars().find_map(|one| Some((one, character::refused_class(one)?)));
    match refused {
        Some((character, class)) => {
            Err(PathError::CharacterRefused { path: shown(path), character, class })
        }
        None => Ok(()),
    }
}

fn normal_form(path: &str) -> Result<(), PathError> {
    if character::is_nfc(path) { Ok(()) } else { Err(PathError::NotNfc { path: shown(path) }) }
}

fn lookalikes(path: &str) -> Result<(), PathError> {
    match path.chars().find(|one| character::is_lookalike(*one)) {
        Some(character) => Err(PathError::Lookalike { path: shown(path), character }),
        None => Ok(()),
    }
}

fn leading_characters(path: &str) -> Result<(), PathError> {
    for component in path.split('/') {
        if let Some(character @ ('~' | '-')) = component.chars().next() {
            let (path, component) = (shown(path), component.to_owned());
            return Err(PathError::LeadingCharacter { path, component, character });
        }
    }
    Ok(())
}

fn depth(path: &str) -> Result<(), PathError> {
    let depth = path.split('/').count();
    if depth > MAX_PATH_DEPTH {
        return Err(PathError::TooDeep { path: shown(path), depth });
    }
    Ok(())
}

/// Whether the path is one that no rule can refuse, decided in one pass; false decides nothing.
fn is_plain(path: &[u8]) -> bool {
    path.len() <= MAX_PATH_BYTES
        && path
            .split(|byte| *byte == b'/')
            .take(MAX_PATH_DEPTH + 1)
            .enumerate()
            .all(|(index, component)| index < MAX_PATH_DEPTH && is_plain_component(component))
}

fn is_plain_component(component: &[u8]) -> bool {
    let (Some(first), Some(last)) = (component.first(), component.last()) else { return false };
    component.len() <= MAX_COMPONENT_BYTES
        && (first.is_ascii_alphanumeric() || *first == b'_')
        && (last.is_ascii_alphanumeric() || matches!(last, b'_' | b'-'))
        && component.iter().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b' ' | b'+')
        })
        && !(matches!(first | 0x20, b'c' | b'p' | b'a' | b'n' | b'l')
            && std::str::from_utf8(component).is_ok_and(reserved::is_device_name))
}

/// The same text, owned only if it has to be.
pub(super) fn lower_ascii(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}
