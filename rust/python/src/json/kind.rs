//! Which JSON type a Python object has.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Integer,
    Float,
    Object,
    List,
    Tuple,
    Null,
    True,
    False,
    Unsupported,
}

impl Kind {
    /// Exact types are told apart by one pointer comparison each, so they come first.
    pub(super) fn of(value: &Bound<'_, PyAny>) -> Self {
        if value.is_exact_instance_of::<PyString>() {
            Self::Text
        } else if value.is_exact_instance_of::<PyInt>() {
            Self::Integer
        } else if value.is_exact_instance_of::<PyDict>() {
            Self::Object
        } else if value.is_exact_instance_of::<PyList>() {
            Self::List
        } else if value.is_exact_instance_of::<PyFloat>() {
            Self::Float
        } else if value.is_none() {
            Self::Null
        } else if let Ok(flag) = value.cast_exact::<PyBool>() {
            if flag.is_true() { Self::True } else { Self::False }
        } else {
            Self::of_subclass(value)
        }
    }

    fn of_subclass(value: &Bound<'_, PyAny>) -> Self {
        if value.is_instance_of::<PyTuple>() {
            Self::Tuple
        } else if value.is_instance_of::<PyString>() {
            Self::Text
        } else if value.is_instance_of::<PyInt>() {
            Self::Integer
        } else if value.is_instance_of::<PyDict>() {
            Self::Object
        } else if value.is_instance_of::<PyList>() {
            Self::List
        } else if value.is_instance_of::<PyFloat>() {
            Self::Float
        } else {
            Self::Unsupported
        }
    }
}
