//! `metier.Parsed`, the result of every `try_parse`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Failure;

/// Makes the result of reading a text: its value, or the exception that `parse` would raise.
pub(crate) fn parsed<'py, T: IntoPyObject<'py>, E: Into<Failure>>(
    py: Python<'py>,
    outcome: Result<T, E>,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    match outcome {
        Ok(value) => fields.set_item("value", value)?,
        Err(error) => {
            let failure: Failure = error.into();
            fields.set_item("error", PyErr::from(failure).into_value(py))?;
        }
    }
    py.import("metier.model.parsed")?.getattr("Parsed")?.call((), Some(&fields))
}
