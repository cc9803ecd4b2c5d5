//! A JSON value that remembers where each part stood.

/// A number: an integer where the literal is one, else a double.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A literal without fraction or exponent, within ±(2^53−1).
    Integer(i64),
    /// Any other finite number.
    Float(f64),
}

/// A value and the byte offset at which its text starts (0 for values made in memory).
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Byte offset of the first byte of the value.
    pub offset: usize,
    /// The value.
    pub value: Value,
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The key, unescaped.
    pub key: String,
    /// Byte offset of the key's opening quote.
    pub key_offset: usize,
    /// The value.
    pub node: Node,
}

/// A JSON value. Objects keep the order of the text and have no two equal keys.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Node>),
    /// An object.
    Object(Vec<Member>),
}

impl Value {
    /// The word for the value's type, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(Number::Integer(_)) => "an integer",
            Self::Number(Number::Float(_)) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}
