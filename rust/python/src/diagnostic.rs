//! `Severity` and `Diagnostic`.

use metier_core::diagnostic as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How much a finding matters; `information < warning < error`.
#[pyclass(module = "metier", frozen, eq, ord, hash, from_py_object)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[pyo3(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Severity {
    Information,
    Warning,
    Error,
}

#[pymethods]
impl Severity {
    /// The word for the severity, as it stands in JSON output.
    #[getter]
    fn value(&self) -> &'static str {
        core::Severity::from(*self).as_str()
    }

    fn __str__(&self) -> &'static str {
        self.value()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        (getattr, (py.get_type::<Self>(), self.value().to_uppercase())).into_pyobject(py)
    }
}

impl From<Severity> for core::Severity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Information => Self::Information,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}

impl From<core::Severity> for Severity {
    fn from(severity: core::Severity) -> Self {
        match severity {
            core::Severity::Information => Self::Information,
            core::Severity::Warning => Self::Warning,
            core::Severity::Error => Self::Error,
        }
    }
}

/// One finding: severity, stable code, message and place. A frozen value.
#[pyclass(module = "metier", frozen, eq, hash, get_all)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Diagnostic {
    severity: Severity,
    code: String,
    message: String,
    path: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    json_path: Option<String>,
    help: Option<String>,
}

#[pymethods]
impl Diagnostic {
    #[new]
    #[pyo3(signature = (severity, code, message, *, path=None, line=None, column=None, json_path=None, help=None))]
    #[expect(clippy::too_many_arguments, reason = "one argument a field of a plain value")]
    fn new(
        severity: Severity,
        code: String,
        message: String,
        path: Option<String>,
        line: Option<u32>,
        column: Option<u32>,
        json_path: Option<String>,
        help: Option<String>,
    ) -> Self {
        Self { severity, code, message, path, line, column, json_path, help }
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {} {}: {}>", self.severity.value(), self.code, self.message)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let rebuild = py.import("metier.model.diagnostics")?.getattr("rebuild")?;
        let state = (
            self.severity,
            &self.code,
            &self.message,
            &self.path,
            self.line,
            self.column,
            &self.json_path,
            &self.help,
        );
        Ok((rebuild, state.into_pyobject(py)?))
    }
}

impl From<core::Diagnostic> for Diagnostic {
    fn from(diagnostic: core::Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity.into(),
            code: diagnostic.code.to_owned(),
            message: diagnostic.message,
            path: diagnostic.location.path,
            line: diagnostic.location.line,
            column: diagnostic.location.column,
            json_path: diagnostic.location.json_path,
            help: diagnostic.help,
        }
    }
}
