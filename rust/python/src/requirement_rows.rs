//! What a package needs from elsewhere and what it holds, as rows for the typed views.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::package::VerifiedPackage;
use crate::requirement::Requirement;

/// Pairs of text, in the order of the manifest.
type Pairs<'py> = Bound<'py, PyTuple>;
/// Id, path, kind, media type, size, digest and executable bit.
type ResourceRow<'a> = (&'a str, &'a str, &'static str, &'a str, u64, String, bool);
/// Name, risk, summary, resources and metadata.
type CapabilityRow<'a, 'py> = (&'a str, &'static str, &'a str, Bound<'py, PyTuple>, Pairs<'py>);

/// Rows of id, requirement and whether it is optional.
#[pyfunction]
pub(crate) fn requirements_of(package: &VerifiedPackage) -> Vec<(&str, Requirement, bool)> {
    let skills = &package.0.manifest().requires.skills;
    skills
        .iter()
        .map(|skill| (skill.id.as_str(), Requirement(skill.version.clone()), skill.optional))
        .collect()
}

/// Rows of name, exact version and whether it is optional.
#[pyfunction]
pub(crate) fn tools_of(package: &VerifiedPackage) -> Vec<(&str, Option<&str>, bool)> {
    let tools = &package.0.manifest().requires.tools;
    tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.exact_version.as_deref(), tool.optional))
        .collect()
}

/// Rows of name, risk, summary, resources and metadata.
#[pyfunction]
pub(crate) fn capabilities_of<'a, 'py>(
    package: &'a VerifiedPackage,
    py: Python<'py>,
) -> PyResult<Vec<CapabilityRow<'a, 'py>>> {
    let capabilities = &package.0.manifest().requires.capabilities;
    capabilities
        .iter()
        .map(|capability| {
            Ok((
                capability.name.as_str(),
                capability.risk.as_str(),
                capability.summary.as_str(),
                PyTuple::new(py, &capability.resources)?,
                pairs(py, &capability.metadata)?,
            ))
        })
        .collect()
}

/// Rows of source, filters, context characters and whether it is optional.
#[pyfunction]
pub(crate) fn knowledge_of<'a, 'py>(
    package: &'a VerifiedPackage,
    py: Python<'py>,
) -> PyResult<Vec<(&'a str, Pairs<'py>, u64, bool)>> {
    let knowledge = &package.0.manifest().requires.knowledge;
    knowledge
        .iter()
        .map(|entry| {
            let filters = pairs(py, &entry.filters)?;
            Ok((entry.source.as_str(), filters, entry.max_context_chars, entry.optional))
        })
        .collect()
}

/// Rows of id, path, kind, media type, size, digest and executable bit.
#[pyfunction]
pub(crate) fn resources_of(package: &VerifiedPackage) -> Vec<ResourceRow<'_>> {
    let package = &package.0;
    package
        .manifest()
        .resources
        .iter()
        .map(|resource| {
            let executable = package.file(&resource.path).is_some_and(|file| file.executable);
            (
                resource.id.as_str(),
                resource.path.as_str(),
                resource.kind.as_str(),
                resource.media_type.as_str(),
                resource.size,
                resource.sha256.to_string(),
                executable,
            )
        })
        .collect()
}

fn pairs<'py>(py: Python<'py>, pairs: &[(String, String)]) -> PyResult<Pairs<'py>> {
    PyTuple::new(py, pairs)
}
