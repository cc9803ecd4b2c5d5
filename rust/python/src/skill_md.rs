//! `SkillMd`: what a `SKILL.md` says.

use metier_core::package as core;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent33::{self, to_python};

/// A skill as its `SKILL.md` describes it. A frozen value.
#[pyclass(module = "metier", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct SkillMd {
    skill: core::SkillMd,
    body: String,
}

impl SkillMd {
    /// The skill and its body as text.
    pub(crate) fn new(skill: core::SkillMd, body: String) -> Self {
        Self { skill, body }
    }

    /// What the instructions point at.
    pub(crate) fn found_references(&self) -> Vec<core::Reference> {
        self.skill.references(&self.body)
    }
}

#[pymethods]
impl SkillMd {
    #[getter]
    fn name(&self) -> &str {
        &self.skill.name
    }

    #[getter]
    fn description(&self) -> &str {
        &self.skill.description
    }

    #[getter]
    fn version(&self) -> &str {
        self.skill.version.text()
    }

    #[getter]
    fn version_text(&self) -> Option<&str> {
        self.skill.version_text.as_deref()
    }

    #[getter]
    fn license(&self) -> Option<&str> {
        self.skill.license.as_deref()
    }

    #[getter]
    fn compatibility(&self) -> Option<&str> {
        self.skill.compatibility.as_deref()
    }

    #[getter]
    fn allowed_tools<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.skill.allowed_tools {
            None => py.None().into_bound(py),
            Some(core::AllowedTools::Text(text)) => text.into_pyobject(py)?.into_any(),
            Some(core::AllowedTools::List(tools)) => tools.into_pyobject(py)?.into_any(),
        })
    }

    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in &self.skill.metadata {
            dict.set_item(key, to_python(py, value)?)?;
        }
        Ok(dict)
    }

    #[getter]
    fn subagent(&self) -> Option<&str> {
        self.skill.subagent.as_deref()
    }

    #[getter]
    fn requires_skills(&self) -> Vec<(&str, &str)> {
        let skills = self.skill.requires_skills.iter();
        skills.map(|one| (one.id.as_str(), one.version.text())).collect()
    }

    #[getter]
    fn requires_tools(&self) -> Vec<(&str, Option<&str>)> {
        let tools = self.skill.requires_tools.iter();
        tools.map(|one| (one.name.as_str(), one.exact_version.as_deref())).collect()
    }

    #[getter]
    fn agent33<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        agent33::to_dict(py, &self.skill.agent33)
    }

    #[getter]
    fn tags(&self) -> Vec<String> {
        self.skill.agent33.tags.clone()
    }

    #[getter]
    fn extensions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.skill.extensions)
    }

    #[getter]
    fn body(&self) -> &str {
        &self.body
    }

    #[getter]
    fn body_line(&self) -> u32 {
        self.skill.body_line
    }

    /// What the body points at, as `(target, path in the skill or None, line, column, is_resource)`.
    #[getter]
    fn references(&self) -> Vec<(String, Option<String>, u32, u32, bool)> {
        let found = self.found_references().into_iter();
        found.map(|one| (one.target, one.path, one.line, one.column, one.is_resource)).collect()
    }

    /// The L2 references, as `(target, path in the skill or None)`.
    #[getter]
    fn listed_references(&self) -> Vec<(String, Option<String>)> {
        self.skill.listed_references(&self.body)
    }

    fn __repr__(&self) -> String {
        format!("<SkillMd {} {}>", self.skill.name, self.skill.version.text())
    }
}
