//! The JSON Schema keywords a manifest may use, and the shape of each one's value (spec 02).

use std::collections::HashSet;

use crate::json::{Node, Number, Value};

/// The shape of a keyword's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Any value; nothing below is looked at.
    Anything,
    /// A list of any values.
    Values,
    /// A string.
    Text,
    /// A string, at the root of the schema only.
    RootText,
    /// A boolean.
    Flag,
    /// A number.
    Number,
    /// A number above 0.
    PositiveNumber,
    /// An integer literal from 0.
    Count,
    /// A list of strings, no two equal.
    Names,
    /// One of the seven type words, or a non-empty list of them without repetition.
    Types,
    /// A sub-schema.
    Schema,
    /// A non-empty list of sub-schemas.
    Schemas,
    /// An object of sub-schemas.
    SchemaMap,
    /// A local reference.
    Reference,
}

/// The shape of `keyword`'s value; none for a keyword that is not supported.
pub(super) fn shape(keyword: &str) -> Option<Shape> {
    Some(match keyword {
        "const" | "default" => Shape::Anything,
        "enum" | "examples" => Shape::Values,
        "pattern" | "$comment" | "title" | "description" | "format" | "contentMediaType"
        | "contentEncoding" => Shape::Text,
        "$schema" | "$id" => Shape::RootText,
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => Shape::Flag,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Shape::Number,
        "multipleOf" => Shape::PositiveNumber,
        "minProperties" | "maxProperties" | "minItems" | "maxItems" | "minLength" | "maxLength" => {
            Shape::Count
        }
        "required" => Shape::Names,
        "type" => Shape::Types,
        "items" | "additionalProperties" | "not" => Shape::Schema,
        "allOf" | "anyOf" | "oneOf" => Shape::Schemas,
        "properties" | "$defs" | "definitions" => Shape::SchemaMap,
        "$ref" => Shape::Reference,
        _ => return None,
    })
}

impl Shape {
    /// What values of this shape are, for messages.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Anything => "any value",
            Self::Values => "an array",
            Self::Text | Self::RootText | Self::Reference => "a string",
            Self::Flag => "a boolean",
            Self::Number => "a number",
            Self::PositiveNumber => "a number above 0",
            Self::Count => "an integer of at least 0",
            Self::Names => "an array of strings without repetition",
            Self::Types => {
                "null, boolean, object, array, number, string or integer, or a non-empty array \
                 of these without repetition"
            }
            Self::Schema => "a schema: an object or a boolean",
            Self::Schemas => "a non-empty array of schemas",
            Self::SchemaMap => "an object of schemas",
        }
    }

    /// Whether `value` has this shape; sub-schemas themselves are not looked at.
    pub(super) fn admits(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Anything | Self::Schema, _)
            | (Self::Values, Value::Array(_))
            | (Self::Text | Self::RootText | Self::Reference, Value::String(_))
            | (Self::Flag, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::SchemaMap, Value::Object(_)) => true,
            (Self::PositiveNumber, Value::Number(Number::Integer(number))) => *number > 0,
            (Self::PositiveNumber, Value::Number(Number::Float(number))) => *number > 0.0,
            (Self::Count, Value::Number(Number::Integer(number))) => *number >= 0,
            (Self::Names, Value::Array(items)) => distinct(items, |_| true),
            (Self::Types, Value::String(word)) => is_type(word),
            (Self::Types, Value::Array(items)) => !items.is_empty() && distinct(items, is_type),
            (Self::Schemas, Value::Array(items)) => !items.is_empty(),
            _ => false,
        }
    }
}

fn is_type(word: &str) -> bool {
    matches!(word, "null" | "boolean" | "object" | "array" | "number" | "string" | "integer")
}

fn distinct(items: &[Node], admitted: impl Fn(&str) -> bool) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| match &item.value {
        Value::String(text) => admitted(text) && seen.insert(text.as_str()),
        _ => false,
    })
}
