//! Binds `core::fs`: files and folders of the host, and how far hashing them has come.

use std::path::PathBuf;

use metier_core::fs as core;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use crate::digest::TreeDigest;
use crate::error::Failure;

/// Counters of a long piece of work, to be read from any thread while it runs.
#[pyclass(module = "metier", frozen)]
#[derive(Debug, Default)]
pub(crate) struct Progress(pub(crate) core::Progress);

#[pymethods]
impl Progress {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Files done.
    #[getter]
    fn files(&self) -> u64 {
        self.0.files()
    }

    /// Bytes read.
    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Files to do; 0 until the listing is complete.
    #[getter]
    fn total_files(&self) -> u64 {
        self.0.total_files()
    }

    fn __repr__(&self) -> String {
        format!("<Progress {} of {} files>", self.files(), self.total_files())
    }
}

/// The SHA-256 of one file, as `sha256:` and 64 lower-case hexadecimal digits.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "extracted from Python by value")]
pub(crate) fn sha256_file(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    let digest = py.detach(|| core::sha256_file(&path)).map_err(Failure::from)?;
    Ok(digest.to_string())
}

/// Lets two paths of one file system change places; whether the file system can.
#[pyfunction]
#[pyo3(signature = (first, second, /))]
pub(crate) fn exchange(py: Python<'_>, first: PathBuf, second: PathBuf) -> PyResult<bool> {
    Ok(py.detach(|| core::exchange(&first, &second)).map_err(Failure::from)?)
}

/// Bytes, executable bit and link count of one file below a folder, read without a race.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "extracted from Python by value")]
pub(crate) fn read_file(
    py: Python<'_>,
    root: PathBuf,
    relative: PathBuf,
    max_bytes: u64,
) -> PyResult<(Bound<'_, PyBytes>, bool, u64)> {
    let read = || {
        let folder = core::Folder::open(&root)?;
        folder.read(relative.as_os_str().as_encoded_bytes(), max_bytes)
    };
    let content = py.detach(read).map_err(Failure::from)?;
    Ok((PyBytes::new(py, &content.bytes), content.executable, content.links))
}

/// The `metier.tree.v1` digest of every file below a folder.
#[pyfunction]
#[pyo3(
    signature = (path, *, jobs=Jobs(0), progress=None),
    text_signature = "(path, *, jobs=0, progress=None)"
)]
#[expect(clippy::needless_pass_by_value, reason = "extracted from Python by value")]
pub(crate) fn tree_digest(
    py: Python<'_>,
    path: PathBuf,
    jobs: Jobs,
    progress: Option<&Bound<'_, Progress>>,
) -> PyResult<TreeDigest> {
    let progress = progress.map(|progress| &progress.get().0);
    let hashed = py.detach(|| core::hash_tree(&path, jobs.0, progress)).map_err(Failure::from)?;
    Ok(hashed.into())
}

/// A number of threads; 0 is one for each core.
pub(crate) struct Jobs(usize);

impl<'py> FromPyObject<'_, 'py> for Jobs {
    type Error = PyErr;

    fn extract(jobs: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        jobs.extract().map(Self).map_err(|error: PyErr| {
            if !jobs.is_instance_of::<PyInt>() {
                return error;
            }
            let message = format!("jobs is {}, expected 0 or a number of threads", *jobs);
            Failure::new("ConfigurationError", "invalid_options", message).into()
        })
    }
}
