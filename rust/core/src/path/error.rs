//! Why a path, or a set of paths, is not portable.

use thiserror::Error;

use super::portable::{MAX_COMPONENT_BYTES, MAX_PATH_BYTES};
use crate::diagnostic::CodeEntry;
use crate::limits::MAX_PATH_DEPTH;

/// Why a path is refused. Each variant has the path, cut to 1,024 characters, and is one rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "`path` is the same in every variant: the path refused")]
pub enum PathError {
    /// The bytes are no UTF-8; `path` has replacement characters in their place.
    #[error("path {path:?} is not UTF-8 from byte {offset}")]
    NotUtf8 { path: String, offset: usize },
    /// The path has no characters.
    #[error("a path is empty")]
    Empty { path: String },
    /// The path is too long.
    #[error("path {path:?} has {bytes} bytes, expected at most {MAX_PATH_BYTES}")]
    TooLong { path: String, bytes: usize },
    /// A component is too long; its UTF-16 units are never more than its bytes.
    #[error(
        "path {path:?} has a component of {bytes} bytes, expected at most {MAX_COMPONENT_BYTES}"
    )]
    ComponentTooLong { path: String, bytes: usize },
    /// A backslash.
    #[error("path {path:?} has a backslash, expected `/` between components")]
    Backslash { path: String },
    /// A leading slash.
    #[error("path {path:?} starts with a slash, expected a relative path")]
    Absolute { path: String },
    /// Two slashes in a row, or a slash at the end.
    #[error("path {path:?} has an empty component")]
    ComponentEmpty { path: String },
    /// A component of dots alone, such as `..`.
    #[error("path {path:?} has a component of dots alone")]
    Dots { path: String },
    /// A colon.
    #[error("path {path:?} has a colon")]
    Colon { path: String },
    /// A character that Windows reserves.
    #[error("path {path:?} has {character:?}, which Windows reserves")]
    CharacterReserved { path: String, character: char },
    /// A control character.
    #[error("path {path:?} has the control character U+{:04X}", u32::from(*character))]
    ControlCharacter { path: String, character: char },
    /// A space at the start of a component, or a space or dot at its end.
    #[error(
        "component {component:?} of path {path:?} starts with a space or ends with a space or dot"
    )]
    EdgeSpaceOrDot { path: String, component: String },
    /// A component that Windows takes for a device.
    #[error("component {component:?} of path {path:?} names a Windows device")]
    DeviceName { path: String, component: String },
    /// A component that Git acts on, in a spelling that some file system takes for it.
    #[error("component {component:?} of path {path:?} names Git's own data")]
    GitMetadata { path: String, component: String },
    /// A component that looks like the short name Windows gives another file.
    #[error("component {component:?} of path {path:?} looks like a Windows short name")]
    ShortName { path: String, component: String },
    /// A character that can't be seen or that not every system knows.
    #[error("path {path:?} has U+{:04X}, which is {class}", u32::from(*character))]
    CharacterRefused { path: String, character: char, class: &'static str },
    /// The path is not in normal form C.
    #[error("path {path:?} is not in Unicode normal form C")]
    NotNfc { path: String },
    /// A character that looks like a slash, backslash, colon or dot.
    #[error("path {path:?} has {character:?}, which looks like a separator, colon or dot")]
    Lookalike { path: String, character: char },
    /// A component that starts with `~` or `-`.
    #[error("component {component:?} of path {path:?} starts with {character:?}")]
    LeadingCharacter { path: String, component: String, character: char },
    /// Too many components.
    #[error("path {path:?} has {depth} components, expected at most {MAX_PATH_DEPTH}")]
    TooDeep { path: String, depth: usize },
    /// The same path twice in one set.
    #[error("path {path:?} stands twice in one set")]
    Duplicate { path: String },
    /// Two paths of a set that some file system takes for one, at their full length or at a folder.
    #[error("paths {path:?} and {other:?} are one on file systems that fold names")]
    Collision { path: String, other: String },
    /// A path of a set that is a file here and a folder there.
    #[error("path {path:?} needs a folder where {other:?} needs a file, or the other way round")]
    FileAndFolder { path: String, other: String },
}

impl PathError {
    /// The stable name of the rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "path_not_utf8",
            Self::Empty { .. } => "path_empty",
            Self::TooLong { .. } => "path_too_long",
            Self::ComponentTooLong { .. } => "path_component_too_long",
            Self::Backslash { .. } => "path_backslash",
            Self::Absolute { .. } => "path_absolute",
            Self::ComponentEmpty { .. } => "path_component_empty",
            Self::Dots { .. } => "path_dots",
            Self::Colon { .. } => "path_colon",
            Self::CharacterReserved { .. } => "path_character_reserved",
            Self::ControlCharacter { .. } => "path_control_character",
            Self::EdgeSpaceOrDot { .. } => "path_edge_space_or_dot",
            Self::DeviceName { .. } => "path_device_name",
            Self::GitMetadata { .. } => "path_git_metadata",
            Self::ShortName { .. } => "path_short_name",
            Self::CharacterRefused { .. } => "path_character_refused",
            Self::NotNfc { .. } => "path_not_nfc",
            Self::Lookalike { .. } => "path_lookalike",
            Self::LeadingCharacter { .. } => "path_leading_character",
            Self::TooDeep { .. } => "path_too_deep",
            Self::Duplicate { .. } => "path_duplicate",
            Self::Collision { .. } => "path_collision",
            Self::FileAndFolder { .. } => "path_file_and_folder",
        }
    }

    /// The path refused, cut to 1,024 characters.
    pub fn path(&self) -> &str {
        match self {
            Self::NotUtf8 { path, .. }
            | Self::Empty { path }
            | Self::TooLong { path, .. }
            | Self::ComponentTooLong { path, .. }
            | Self::Backslash { path }
            | Self::Absolute { path }
            | Self::ComponentEmpty { path }
            | Self::Dots { path }
            | Self::Colon { path }
            | Self::CharacterReserved { path, .. }
            | Self::ControlCharacter { path, .. }
            | Self::EdgeSpaceOrDot { path, .. }
            | Self::DeviceName { path, .. }
            | Self::GitMetadata { path, .. }
            | Self::ShortName { path, .. }
            | Self::CharacterRefused { path, .. }
            | Self::NotNfc { path }
            | Self::Lookalike { path, .. }
            | Self::LeadingCharacter { path, .. }
            | Self::TooDeep { path, .. }
            | Self::Duplicate { path }
            | Self::Collision { path, .. }
            | Self::FileAndFolder { path, .. } => path,
        }
    }
}

/// Every code of this module, in the order of the rules.
pub const CODES: &[CodeEntry] = &[
    row("path_not_utf8", "The path is not UTF-8."),
    row("path_empty", "The path is empty."),
    row("path_too_long", "The path is over 1,024 bytes."),
    row("path_component_too_long", "A component is over 255 bytes."),
    row("path_backslash", "The path has a backslash."),
    row("path_absolute", "The path starts with a slash."),
    row("path_component_empty", "The path has two slashes in a row or ends with one."),
    row("path_dots", "A component is dots alone, such as `..`."),
    row("path_colon", "The path has a colon."),
    row("path_character_reserved", "The path has one of `<>\"|?*`, which Windows reserves."),
    row("path_control_character", "The path has a C0 or C1 control character or DEL."),
    row("path_edge_space_or_dot", "A component starts with a space, or ends with a space or dot."),
    row("path_device_name", "Windows takes a component for a device, such as `CON` or `nul.txt`."),
    row("path_git_metadata", "A component is Git's own data in some file system's spelling."),
    row(
        "path_short_name",
        "A component has the shape of a Windows short name, such as `SKILL~1.MD`.",
    ),
    row(
        "path_character_refused",
        "The path has an invisible, private-use or unassigned character.",
    ),
    row("path_not_nfc", "The path is not in Unicode normal form C."),
    row(
        "path_lookalike",
        "The path has a character that looks like a slash, backslash, colon or dot.",
    ),
    row("path_leading_character", "A component starts with `~` or `-`."),
    row("path_too_deep", "The path has over 32 components."),
    row("path_duplicate", "A set has the same path twice."),
    row("path_collision", "Two paths of a set are one after normalization and case folding."),
    row("path_file_and_folder", "A path of a set is a file, and a folder of another path."),
    row("id_empty", "The id is empty."),
    row("id_too_long", "The id is over 255 bytes."),
    row(
        "id_character_invalid",
        "The id has a character other than ASCII letters, digits, `.`, `_`, `-`.",
    ),
    row("id_segment_empty", "The id starts or ends with a dot, or has two in a row."),
];

const fn row(code: &'static str, meaning: &'static str) -> CodeEntry {
    CodeEntry { code, meaning }
}
