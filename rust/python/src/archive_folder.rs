//! `archive_folder`.

use std::path::{Path, PathBuf};

use metier_core::archive::{self as core, ArchiveFolderError};
use metier_core::diagnostic::Location;
use pyo3::prelude::*;

use crate::archive::{Limits, applied};
use crate::digest::TreeDigest;
use crate::error::Failure;
use crate::fs::Progress;

/// Writes the canonical archive of a folder to a file: its size, its digest and its tree.
#[pyfunction]
#[pyo3(signature = (path, target, /, *, limits, progress=None))]
pub(crate) fn archive_folder(
    py: Python<'_>,
    path: PathBuf,
    target: PathBuf,
    limits: Limits,
    progress: Option<&Bound<'_, Progress>>,
) -> PyResult<(u64, String, TreeDigest)> {
    let limits = applied(limits);
    let progress = progress.map(|progress| &progress.get().0);
    let written = py
        .detach(|| core::archive_folder(&path, &target, &limits, progress))
        .map_err(|error| of_target(error, &target))?;
    Ok((written.size, written.digest.to_string(), written.hashed.into()))
}

/// What the system refuses is said of the archive, anything else of the folder.
fn of_target(error: ArchiveFolderError, target: &Path) -> Failure {
    let mut failure = Failure::from(error);
    if failure.code == "archive_write_failed" {
        *failure.location = Location::of_path(target.to_string_lossy());
    }
    failure
}

impl From<ArchiveFolderError> for Failure {
    fn from(error: ArchiveFolderError) -> Self {
        match error {
            ArchiveFolderError::Folder(error) => error.into(),
            ArchiveFolderError::Archive(error) => error.into(),
        }
    }
}
