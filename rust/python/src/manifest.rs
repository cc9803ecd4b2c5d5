//! Manifests: bytes in, complete text or findings out.

use metier_core::diagnostic as core;
use metier_core::limits::JsonLimits;
use metier_core::package::{Manifest, ManifestPart};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::detach;
use crate::diagnostic::Diagnostic;

type Outcome<'py> = (Option<Bound<'py, PyBytes>>, Vec<Diagnostic>);

/// The text of a part of a manifest with every field present, or every breach of its contract.
#[pyfunction]
#[pyo3(signature = (data, /, *, part="manifest", max_bytes=1_048_576, max_string_bytes=65_536, max_items=4096, max_depth=64))]
pub(crate) fn parse_manifest<'py>(
    py: Python<'py>,
    data: &[u8],
    part: &str,
    max_bytes: usize,
    max_string_bytes: usize,
    max_items: usize,
    max_depth: usize,
) -> PyResult<Outcome<'py>> {
    let limits = JsonLimits { max_bytes, max_string_bytes, max_items, max_depth };
    let part = ManifestPart::from_name(part)
        .ok_or_else(|| PyValueError::new_err("no such part of a manifest"))?;
    let text = detach::when_large(py, data.len(), || part.complete(data, &limits));
    Ok(outcome(py, text))
}

/// The embedded form of a manifest, or every breach of its contract.
#[pyfunction]
#[pyo3(signature = (data, /, *, max_bytes=1_048_576, max_string_bytes=65_536, max_items=4096, max_depth=64))]
pub(crate) fn canonical_manifest<'py>(
    py: Python<'py>,
    data: &[u8],
    max_bytes: usize,
    max_string_bytes: usize,
    max_items: usize,
    max_depth: usize,
) -> Outcome<'py> {
    let limits = JsonLimits { max_bytes, max_string_bytes, max_items, max_depth };
    let text = detach::when_large(py, data.len(), || {
        let manifest = Manifest::parse(data, &limits)?;
        manifest.canonical_bytes().map_err(|error| vec![error.to_diagnostic()])
    });
    outcome(py, text)
}

fn outcome(py: Python<'_>, text: Result<Vec<u8>, Vec<core::Diagnostic>>) -> Outcome<'_> {
    match text {
        Ok(text) => (Some(PyBytes::new(py, &text)), Vec::new()),
        Err(findings) => (None, findings.into_iter().map(Diagnostic::from).collect()),
    }
}
