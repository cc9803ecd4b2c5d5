//! Binds `core::fs::share`: a tree hashed in shares by other processes.

use std::path::PathBuf;

use metier_core::digest::tree::{TreeDigest as CoreTree, TreeEntry};
use metier_core::fs::{self as core, HashedTree, Share};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::digest::TreeDigest;
use crate::error::Failure;
use crate::fs::Progress;

/// A folder cut into shares, and the answers so far.
#[pyclass(module = "metier._core")]
#[derive(Debug)]
pub(crate) struct SharedTree {
    tree: core::SharedTree,
    answers: Vec<Option<Vec<TreeEntry>>>,
}

#[pymethods]
impl SharedTree {
    /// Lists the folder and cuts it up.
    #[new]
    #[pyo3(signature = (path, *, nanoseconds=core::SHARE_NANOSECONDS, progress=None))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        nanoseconds: u64,
        progress: Option<&Bound<'_, Progress>>,
    ) -> PyResult<Self> {
        let tree = py.detach(|| core::share_tree(&path, nanoseconds)).map_err(Failure::from)?;
        if let Some(progress) = progress {
            let files = tree.shares.iter().map(|share| share.paths.len() as u64).sum();
            progress.get().0.add_total_files(files);
        }
        let answers = vec![None; tree.shares.len()];
        Ok(Self { tree, answers })
    }

    /// Each share as the bytes that travel.
    fn payloads<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.tree.shares.iter().map(|share| PyBytes::new(py, &share.to_bytes())).collect()
    }

    /// Takes the answer to a share; an index without one is passed over.
    #[pyo3(signature = (index, answer, /, *, progress=None))]
    fn accept(
        &mut self,
        index: usize,
        answer: &[u8],
        progress: Option<&Bound<'_, Progress>>,
    ) -> PyResult<()> {
        let (Some(share), Some(place)) = (self.tree.shares.get(index), self.answers.get_mut(index))
        else {
            return Ok(());
        };
        let entries = share.entries(answer).map_err(Failure::from)?;
        if let Some(progress) = progress {
            progress.get().0.add_files(entries.len() as u64);
            progress.get().0.add_bytes(entries.iter().map(|entry| entry.size).sum());
        }
        *place = Some(entries);
        Ok(())
    }

    /// The digest of the whole, once each share has its answer.
    fn digest(&mut self, py: Python<'_>) -> PyResult<TreeDigest> {
        if self.answers.iter().any(Option::is_none) {
            return Err(Failure::from(core::TreeError::ShareUnreadable).into());
        }
        let answers = std::mem::take(&mut self.answers);
        let left_out = std::mem::take(&mut self.tree.left_out);
        let tree = py.detach(|| CoreTree::of(answers.into_iter().flatten().flatten().collect()));
        Ok(HashedTree { tree, left_out }.into())
    }
}

/// Hashes the files of one share and gives the bytes of the answer.
#[pyfunction]
#[pyo3(signature = (payload, /))]
pub(crate) fn hash_share<'py>(py: Python<'py>, payload: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let hash = || Share::from_bytes(payload)?.hash();
    let answer = py.detach(hash).map_err(Failure::from)?;
    Ok(PyBytes::new(py, &answer))
}
