//! Python objects from parsed JSON, built without recursion.

use std::slice::Iter;

use metier_core::json::{Member, Node, Number, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

/// A container that is still being filled, and what is left to put in.
enum Open<'a, 'py> {
    Array(Bound<'py, PyList>, Iter<'a, Node>),
    Object(Bound<'py, PyDict>, Iter<'a, Member>),
}

/// The Python value of `root`: dict, list, str, int, float, bool or None.
pub(super) fn build<'py>(py: Python<'py>, root: &Node) -> PyResult<Bound<'py, PyAny>> {
    let mut open = Vec::new();
    let built = begin(py, &root.value, &mut open);
    while let Some(top) = open.last_mut() {
        match top {
            Open::Array(list, rest) => {
                if let Some(node) = rest.next() {
                    let list = list.clone();
                    list.append(begin(py, &node.value, &mut open))?;
                    continue;
                }
            }
            Open::Object(dict, rest) => {
                if let Some(member) = rest.next() {
                    let dict = dict.clone();
                    dict.set_item(&member.key, begin(py, &member.node.value, &mut open))?;
                    continue;
                }
            }
        }
        open.pop();
    }
    Ok(built)
}

/// A scalar whole, or an empty container that `open` will see filled.
fn begin<'a, 'py>(
    py: Python<'py>,
    value: &'a Value,
    open: &mut Vec<Open<'a, 'py>>,
) -> Bound<'py, PyAny> {
    match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Number(Number::Integer(value)) => PyInt::new(py, *value).into_any(),
        Value::Number(Number::Float(value)) => PyFloat::new(py, *value).into_any(),
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(members) => {
            let list = PyList::empty(py);
            open.push(Open::Array(list.clone(), members.iter()));
            list.into_any()
        }
        Value::Object(members) => {
            let dict = PyDict::new(py);
            open.push(Open::Object(dict.clone(), members.iter()));
            dict.into_any()
        }
    }
}
