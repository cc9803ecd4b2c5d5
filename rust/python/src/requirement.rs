//! `Requirement`.

use metier_core::version as core;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::Failure;
use crate::parsed::parsed;
use crate::version::Version;

/// A set of versions, and the text that named it.
#[pyclass(module = "metier", frozen, eq, hash)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Requirement(pub(crate) core::Requirement);

fn read(text: &Bound<'_, PyString>, dialect: &str) -> Result<Requirement, core::RequirementError> {
    let dialect = core::Dialect::from_word(dialect)?;
    // A lone surrogate becomes a replacement character, which no requirement has.
    Ok(Requirement(core::Requirement::parse(&text.to_string_lossy(), dialect)?))
}

#[pymethods]
impl Requirement {
    /// Reads a requirement in one dialect.
    #[staticmethod]
    #[pyo3(signature = (text, /, *, dialect="strict"))]
    fn parse(text: &Bound<'_, PyString>, dialect: &str) -> PyResult<Self> {
        Ok(read(text, dialect).map_err(Failure::from)?)
    }

    /// Reads a requirement, and gives the error instead of raising it.
    #[staticmethod]
    #[pyo3(signature = (text, /, *, dialect="strict"))]
    fn try_parse<'py>(text: &Bound<'py, PyString>, dialect: &str) -> PyResult<Bound<'py, PyAny>> {
        parsed(text.py(), read(text, dialect))
    }

    /// Whether `version` will do.
    #[pyo3(signature = (version, /, *, prereleases=false))]
    fn matches(&self, version: &Version, prereleases: bool) -> bool {
        self.0.matches(&version.0, prereleases)
    }

    /// The text it was read from, trimmed.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The canonical text.
    #[getter]
    fn normalized(&self) -> String {
        self.0.normalized()
    }

    /// The word for the dialect it was read by.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.0.dialect().as_str()
    }

    fn __str__(&self) -> &str {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<Requirement {:?} {}>", self.0.text(), self.dialect())
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let rebuild = py.import("metier.model.version")?.getattr("rebuild_requirement")?;
        Ok((rebuild, (self.0.text(), self.dialect()).into_pyobject(py)?))
    }
}
