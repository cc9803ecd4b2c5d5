//! `check_path` and `check_paths`.

use metier_core::path as core;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::error::Failure;

/// Checks one path.
#[pyfunction]
#[pyo3(signature = (path, /))]
pub(crate) fn check_path(path: &Bound<'_, PyAny>) -> PyResult<()> {
    checked(path)?;
    Ok(())
}

/// Checks the paths of one set, each alone and then together.
#[pyfunction]
#[pyo3(signature = (paths, /))]
pub(crate) fn check_paths(paths: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = paths.py();
    let paths = paths.try_iter()?.map(|path| checked(&path?)).collect::<PyResult<Vec<_>>>()?;
    let outcome = py.detach(|| core::check_set(&paths));
    Ok(outcome.map_err(Failure::from)?)
}

/// The text of a path that passed the rules.
pub(crate) fn checked(path: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(bytes) = path.cast::<PyBytes>() {
        return Ok(core::check(bytes.as_bytes()).map_err(Failure::from)?.to_owned());
    }
    let Ok(text) = path.cast::<PyString>() else {
        let kind = path.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a path is str or bytes, got {kind}")));
    };
    if let Ok(text) = text.to_str() {
        return Ok(core::check(text.as_bytes()).map_err(Failure::from)?.to_owned());
    }
    // Only lone surrogates can't be encoded; their bytes are no UTF-8, so this is refused.
    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok(core::check(bytes.cast::<PyBytes>()?.as_bytes()).map_err(Failure::from)?.to_owned())
}
