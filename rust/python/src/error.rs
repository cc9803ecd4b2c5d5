//! The one place where core errors become Python exceptions.
//!
//! The classes live in `metier.errors`; each takes a message and keyword-only data.

use metier_core::catalog::CatalogError;
use metier_core::diagnostic::{Diagnostic, Location, Severity};
use metier_core::digest::DigestError;
use metier_core::fs::{FsError, TreeError};
use metier_core::json::{CanonicalError, JsonError};
use metier_core::path::PathError;
use metier_core::resolve::ResolveError;
use metier_core::version::{RequirementError, VersionError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A core error on its way to Python: the class it becomes and what that class carries.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Name of the class in `metier.errors`.
    pub(crate) class: &'static str,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) location: Box<Location>,
    /// Byte offset in the input, where the input is one text.
    pub(crate) offset: Option<usize>,
    /// What to do instead, if there is one good answer.
    pub(crate) help: Option<Box<str>>,
    /// Every finding, where there may be several.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Failure {
    /// A failure known by its code and message alone.
    pub(crate) fn new(class: &'static str, code: &'static str, message: String) -> Self {
        Self {
            class,
            code,
            message,
            location: Box::default(),
            offset: None,
            help: None,
            diagnostics: Vec::new(),
        }
    }

    /// A failure with all its findings; the first error among them gives code and message.
    pub(crate) fn of_diagnostics(class: &'static str, diagnostics: Vec<Diagnostic>) -> Self {
        let first = diagnostics.iter().find(|finding| finding.severity == Severity::Error);
        let mut failure = first.map_or_else(
            || Self::new(class, "package_invalid", "refused without a finding".to_owned()),
            |finding| Self {
                location: Box::new(finding.location.clone()),
                ..Self::new(class, finding.code, finding.message.clone())
            },
        );
        failure.diagnostics = diagnostics;
        failure
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        let location = error.path().map(Location::of_path).unwrap_or_default();
        Self {
            location: Box::new(location),
            ..Self::new("LoadError", error.code(), error.to_string())
        }
    }
}

impl From<FsError> for Failure {
    fn from(error: FsError) -> Self {
        let location = error.path().map(Location::of_path).unwrap_or_default();
        Self {
            location: Box::new(location),
            ..Self::new("LoadError", error.code(), error.to_string())
        }
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
    data.set_item("help", failure.help.as_deref())?;
    let findings = failure.diagnostics.into_iter().map(crate::diagnostic::Diagnostic::from);
    data.set_item("diagnostics", findings.collect::<Vec<_>>())?;
    Ok(PyErr::from_value(class.call((failure.message,), Some(&data))?))
}

impl From<VersionError> for Failure {
    fn from(error: VersionError) -> Self {
        let offset = Some(error.offset());
        Self { offset, ..Self::new("VersionError", error.code(), error.to_string()) }
    }
}

impl From<RequirementError> for Failure {
    fn from(error: RequirementError) -> Self {
        let offset = Some(error.offset());
        Self { offset, ..Self::new("RequirementError", error.code(), error.to_string()) }
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        let location = Location::of_path(error.path());
        Self {
            location: Box::new(location),
            ..Self::new("PathError", error.code(), error.to_string())
        }
    }
}

impl From<JsonError> for Failure {
    fn from(error: JsonError) -> Self {
        let location = Location {
            line: Some(error.line),
            column: Some(error.column),
            json_path: Some(error.path.clone()),
            ..Location::default()
        };
        let offset = Some(error.offset);
        Self {
            location: Box::new(location),
            offset,
            ..Self::new("JsonError", error.code(), error.to_string())
        }
    }
}

impl From<CanonicalError> for Failure {
    fn from(error: CanonicalError) -> Self {
        let (code, message) = (error.code(), error.to_string());
        let location = Location { json_path: Some(error.path), ..Location::default() };
        Self { location: Box::new(location), ..Self::new("JsonError", code, message) }
    }
}

impl From<DigestError> for Failure {
    fn from(error: DigestError) -> Self {
        Self::new("DigestError", error.code(), error.to_string())
    }
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Self {
        Self::new("CatalogError", error.code(), error.to_string())
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        Self::new("ResolutionError", error.code(), error.to_string())
    }
}
