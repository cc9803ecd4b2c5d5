//! Why a folder is not archived.

use super::error::ArchiveError;
use crate::fs::{FsError, TreeError};
use crate::path::PathError;

/// A folder that has no archive. Its codes are those of folders, of path rules and of archives.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveFolderError {
    /// The folder can't be read, or holds what no archive does.
    #[error(transparent)]
    Folder(#[from] TreeError),
    /// The archive would be over a limit, or can't be written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

impl ArchiveFolderError {
    /// The stable name of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Folder(error) => error.code(),
            Self::Archive(error) => error.code(),
        }
    }
}

impl From<FsError> for ArchiveFolderError {
    fn from(error: FsError) -> Self {
        Self::Folder(error.into())
    }
}

impl From<PathError> for ArchiveFolderError {
    fn from(error: PathError) -> Self {
        Self::Folder(error.into())
    }
}
