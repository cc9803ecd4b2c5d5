//! Why a folder has no tree digest.

use super::error::FsError;
use crate::path::PathError;

/// A folder that is not hashed. Its codes are those of the file system and of the path rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A file or folder can't be read, or is a link or something else that no package holds.
    #[error(transparent)]
    Fs(#[from] FsError),
    /// A path is not portable, or two paths clash.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl TreeError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Fs(error) => error.code(),
            Self::Path(error) => error.code(),
        }
    }

    /// The path concerned, if the failure is about one.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Fs(error) => error.path(),
            Self::Path(error) => Some(error.path()),
        }
    }
}
