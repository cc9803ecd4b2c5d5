//! Strict and canonical JSON.

use metier_core::json as core;
use metier_core::limits::JsonLimits;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::detach;
use crate::error::Failure;

mod kind;
mod members;
mod objects;
mod walk;

/// Canonical text (RFC 8785) of a Python value.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn canonical_json<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(walk::canonical_bytes(value).map_err(Failure::from)?)
}

/// Canonical text (RFC 8785) of a JSON document.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn canonicalize_json<'py>(
    py: Python<'py>,
    data: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let text = detach::when_large(py, data.len(), || core::canonicalize(data));
    Ok(PyBytes::new(py, &text.map_err(Failure::from)?))
}

/// The value of a strict JSON document.
#[pyfunction]
#[pyo3(signature = (data, /, *, max_bytes=1_048_576, max_string_bytes=65_536, max_items=4096, max_depth=64))]
pub(crate) fn parse_json<'py>(
    data: &Bound<'py, PyAny>,
    max_bytes: usize,
    max_string_bytes: usize,
    max_items: usize,
    max_depth: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = JsonLimits { max_bytes, max_string_bytes, max_items, max_depth };
    let bytes = text_bytes(data)?;
    let node = detach::when_large(data.py(), bytes.len(), || core::parse(bytes, &limits));
    objects::build(data.py(), &node.map_err(Failure::from)?)
}

/// The bytes of a `bytes`, or the UTF-8 of a `str`.
fn text_bytes<'a>(data: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    if let Ok(text) = data.cast::<PyString>() {
        let kind = core::JsonErrorKind::LoneSurrogate;
        let error = core::CanonicalError { kind, path: "$".to_owned() };
        return text.to_str().map(str::as_bytes).map_err(|_| Failure::from(error).into());
    }
    Ok(data.cast::<PyBytes>()?.as_bytes())
}
