//! `VerifiedPackage`: a package as the core made it.

use std::sync::Arc;

use metier_core::limits::JsonLimits;
use metier_core::package::{Manifest, Package};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::digest::TreeDigest;
use crate::error::Failure;
use crate::package_state::{State, content_hash, restored, state_of, trust_level};
use crate::version::Version;

/// A verified package of the core. Only loaders and builders make one.
#[pyclass(module = "metier._core", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct VerifiedPackage(pub(crate) Arc<Package>);

#[pymethods]
impl VerifiedPackage {
    #[getter]
    fn id(&self) -> &str {
        &self.0.manifest().id
    }

    #[getter]
    fn version(&self) -> Version {
        Version(self.0.manifest().version.clone())
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.manifest().name
    }

    #[getter]
    fn description(&self) -> &str {
        &self.0.manifest().description
    }

    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.manifest().tags)
    }

    #[getter]
    fn form(&self) -> &'static str {
        self.0.form().as_str()
    }

    #[getter]
    fn digest(&self) -> String {
        self.0.digest().to_string()
    }

    #[getter]
    fn tree(&self) -> TreeDigest {
        self.0.tree().clone().into()
    }

    #[getter]
    fn origin(&self) -> &'static str {
        self.0.provenance().origin.as_str()
    }

    #[getter]
    fn source_uri(&self) -> Option<&str> {
        self.0.provenance().source_uri.as_deref()
    }

    #[getter]
    fn trust(&self) -> &'static str {
        self.0.provenance().trust.as_str()
    }

    #[getter]
    fn instruction_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.manifest().instructions)
    }

    /// The manifest as JSON with every default present.
    fn manifest_json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.manifest().json_bytes())
    }

    /// The bytes of the file at a path of the package.
    fn read<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyBytes>> {
        match self.0.file(path) {
            Some(file) => Ok(PyBytes::new(py, &file.bytes)),
            None => Err(Failure::new(
                "PackageError",
                "resource_not_found",
                format!("the package has no file '{path}'"),
            )
            .into()),
        }
    }

    /// The text an instruction resource contributes; `None` where it is no UTF-8 text.
    fn instruction_text(&self, resource_id: &str) -> Option<&str> {
        self.0.instruction_text(resource_id)
    }

    /// Builds a package in memory; see `metier.Package.build`.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        manifest: Vec<u8>,
        contents: Vec<(String, Vec<u8>)>,
        trust: &str,
    ) -> PyResult<Self> {
        let trust = trust_level(trust)?;
        let package = py.detach(|| {
            let manifest = Manifest::parse(&manifest, &JsonLimits::default())
                .map_err(|breaches| Failure::of_diagnostics("ManifestError", breaches))?;
            Package::embedded(manifest, contents, trust)
                .map_err(|error| Failure::of_diagnostics("PackageError", vec![error.into()]))
        })?;
        Ok(Self(Arc::new(package)))
    }

    /// The package as plain data: form, identity, files, origin, source URI and trust.
    fn state(&self) -> State {
        state_of(&self.0)
    }

    fn __hash__(&self) -> u64 {
        content_hash(&self.0)
    }

    /// Pickles the bytes; unpickling verifies them again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (State,))> {
        Ok((py.get_type::<Self>().getattr("restore")?, (self.state(),)))
    }

    #[expect(unused_variables, reason = "the name is part of the protocol")]
    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    /// Makes the package of a state again, verifying every byte.
    #[staticmethod]
    fn restore(py: Python<'_>, state: State) -> PyResult<Self> {
        Ok(Self(Arc::new(restored(py, state)?)))
    }
}
