//! `Version`.

use metier_core::version as core;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::Failure;
use crate::parsed::parsed;

/// A version, SemVer 2.0.0. Equality and hash cover every part; the order is total.
#[pyclass(module = "metier", frozen, eq, ord, hash)]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Version(pub(crate) core::Version);

/// The key that compares as SemVer §11 does: numbers, releases last, then the identifiers.
type Precedence<'a> = (u64, u64, u64, bool, Vec<(bool, usize, &'a str)>);

fn read(text: &Bound<'_, PyString>) -> Result<Version, core::VersionError> {
    // A lone surrogate becomes a replacement character, which no version has.
    Ok(Version(core::Version::parse(&text.to_string_lossy())?))
}

#[pymethods]
impl Version {
    /// Reads a version.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn parse(text: &Bound<'_, PyString>) -> PyResult<Self> {
        Ok(read(text).map_err(Failure::from)?)
    }

    /// Reads a version, and gives the error instead of raising it.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn try_parse<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        parsed(text.py(), read(text))
    }

    #[getter]
    fn major(&self) -> u64 {
        self.0.major()
    }

    #[getter]
    fn minor(&self) -> u64 {
        self.0.minor()
    }

    #[getter]
    fn patch(&self) -> u64 {
        self.0.patch()
    }

    /// The prerelease identifiers.
    #[getter]
    fn prerelease<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.prerelease_identifiers().collect::<Vec<_>>())
    }

    /// The build identifiers.
    #[getter]
    fn build<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.build_identifiers().collect::<Vec<_>>())
    }

    /// Whether it has prerelease identifiers.
    #[getter]
    fn is_prerelease(&self) -> bool {
        self.0.is_prerelease()
    }

    /// A key that compares as SemVer precedence does.
    #[getter]
    fn precedence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (major, minor, patch, release, identifiers) = precedence(&self.0);
        let identifiers = PyTuple::new(py, identifiers)?;
        (major, minor, patch, release, identifiers).into_pyobject(py)
    }

    fn __str__(&self) -> &str {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<Version {}>", self.0)
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
        let rebuild = py.import("metier.model.version")?.getattr("rebuild_version")?;
        Ok((rebuild, (self.0.text(),).into_pyobject(py)?))
    }
}

/// Numbers without leading zeros compare by length, then text, so they need not become integers.
fn precedence(version: &core::Version) -> Precedence<'_> {
    let identifier = |text| {
        let number = str::bytes(text).all(|byte| byte.is_ascii_digit());
        (!number, if number { str::len(text) } else { 0 }, text)
    };
    let (major, minor, patch) = version.numbers();
    let identifiers = version.prerelease_identifiers().map(identifier).collect();
    (major, minor, patch, !version.is_prerelease(), identifiers)
}
