//! `metier._core`: the core as Python sees it.
//!
//! Each file binds one core module and does four things: extract, detach, call, wrap.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "methods of Python classes borrow `self`")]

use pyo3::prelude::*;

mod diagnostic;
mod error;

/// The Rust core of metier. Names are re-exported by `metier`; import them from there.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::diagnostic::{Diagnostic, Severity};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
