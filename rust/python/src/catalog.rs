//! `CatalogIndex`, what `metier.Catalog` holds.

use metier_core::catalog as core;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::requirement::Requirement;
use crate::version::Version;

type Demands<'py> = Vec<(String, Bound<'py, Requirement>)>;
type Entry<'py> = (String, Bound<'py, Version>, Demands<'py>, Demands<'py>, bool);

/// The compiled index a resolver works on.
#[pyclass(module = "metier._core", frozen)]
#[derive(Debug)]
pub(crate) struct CatalogIndex(pub(crate) core::Catalog);

#[pymethods]
impl CatalogIndex {
    /// Compiles entries: id, version, requirements, optional requirements, whether yanked.
    #[staticmethod]
    #[pyo3(signature = (entries, /))]
    fn build(py: Python<'_>, entries: Vec<Entry<'_>>) -> PyResult<Self> {
        let entries: Vec<core::CatalogEntry> = entries.into_iter().map(entry).collect();
        let built = py.detach(|| core::Catalog::build(entries));
        Ok(Self(built.map_err(Failure::from)?))
    }

    /// Packages that have versions.
    #[getter]
    fn package_count(&self) -> usize {
        self.0.package_count()
    }

    /// Versions of all packages.
    #[getter]
    fn version_count(&self) -> usize {
        self.0.version_count()
    }

    /// The versions of a package, ascending in total order.
    #[pyo3(signature = (id, /))]
    fn versions(&self, id: &str) -> Vec<Version> {
        self.0.versions(id).iter().cloned().map(Version).collect()
    }
}

fn entry((id, version, requires, optional, yanked): Entry<'_>) -> core::CatalogEntry {
    core::CatalogEntry {
        id,
        version: version.get().0.clone(),
        requires: demands(requires),
        optional: demands(optional),
        yanked,
    }
}

fn demands(demands: Demands<'_>) -> Vec<(String, metier_core::version::Requirement)> {
    demands.into_iter().map(|(id, requirement)| (id, requirement.get().0.clone())).collect()
}
