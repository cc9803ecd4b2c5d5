//! What strict and canonical JSON refuse, and how each refusal is named.

use std::fmt;

use crate::diagnostic::CodeEntry;

/// Why a text is not strict JSON, or a value has no canonical form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonErrorKind {
    /// The document is longer than allowed.
    #[error("the document has {actual} bytes, expected at most {limit}")]
    InputTooLarge {
        /// Bytes of the document.
        actual: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// The document starts with U+FEFF.
    #[error("the document starts with a byte order mark")]
    ByteOrderMark,
    /// A byte that is not part of well-formed UTF-8.
    #[error("byte 0x{byte:02x} is not valid utf-8 here")]
    InvalidUtf8 {
        /// The first byte of the malformed sequence.
        byte: u8,
    },
    /// The document ends inside a value.
    #[error("the document ends, expected {expected}")]
    UnexpectedEnd {
        /// What would have had to follow.
        expected: &'static str,
    },
    /// A character where the grammar has no place for it.
    #[error("got {found:?}, expected {expected}")]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// What would have had to stand there.
        expected: &'static str,
    },
    /// Something other than white space after the value.
    #[error("got {found:?} after the value, expected the end of the document")]
    TrailingData {
        /// The first character after the value.
        found: char,
    },
    /// A number literal that RFC 8259 section 6 has no form for.
    #[error("got {found:?} in a number, expected {expected}")]
    InvalidNumber {
        /// The character that breaks the number.
        found: char,
        /// What would have had to stand there.
        expected: &'static str,
    },
    /// A backslash followed by no escape of RFC 8259 section 7.
    #[error("got {found:?} after a backslash, expected an escape")]
    InvalidEscape {
        /// The character after the backslash, or the one that is no hexadecimal digit.
        found: char,
    },
    /// A control character that is not escaped.
    #[error("control character U+{code:04X} in a string is not escaped")]
    ControlCharacter {
        /// The code point.
        code: u8,
    },
    /// Half of a surrogate pair, escaped or in a value.
    #[error("a surrogate without its other half")]
    LoneSurrogate,
    /// A key that stands in the object already.
    #[error("the key {key:?} stands in the object twice")]
    DuplicateKey {
        /// The key, unescaped, cut after 64 characters.
        key: String,
    },
    /// A number beyond the largest double.
    #[error("the number is beyond the range of a double")]
    NumberOverflow,
    /// An integer that a double can't be trusted with.
    #[error("the integer is outside of -9007199254740991 to 9007199254740991")]
    IntegerOutOfRange,
    /// A value nested deeper than allowed.
    #[error("the value is nested deeper than {limit} levels")]
    DepthExceeded {
        /// Levels allowed; the root is at depth 0.
        limit: usize,
    },
    /// A string longer than allowed.
    #[error("the string has {actual} bytes, expected at most {limit}")]
    StringTooLong {
        /// UTF-8 bytes of the string, unescaped.
        actual: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// A key longer than allowed.
    #[error("the key has {actual} bytes, expected at most {limit}")]
    KeyTooLong {
        /// UTF-8 bytes of the key, unescaped.
        actual: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// An array or object with more members than allowed.
    #[error("the collection has more than {limit} members")]
    TooManyItems {
        /// Members allowed.
        limit: usize,
    },
    /// NaN or an infinity.
    #[error("NaN and infinities have no form in json")]
    NumberNotFinite,
    /// A key that is no string.
    #[error("got a key of type {type_name}, expected a string")]
    KeyNotString {
        /// The type's name.
        type_name: String,
    },
    /// A value of a type that JSON has no form for.
    #[error("a value of type {type_name} has no form in json")]
    UnsupportedType {
        /// The type's name.
        type_name: String,
    },
}

impl JsonErrorKind {
    /// The stable name of this kind; each stands in [`CODES`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::InputTooLarge { .. } => "input_too_large",
            Self::ByteOrderMark => "byte_order_mark",
            Self::InvalidUtf8 { .. } => "invalid_utf8",
            Self::UnexpectedEnd { .. } => "unexpected_end",
            Self::UnexpectedCharacter { .. } => "unexpected_character",
            Self::TrailingData { .. } => "trailing_data",
            Self::InvalidNumber { .. } => "invalid_number",
            Self::InvalidEscape { .. } => "invalid_escape",
            Self::ControlCharacter { .. } => "control_character",
            Self::LoneSurrogate => "lone_surrogate",
            Self::DuplicateKey { .. } => "duplicate_key",
            Self::NumberOverflow => "number_overflow",
            Self::IntegerOutOfRange => "integer_out_of_range",
            Self::DepthExceeded { .. } => "depth_exceeded",
            Self::StringTooLong { .. } => "string_too_long",
            Self::KeyTooLong { .. } => "key_too_long",
            Self::TooManyItems { .. } => "too_many_items",
            Self::NumberNotFinite => "number_not_finite",
            Self::KeyNotString { .. } => "key_not_string",
            Self::UnsupportedType { .. } => "unsupported_type",
        }
    }

    /// A duplicate of `key`, which the message shows the first 64 characters of.
    pub fn duplicate_key(key: &str) -> Self {
        Self::DuplicateKey { key: key.chars().take(64).collect() }
    }
}

/// A text that is not strict JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// Byte offset in the document.
    pub offset: usize,
    /// Line, counted from 1; lines end at U+000A.
    pub line: u32,
    /// Column, counted from 1 in code points.
    pub column: u32,
    /// The value concerned, such as `$.a[0].b`; keys that are no identifier stand as `$["a b"]`.
    pub path: String,
}

impl JsonError {
    /// The stable name of the kind.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, line, column, path, .. } = self;
        write!(formatter, "{kind} (line {line}, column {column}, {path})")
    }
}

impl std::error::Error for JsonError {}

/// A value in memory without a canonical form, and where in the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} ({path})")]
pub struct CanonicalError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// The part concerned, such as `$.a[0].b`.
    pub path: String,
}

impl CanonicalError {
    /// The stable name of the kind.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }
}

/// Every code of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "input_too_large", meaning: "The document is longer than allowed." },
    CodeEntry {
        code: "byte_order_mark",
        meaning: "A JSON document or a skill file starts with U+FEFF.",
    },
    CodeEntry { code: "invalid_utf8", meaning: "The document is not well-formed UTF-8." },
    CodeEntry { code: "unexpected_end", meaning: "The document ends inside a value." },
    CodeEntry {
        code: "unexpected_character",
        meaning: "A character stands where the grammar has no place for it.",
    },
    CodeEntry { code: "trailing_data", meaning: "Something follows the value." },
    CodeEntry { code: "invalid_number", meaning: "A number has a form that JSON has not." },
    CodeEntry { code: "invalid_escape", meaning: "A backslash starts no escape." },
    CodeEntry { code: "control_character", meaning: "A string has a raw control character." },
    CodeEntry { code: "lone_surrogate", meaning: "A string has half of a surrogate pair." },
    CodeEntry { code: "duplicate_key", meaning: "An object has two equal keys." },
    CodeEntry { code: "number_overflow", meaning: "A number is beyond the largest double." },
    CodeEntry { code: "integer_out_of_range", meaning: "An integer is outside of ±(2^53−1)." },
    CodeEntry { code: "depth_exceeded", meaning: "A value is nested deeper than allowed." },
    CodeEntry { code: "string_too_long", meaning: "A string is longer than allowed." },
    CodeEntry { code: "key_too_long", meaning: "A key is longer than allowed." },
    CodeEntry { code: "too_many_items", meaning: "An array or object has too many members." },
    CodeEntry { code: "number_not_finite", meaning: "A value is NaN or infinite." },
    CodeEntry { code: "key_not_string", meaning: "A mapping has a key that is no string." },
    CodeEntry { code: "unsupported_type", meaning: "A value is of a type JSON has no form for." },
];
