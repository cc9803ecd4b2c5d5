//! The fields of AGENT-33, and JSON values, as Python objects.

use metier_core::json::{self, Number};
use metier_core::package::{Agent33Fields, ExecutionContext, InvocationMode, SkillStatus};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The fields by name; what is not given is `None` or empty.
pub(crate) fn to_dict<'py>(
    py: Python<'py>,
    fields: &Agent33Fields,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("allowed_tools", &fields.allowed_tools)?;
    dict.set_item("disallowed_tools", &fields.disallowed_tools)?;
    let defaults = fields.tool_parameter_defaults.as_ref();
    dict.set_item("tool_parameter_defaults", defaults.map(|one| to_python(py, one)).transpose()?)?;
    dict.set_item("invocation_mode", fields.invocation_mode.map(InvocationMode::as_str))?;
    dict.set_item("execution_context", fields.execution_context.map(ExecutionContext::as_str))?;
    dict.set_item("autonomy_level", &fields.autonomy_level)?;
    dict.set_item("approval_required_for", &fields.approval_required_for)?;
    dict.set_item("scripts_dir", &fields.scripts_dir)?;
    dict.set_item("templates_dir", &fields.templates_dir)?;
    dict.set_item("references", &fields.references)?;
    dict.set_item("tags", &fields.tags)?;
    dict.set_item("category", &fields.category)?;
    dict.set_item("provenance", &fields.provenance)?;
    dict.set_item("author", &fields.author)?;
    dict.set_item("status", fields.status.map(SkillStatus::as_str))?;
    let dependencies = fields.dependencies.iter().map(|one| {
        let dependency = PyDict::new(py);
        dependency.set_item("name", &one.name)?;
        dependency.set_item("kind", if one.is_tool { "tool" } else { "skill" })?;
        dependency.set_item("optional", one.optional)?;
        Ok(dependency)
    });
    dict.set_item("dependencies", dependencies.collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("schema_version", &fields.schema_version)?;
    dict.set_item("command_name", &fields.command_name)?;
    dict.set_item("command_help", &fields.command_help)?;
    dict.set_item("supporting_files", &fields.supporting_files)?;
    Ok(dict)
}

/// A JSON value as Python objects; the depth is bounded by the reader that made the value.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &json::Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        json::Value::Null => py.None().into_bound(py),
        json::Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        json::Value::Number(Number::Integer(value)) => value.into_pyobject(py)?.into_any(),
        json::Value::Number(Number::Float(value)) => value.into_pyobject(py)?.into_any(),
        json::Value::String(value) => value.into_pyobject(py)?.into_any(),
        json::Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, &item.value)?)?;
            }
            list.into_any()
        }
        json::Value::Object(members) => {
            let dict = PyDict::new(py);
            for member in members {
                dict.set_item(&member.key, to_python(py, &member.node.value)?)?;
            }
            dict.into_any()
        }
    })
}
