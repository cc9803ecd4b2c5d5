//! The table of codes.

use pyo3::prelude::*;

/// Every code of the core as `(code, meaning, module)`.
#[pyfunction]
pub(crate) fn codes() -> Vec<(&'static str, &'static str, &'static str)> {
    metier_core::codes().map(|(module, entry)| (entry.code, entry.meaning, module)).collect()
}
