//! Names and ids of skills.

use thiserror::Error;

/// Bytes of a strict name; inclusive.
pub const MAX_NAME_BYTES: usize = 64;

/// Bytes of an id; inclusive.
pub const MAX_ID_BYTES: usize = 255;

/// Whether the text is a strict skill name: 1–64 of `[a-z0-9]` with single hyphens inside
/// (decision 5).
pub fn is_strict_name(text: &str) -> bool {
    (1..=MAX_NAME_BYTES).contains(&text.len())
        && text.split('-').all(|part| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// Why text is no id of a skill or resource. Offsets are bytes from the start of the id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdError {
    /// There is no text.
    #[error("an id is empty")]
    Empty,
    /// The id is too long.
    #[error("an id has {bytes} bytes, expected at most {MAX_ID_BYTES}")]
    TooLong {
        /// Bytes of the id.
        bytes: usize,
    },
    /// A character outside the grammar.
    #[error("id {id:?} has {character:?}, expected ASCII letters, digits, `.`, `_` or `-`")]
    CharacterInvalid {
        /// The id.
        id: String,
        /// The character.
        character: char,
        /// Where it stands.
        offset: usize,
    },
    /// A dot at an end, or two in a row.
    #[error("id {id:?} has an empty segment at byte {offset}")]
    SegmentEmpty {
        /// The id.
        id: String,
        /// Where the segment should start.
        offset: usize,
    },
}

impl IdError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "id_empty",
            Self::TooLong { .. } => "id_too_long",
            Self::CharacterInvalid { .. } => "id_character_invalid",
            Self::SegmentEmpty { .. } => "id_segment_empty",
        }
    }
}

/// Checks an id: 1–255 bytes, segments of ASCII letters, digits, `_` and `-` joined by single dots.
///
/// Ids are case-sensitive.
pub fn check_id(id: &str) -> Result<(), IdError> {
    if id.is_empty() {
        return Err(IdError::Empty);
    }
    if id.len() > MAX_ID_BYTES {
        return Err(IdError::TooLong { bytes: id.len() });
    }
    let allowed = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '_' | '-');
    if let Some((offset, character)) = id.char_indices().find(|(_, one)| !allowed(*one)) {
        return Err(IdError::CharacterInvalid { id: id.to_owned(), character, offset });
    }
    let mut offset = 0_usize;
    for segment in id.split('.') {
        if segment.is_empty() {
            return Err(IdError::SegmentEmpty { id: id.to_owned(), offset });
        }
        offset = offset.saturating_add(segment.len()).saturating_add(1);
    }
    Ok(())
}

/// Whether the text is an id of a skill or resource; [`check_id`] says why not.
pub fn is_skill_id(text: &str) -> bool {
    check_id(text).is_ok()
}
