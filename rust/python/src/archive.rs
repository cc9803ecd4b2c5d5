//! `build_archive` and `read_archive`.

use metier_core::archive::{
    self as core, ArchiveError, ArchiveInput, ReadMode, archive_len, read_archive as read,
};
use metier_core::diagnostic::Location;
use metier_core::limits::ArchiveLimits;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::diagnostic::Diagnostic;
use crate::digest::TreeDigest;
use crate::error::Failure;
use crate::path::checked;

/// Entries, bytes of a file, bytes in all, ratio, bytes of names; `None` keeps the default.
pub(crate) type Limits = (Option<usize>, Option<u64>, Option<u64>, Option<u64>, Option<u64>);
/// Path, bytes and executable bit.
type FileRow<'py> = (String, Bound<'py, PyBytes>, bool);

/// The canonical archive of files in memory.
#[pyfunction]
#[pyo3(signature = (files, /))]
pub(crate) fn build_archive<'py>(
    py: Python<'py>,
    files: Vec<(Bound<'py, PyString>, Bound<'py, PyBytes>, bool)>,
) -> PyResult<Bound<'py, PyBytes>> {
    let paths = files.iter().map(|(path, ..)| checked(path)).collect::<PyResult<Vec<_>>>()?;
    let inputs: Vec<ArchiveInput<'_>> = paths
        .iter()
        .zip(&files)
        .map(|(path, (_, data, executable))| ArchiveInput {
            path,
            bytes: data.as_bytes(),
            executable: *executable,
        })
        .collect();
    let length = archive_len(&inputs).map_err(Failure::from)?;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    PyBytes::new_with(py, length, |out| {
        let written = py.detach(|| core::build_archive(&inputs, out)).map_err(of_writing)?;
        debug_assert!(written.is_empty(), "the length was known before");
        Ok(())
    })
}

/// The files of an archive, their tree digest, and the notes of reading it.
#[pyfunction]
#[pyo3(signature = (data, /, *, mode, limits))]
pub(crate) fn read_archive<'py>(
    py: Python<'py>,
    data: &[u8],
    mode: &str,
    limits: Limits,
) -> PyResult<(Vec<FileRow<'py>>, TreeDigest, Vec<Diagnostic>)> {
    let mode = ReadMode::from_word(mode).ok_or_else(|| {
        let message = format!("mode is 'strict' or 'import', got '{mode}'");
        Failure::new("ConfigurationError", "unknown_mode", message)
    })?;
    let limits = applied(limits);
    let (archive, tree) = py
        .detach(|| read(data, mode, &limits).map(|archive| (archive.tree(), archive)))
        .map(|(tree, archive)| (archive, tree))
        .map_err(Failure::from)?;
    // Each file is dropped once Python has it, so that one of them at most is held twice.
    let row =
        |file: core::ArchiveFile<'_>| (file.path, PyBytes::new(py, &file.bytes), file.executable);
    let files = archive.files.into_iter().map(row).collect();
    Ok((files, tree.into(), archive.diagnostics.into_iter().map(Into::into).collect()))
}

/// The limits with defaults where there are none.
pub(crate) fn applied(limits: Limits) -> ArchiveLimits {
    let default = ArchiveLimits::default();
    ArchiveLimits {
        max_entries: limits.0.unwrap_or(default.max_entries),
        max_file_bytes: limits.1.unwrap_or(default.max_file_bytes),
        max_total_bytes: limits.2.unwrap_or(default.max_total_bytes),
        max_ratio: limits.3.unwrap_or(default.max_ratio),
        max_name_bytes: limits.4.unwrap_or(default.max_name_bytes),
    }
}

/// What is wrong with a path that goes into an archive is the path's fault.
fn of_writing(error: ArchiveError) -> Failure {
    let class = if error.code().starts_with("path_") { "PathError" } else { "ArchiveError" };
    Failure { class, ..Failure::from(error) }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        let location = error.entry().map(Location::of_path).unwrap_or_default();
        let offset = error.offset().and_then(|offset| usize::try_from(offset).ok());
        Self {
            location: Box::new(location),
            offset,
            help: error.help().map(Into::into),
            ..Self::new("ArchiveError", error.code(), error.to_string())
        }
    }
}
