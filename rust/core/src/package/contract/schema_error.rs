//! What a JSON Schema inside a manifest can do wrong.

/// One breach in `input_schema` or `output_schema`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A schema that is neither an object nor a boolean.
    #[error("got {actual}, expected a schema: an object or a boolean")]
    NotSchema {
        /// The type of what stands there.
        actual: &'static str,
    },
    /// A keyword outside the supported vocabulary.
    #[error("the schema keyword {keyword} is not supported")]
    KeywordUnsupported {
        /// The keyword, quoted and shortened.
        keyword: String,
    },
    /// A keyword that may stand at the root of a schema only.
    #[error("the schema keyword {keyword} may stand only at the root of a schema")]
    KeywordNotAtRoot {
        /// The keyword, quoted.
        keyword: String,
    },
    /// A keyword with a value it can't have.
    #[error("got {actual}, expected {expected}")]
    KeywordType {
        /// What the keyword takes.
        expected: &'static str,
        /// What stands there.
        actual: String,
    },
    /// A reference that is no local pointer.
    #[error("got the reference {reference}, expected `#` or `#/` and a JSON Pointer")]
    ReferenceMalformed {
        /// The reference, quoted and shortened.
        reference: String,
    },
    /// A reference to nothing.
    #[error("the reference {reference} points at nothing in this schema")]
    ReferenceUnresolved {
        /// The reference, quoted and shortened.
        reference: String,
    },
}

impl SchemaError {
    /// The stable name of this kind of breach.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSchema { .. } => "schema_type",
            Self::KeywordUnsupported { .. } | Self::KeywordNotAtRoot { .. } => {
                "schema_keyword_unsupported"
            }
            Self::KeywordType { .. } => "schema_keyword_type",
            Self::ReferenceMalformed { .. } => "schema_reference_malformed",
            Self::ReferenceUnresolved { .. } => "schema_reference_unresolved",
        }
    }
}
