//! What a manifest can do wrong.

use crate::diagnostic::{CodeEntry, Diagnostic, Location, Severity};
use crate::json::JsonError;
use crate::path::IdError;
use crate::path::PathError;
use crate::version::{RequirementError, VersionError};

use super::schema_error::SchemaError;

/// One breach of the contract of `skill.json`.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The bytes are no strict JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A value of another type than the field has.
    #[error("got {actual}, expected {expected}")]
    FieldType {
        /// What the field takes.
        expected: &'static str,
        /// What stands there.
        actual: String,
    },
    /// A required field is absent.
    #[error("the field `{name}` is missing")]
    FieldMissing {
        /// The field.
        name: &'static str,
    },
    /// A field that the contract does not have.
    #[error("got the field {name}, expected only {expected}")]
    FieldUnknown {
        /// The field, quoted and shortened.
        name: String,
        /// The fields there are, with commas.
        expected: String,
    },
    /// A text that must say something is empty.
    #[error("got an empty string, expected text")]
    FieldEmpty,
    /// A value that stands twice where each may stand once.
    #[error("{value} stands here again, first at index {first}")]
    ItemDuplicate {
        /// The value, quoted and shortened.
        value: String,
        /// Index of the first of its kind in the same list.
        first: usize,
    },
    /// Another schema version than 1.
    #[error("got schema version {actual}, expected 1")]
    SchemaVersionUnsupported {
        /// The number that stands there.
        actual: i64,
    },
    /// A count below 0. One above 2^53−1 is refused by the JSON reader.
    #[error("got {actual}, expected an integer of at least 0")]
    IntegerNegative {
        /// The number that stands there.
        actual: i64,
    },
    /// Text that is no id.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Text that is no version.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// Text that is no requirement.
    #[error(transparent)]
    Requirement(#[from] RequirementError),
    /// A path, or a set of paths, that is not portable.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A resource at the manifest's own path.
    #[error("got the path {path}, which is the manifest's own")]
    PathReserved {
        /// The path, quoted.
        path: String,
    },
    /// Text that is no digest.
    #[error("got {actual}, expected 64 lower-case hexadecimal digits")]
    Sha256Malformed {
        /// The text, quoted and shortened.
        actual: String,
    },
    /// A word that is no resource kind.
    #[error(
        "got the kind {actual}, expected instructions, prompt, schema, knowledge, script, template or asset"
    )]
    KindUnknown {
        /// The word, quoted and shortened.
        actual: String,
    },
    /// A word that is no risk.
    #[error("got the risk {actual}, expected low, medium, high or critical")]
    RiskUnknown {
        /// The word, quoted and shortened.
        actual: String,
    },
    /// A tool version longer than 255 bytes.
    #[error("got a tool version of {bytes} bytes, expected at most 255")]
    ToolVersionTooLong {
        /// Its length.
        bytes: usize,
    },
    /// Instructions that name no declared resource.
    #[error("got {id}, which is not the id of a declared resource")]
    InstructionUndeclared {
        /// The id, quoted and shortened.
        id: String,
    },
    /// Instructions that name a resource of another kind.
    #[error("got {id} of kind {kind}, expected a resource of kind instructions or prompt")]
    InstructionKind {
        /// The id, quoted and shortened.
        id: String,
        /// The resource's kind.
        kind: &'static str,
    },
    /// A skill that requires itself.
    #[error("got {id}, which is the skill's own id")]
    RequirementSelf {
        /// The id, quoted and shortened.
        id: String,
    },
    /// A breach in `input_schema` or `output_schema`.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// A number in a schema whose embedded text is not its shortest text.
    #[error(
        "{shortest} is written {embedded} in the embedded form, which other writers would not do"
    )]
    NumberNotPortable {
        /// The number in its shortest digits.
        shortest: String,
        /// The number as the embedded form writes it.
        embedded: String,
        /// Where it stands.
        json_path: String,
    },
    /// More breaches than are listed.
    #[error("{omitted} more findings are not listed")]
    TooManyFindings {
        /// How many.
        omitted: usize,
    },
}

impl ManifestError {
    /// The stable name of this kind of breach.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Json(error) => error.code(),
            Self::FieldType { .. } => "field_type",
            Self::FieldMissing { .. } => "field_missing",
            Self::FieldUnknown { .. } => "field_unknown",
            Self::FieldEmpty => "field_empty",
            Self::ItemDuplicate { .. } => "item_duplicate",
            Self::SchemaVersionUnsupported { .. } => "schema_version_unsupported",
            Self::IntegerNegative { .. } => "integer_negative",
            Self::Id(error) => error.code(),
            Self::Version(error) => error.code(),
            Self::Requirement(error) => error.code(),
            Self::Path(error) => error.code(),
            Self::PathReserved { .. } => "path_reserved",
            Self::Sha256Malformed { .. } => "sha256_malformed",
            Self::KindUnknown { .. } => "kind_unknown",
            Self::RiskUnknown { .. } => "risk_unknown",
            Self::ToolVersionTooLong { .. } => "tool_version_too_long",
            Self::InstructionUndeclared { .. } => "instruction_undeclared",
            Self::InstructionKind { .. } => "instruction_kind",
            Self::RequirementSelf { .. } => "requirement_self",
            Self::Schema(error) => error.code(),
            Self::NumberNotPortable { .. } => "number_not_portable",
            Self::TooManyFindings { .. } => "too_many_findings",
        }
    }

    /// The breach as a finding, placed as far as it knows its place itself.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let (message, location) = match self {
            Self::Json(error) => (
                error.kind.to_string(),
                Location {
                    line: Some(error.line),
                    column: Some(error.column),
                    json_path: Some(error.path.clone()),
                    path: None,
                },
            ),
            Self::NumberNotPortable { json_path, .. } => (
                self.to_string(),
                Location { json_path: Some(json_path.clone()), ..Location::default() },
            ),
            _ => (
                self.to_string(),
                Location { json_path: Some("$".to_owned()), ..Location::default() },
            ),
        };
        Diagnostic::new(Severity::Error, self.code(), message, location)
    }
}

/// The codes of the manifest contract. JSON, ids, versions, requirements and paths have their own
/// tables.
pub const CODES: &[CodeEntry] = &[
    entry(
        "field_type",
        "A field of a manifest or of frontmatter holds a value of another type; `true` is not 1 and `1.0` is not 1.",
    ),
    entry("field_missing", "A required field is absent; an explicit `null` is a wrong type."),
    entry(
        "field_unknown",
        "An object of the contract has a field that the contract does not name.",
    ),
    entry("field_empty", "A text that must say something is empty."),
    entry(
        "item_duplicate",
        "A value or identity stands twice in a list where each may stand once.",
    ),
    entry("schema_version_unsupported", "`schema_version` is an integer other than 1."),
    entry("integer_negative", "`size` or `max_context_chars` is below 0."),
    entry("path_reserved", "A resource is declared at `skill.json`, in any case."),
    entry("sha256_malformed", "A digest is not 64 lower-case hexadecimal digits."),
    entry("kind_unknown", "A resource's kind is none of the contract's seven words."),
    entry("risk_unknown", "A capability's risk is none of the contract's four words."),
    entry("tool_version_too_long", "A tool's `exact_version` is longer than 255 bytes."),
    entry("instruction_undeclared", "`instructions` names an id that no resource has."),
    entry(
        "instruction_kind",
        "`instructions` names a resource that is neither instructions nor prompt.",
    ),
    entry("requirement_self", "A skill requires its own id."),
    entry("schema_type", "A schema or sub-schema is neither an object nor a boolean."),
    entry(
        "schema_keyword_unsupported",
        "A schema uses a keyword outside the supported vocabulary, or a root keyword elsewhere.",
    ),
    entry("schema_keyword_type", "A schema keyword has a value of the wrong type or shape."),
    entry("schema_reference_malformed", "A `$ref` is neither `#` nor a JSON Pointer after `#`."),
    entry("schema_reference_unresolved", "A `$ref` points at nothing inside its own schema."),
    entry(
        "number_not_portable",
        "A number in a schema has no text that every writer agrees on, so the embedded form is refused.",
    ),
    entry("too_many_findings", "A document has more breaches than are listed."),
];

const fn entry(code: &'static str, meaning: &'static str) -> CodeEntry {
    CodeEntry { code, meaning }
}

/// `text` in quotes with its control characters escaped, cut after 64 characters.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(64) {
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}
