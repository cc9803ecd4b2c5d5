//! SHA-256 and the digests of trees, packages and activations.

use std::hash::{Hash, Hasher};

use metier_core::digest::tree::{self, TreeEntry};
use metier_core::digest::{self as core, Sha256Digest, package};
use metier_core::fs::{Entry as FsEntry, HashedTree};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::detach;
use crate::error::Failure;

/// A file of a tree: path, executable, size, digest text.
type Entry = (String, bool, u64, String);

/// The digest of `data`.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn sha256(py: Python<'_>, data: &[u8]) -> String {
    detach::when_large(py, data.len(), || core::sha256(data)).to_string()
}

/// The `metier.tree.v1` digest of files given one by one, in any order.
#[pyfunction]
#[pyo3(signature = (entries, /, left_out=Vec::new()), text_signature = "(entries, /, left_out=())")]
pub(crate) fn tree_digest_of_entries(
    entries: Vec<Entry>,
    left_out: Vec<String>,
) -> PyResult<TreeDigest> {
    let entry = |(path, executable, size, sha256): Entry| {
        Ok(TreeEntry { path, executable, size, sha256: read(&sha256)? })
    };
    let entries = entries.into_iter().map(entry).collect::<PyResult<Vec<_>>>()?;
    Ok(TreeDigest { tree: tree::TreeDigest::of(entries), left_out })
}

/// The `wuwe.skill.package.v1` digest of a folder with a `skill.json`.
#[pyfunction]
#[pyo3(signature = (manifest, resources, /))]
#[expect(clippy::needless_pass_by_value, reason = "arguments extracted from Python are owned")]
pub(crate) fn directory_digest(
    manifest: &[u8],
    resources: Vec<(String, String, u64, String)>,
) -> PyResult<String> {
    let resource = |(path, kind, size, sha256): &'_ (String, String, u64, String)| {
        Ok((path.clone(), kind.clone(), *size, read(sha256)?))
    };
    let resources = resources.iter().map(resource).collect::<PyResult<Vec<_>>>()?;
    let borrowed: Vec<_> = resources
        .iter()
        .map(|(path, kind, size, sha256)| package::DirectoryResource {
            path,
            kind,
            size: *size,
            sha256: *sha256,
        })
        .collect();
    Ok(package::directory_digest(manifest, &borrowed).to_string())
}

/// The `wuwe.skill.embedded.v1` digest of a package built in memory.
#[pyfunction]
#[pyo3(signature = (canonical_manifest, resources, /))]
#[expect(clippy::needless_pass_by_value, reason = "arguments extracted from Python are owned")]
pub(crate) fn embedded_digest(
    canonical_manifest: &[u8],
    resources: Vec<(String, String, Vec<u8>)>,
) -> String {
    let borrowed: Vec<_> = resources
        .iter()
        .map(|(id, path, content)| package::EmbeddedResource { id, path, content })
        .collect();
    package::embedded_digest(canonical_manifest, &borrowed).to_string()
}

/// The `wuwe.skill.activation.v1` fingerprint of activated packages, in any order.
#[pyfunction]
#[pyo3(signature = (packages, /))]
#[expect(clippy::needless_pass_by_value, reason = "arguments extracted from Python are owned")]
pub(crate) fn activation_fingerprint(packages: Vec<(String, String, String)>) -> PyResult<String> {
    let package = |(id, version, digest): &'_ (String, String, String)| {
        Ok((id.clone(), version.clone(), read(digest)?))
    };
    let packages = packages.iter().map(package).collect::<PyResult<Vec<_>>>()?;
    let borrowed: Vec<_> = packages
        .iter()
        .map(|(id, version, digest)| package::ActivatedPackage { id, version, digest: *digest })
        .collect();
    Ok(package::activation_fingerprint(&borrowed).to_string())
}

fn read(text: &str) -> PyResult<Sha256Digest> {
    text.parse().map_err(|error: core::DigestError| Failure::from(error).into())
}

/// The digest of a tree and what it was made of. A frozen value.
#[pyclass(module = "metier", frozen, eq, hash)]
#[derive(Debug, Clone)]
pub(crate) struct TreeDigest {
    tree: tree::TreeDigest,
    left_out: Vec<String>,
}

impl From<tree::TreeDigest> for TreeDigest {
    fn from(tree: tree::TreeDigest) -> Self {
        Self { tree, left_out: Vec::new() }
    }
}

impl From<HashedTree> for TreeDigest {
    fn from(hashed: HashedTree) -> Self {
        let text = |entry: &FsEntry| String::from_utf8_lossy(&entry.path).into_owned();
        Self { tree: hashed.tree, left_out: hashed.left_out.iter().map(text).collect() }
    }
}

/// Trees are equal by what belongs to them, not by what was left out.
impl PartialEq for TreeDigest {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl Eq for TreeDigest {}

impl Hash for TreeDigest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tree.hash(state);
    }
}

#[pymethods]
impl TreeDigest {
    #[getter]
    fn digest(&self) -> String {
        self.tree.digest.to_string()
    }

    #[getter]
    fn files(&self) -> u64 {
        self.tree.files
    }

    #[getter]
    fn bytes(&self) -> u64 {
        self.tree.bytes
    }

    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let row = |entry: &TreeEntry| {
            (entry.path.clone(), entry.executable, entry.size, entry.sha256.to_string())
        };
        PyTuple::new(py, self.tree.entries.iter().map(row).collect::<Vec<_>>())
    }

    /// The paths that were left out.
    #[getter]
    fn left_out<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.left_out)
    }

    fn __repr__(&self) -> String {
        format!("<TreeDigest {} of {} files>", self.tree.digest, self.tree.files)
    }

    /// Pickles the entries; the digest is computed anew from them.
    #[expect(clippy::type_complexity, reason = "the function and its two arguments")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyTuple>, Bound<'py, PyTuple>))> {
        let make = py.import("metier._core")?.getattr("tree_digest_of_entries")?;
        Ok((make, (self.entries(py)?, self.left_out(py)?)))
    }
}
