//! Why a folder has no tree digest.

use super::error::FsError;
use crate::diagnostic::CodeEntry;
use crate::path::PathError;

/// The codes of shares of a tree.
#[rustfmt::skip]
pub const CODES: &[CodeEntry] = &[
    CodeEntry {
        code: "tree_share_unreadable",
        meaning: "Bytes that were to be a share of a tree, or the answer to one, are neither.",
    },
];

/// A folder that is not hashed. Its other codes are those of the file system and of the path rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A file or folder can't be read, or is a link or something else that no package holds.
    #[error(transparent)]
    Fs(#[from] FsError),
    /// A path is not portable, or two paths clash.
    #[error(transparent)]
    Path(#[from] PathError),
    /// Bytes that are no share of a tree, or no answer to one; another version may have made them.
    #[error("the bytes are no share of a tree that this version made")]
    ShareUnreadable,
}

impl TreeError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Fs(error) => error.code(),
            Self::Path(error) => error.code(),
            Self::ShareUnreadable => "tree_share_unreadable",
        }
    }

    /// The path concerned, if the failure is about one.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Fs(error) => error.path(),
            Self::Path(error) => Some(error.path()),
            Self::ShareUnreadable => None,
        }
    }
}
