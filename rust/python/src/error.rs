//! The one place where core errors become Python exceptions.
//!
//! The classes live in `metier.errors`; each takes a message and keyword-only data.

use metier_core::diagnostic::Location;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A core error on its way to Python: the class it becomes and what that class carries.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Name of the class in `metier.errors`.
    pub(crate) class: &'static str,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) location: Location,
    /// Byte offset in the input, where the input is one text.
    pub(crate) offset: Option<usize>,
}

impl Failure {
    /// A failure known by its code and message alone.
    pub(crate) fn new(class: &'static str, code: &'static str, message: String) -> Self {
        Self { class, code, message, location: Location::default(), offset: None }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| exception(py, failure).unwrap_or_else(|error| error))
    }
}

fn exception(py: Python<'_>, failure: Failure) -> PyResult<PyErr> {
    let class = py.import("metier.errors")?.getattr(failure.class)?;
    let data = PyDict::new(py);
    data.set_item("code", failure.code)?;
    data.set_item("path", failure.location.path)?;
    data.set_item("line", failure.location.line)?;
    data.set_item("column", failure.location.column)?;
    data.set_item("json_path", failure.location.json_path)?;
    data.set_item("offset", failure.offset)?;
    Ok(PyErr::from_value(class.call((failure.message,), Some(&data))?))
}
