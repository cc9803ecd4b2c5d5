//! Everything that can be said of a `SKILL.md`: one variant a finding, with its data.

use thiserror::Error;

use crate::diagnostic::Severity;
use crate::package::Profile;
use crate::text::FrontmatterError;

/// One finding about a `SKILL.md`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are the words of the message above them")]
pub enum SkillMdProblem {
    /// The file is over its limit.
    #[error("the file has {bytes} bytes, expected at most {max}")]
    FileTooLarge { bytes: usize, max: u64 },
    /// The bytes are not UTF-8.
    #[error("{what}, expected UTF-8")]
    Encoding { what: String },
    /// A NUL stands somewhere in the file.
    #[error("the file holds a NUL character, which no text does")]
    Nul,
    /// A byte order mark comes first.
    #[error("the file starts with a byte order mark")]
    ByteOrderMark,
    /// Fences or YAML are refused.
    #[error(transparent)]
    Frontmatter(#[from] FrontmatterError),
    /// A fence has blanks after its hyphens.
    #[error("the fence `---` is followed by blanks")]
    FenceBlanks,
    /// A value with a colon needs quotes.
    #[error("a colon followed by a space can't stand in a value without quotes")]
    UnquotedColon { fixed: String },
    /// The file is spelt in another case.
    #[error("the file is called `{found}`, expected `SKILL.md`")]
    FileCase { found: String },
    /// The skill is written as YAML.
    #[error("the file is `{found}`, a form of AGENT-33; AgentSkills.io has `SKILL.md` alone")]
    YamlFile { found: String },
    /// The skill is one file.
    #[error("`{found}` is a skill in one file; AgentSkills.io has `SKILL.md` in a folder")]
    SingleFile { found: String },
    /// A skill written as YAML has no instructions.
    #[error("`instructions` is missing; the skill has none")]
    InstructionsMissing,
    /// There is no name.
    #[error("`name` is missing; the {place}'s name `{name}` is taken")]
    NameMissing { place: &'static str, name: String },
    /// There is no name, and no folder to take one from.
    #[error("`name` is missing and there is no folder to take it from")]
    NameUnknown,
    /// The name is a list or mapping.
    #[error("`name` must be text, got {found}")]
    NameNotText { found: &'static str },
    /// The name is no safe path component.
    #[error("the name {name:?} can't be a folder: {reason}")]
    NameUnsafe { name: String, reason: String },
    /// The name is a device on Windows.
    #[error("the name `{name}` is a device on Windows")]
    NameReserved { name: String },
    /// The name is outside the grammar.
    #[error("the name `{name}` is not portable: {reason}")]
    NameNotPortable { name: String, reason: &'static str },
    /// Name and folder differ.
    #[error("the name `{name}` differs from the folder `{folder}`")]
    NameFolderMismatch { name: String, folder: String },
    /// There is no description.
    #[error("`description` is missing")]
    DescriptionMissing { near: Option<String> },
    /// The description is empty after trimming.
    #[error("`description` is empty")]
    DescriptionEmpty,
    /// The description is a list or mapping.
    #[error("`description` must be text, got {found}")]
    DescriptionNotText { found: &'static str },
    /// The description is too long.
    #[error("`description` has {length} characters, expected at most {max}")]
    DescriptionTooLong { length: usize, max: usize },
    /// The compatibility is empty or too long.
    #[error("`compatibility` has {length} characters, expected 1 to {max}")]
    CompatibilityLength { length: usize, max: usize },
    /// An optional field has the wrong type.
    #[error("`{key}` must be {expected}, got {found}")]
    FieldType { key: String, expected: &'static str, found: &'static str },
    /// An optional field has a value that is none of its words, or too long.
    #[error("`{key}` must be {expected}, got `{found}`")]
    FieldValue { key: String, expected: &'static str, found: String },
    /// `metadata` has no value.
    #[error("`metadata` has no value; it is taken as empty")]
    MetadataNull,
    /// A value in `metadata` is a list or mapping.
    #[error("`metadata.{key}` must be text, got {found}; it is kept as JSON")]
    MetadataNotText { key: String, found: &'static str },
    /// `metadata` has a key nobody knows.
    #[error("`metadata.{key}` is no key that is known")]
    MetadataKeyUnknown { key: String },
    /// `metadata.subagent` is no name.
    #[error("`metadata.subagent` is `{value}`, expected a name in lower-case words and hyphens")]
    SubagentInvalid { value: String },
    /// A requirement in `metadata` does not read.
    #[error("`metadata.{key}` does not read: {reason}")]
    RequiresInvalid { key: &'static str, reason: String },
    /// `allowed-tools` is a list.
    #[error("`allowed-tools` is a list, expected one text with spaces between the tools")]
    AllowedToolsList { fixed: Option<String> },
    /// A top-level key belongs to AGENT-33.
    #[error("`{key}` is a key of AGENT-33 packs, not of a `SKILL.md` on its own")]
    KeyAgent33 { key: String, place: Option<&'static str> },
    /// A top-level key nobody knows.
    #[error("`{key}` is no key of `SKILL.md`")]
    KeyUnknown { key: String, near: Option<&'static str> },
    /// The version was completed.
    #[error("the version `{text}` is not complete; it is read as `{completed}`")]
    VersionIncomplete { text: String, completed: String },
    /// The version does not read.
    #[error("the version `{text}` is not a semantic version; the skill counts as 0.0.0")]
    VersionInvalid { text: String },
    /// There is no version.
    #[error("there is no version; the skill counts as 0.0.0")]
    VersionAbsent,
    /// A link leaves the skill.
    #[error("the link to `{target}` leaves the skill")]
    LinkOutside { target: String },
    /// A link points at nothing.
    #[error("the link to `{target}` points at nothing in the skill")]
    LinkMissing { target: String },
    /// A listed resource is outside the skill.
    #[error("the resource `{target}` is outside the skill and unavailable")]
    ResourceOutside { target: String },
    /// A listed resource is not there.
    #[error("the resource `{target}` is not in the skill and unavailable")]
    ResourceMissing { target: String },
}

impl SkillMdProblem {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::FileTooLarge { .. } => "skill_file_too_large",
            Self::Encoding { .. } => "skill_encoding",
            Self::Nul => "skill_nul",
            Self::ByteOrderMark => "byte_order_mark",
            Self::Frontmatter(error) => error.code(),
            Self::FenceBlanks => "fence_blanks",
            Self::UnquotedColon { .. } => "yaml_unquoted_colon",
            Self::FileCase { .. } => "skill_file_case",
            Self::YamlFile { .. } => "skill_yaml",
            Self::SingleFile { .. } => "skill_single_file",
            Self::InstructionsMissing => "instructions_missing",
            Self::NameMissing { .. } | Self::NameUnknown => "name_missing",
            Self::NameNotText { .. } => "name_not_text",
            Self::NameUnsafe { .. } => "name_unsafe",
            Self::NameReserved { .. } => "name_reserved",
            Self::NameNotPortable { .. } => "name_not_portable",
            Self::NameFolderMismatch { .. } => "name_folder_mismatch",
            Self::DescriptionMissing { .. } => "description_missing",
            Self::DescriptionEmpty => "description_empty",
            Self::DescriptionNotText { .. } => "description_not_text",
            Self::DescriptionTooLong { .. } => "description_too_long",
            Self::CompatibilityLength { .. } => "compatibility_length",
            Self::FieldType { .. } => "field_type",
            Self::FieldValue { .. } => "field_value",
            Self::MetadataNull => "metadata_null",
            Self::MetadataNotText { .. } => "metadata_not_text",
            Self::MetadataKeyUnknown { .. } => "metadata_key_unknown",
            Self::SubagentInvalid { .. } => "subagent_invalid",
            Self::RequiresInvalid { .. } => "requires_invalid",
            Self::AllowedToolsList { .. } => "allowed_tools_list",
            Self::KeyAgent33 { .. } => "key_of_packs",
            Self::KeyUnknown { .. } => "key_unknown",
            Self::VersionIncomplete { .. } => "version_incomplete",
            Self::VersionInvalid { .. } => "version_invalid",
            Self::VersionAbsent => "version_absent",
            Self::LinkOutside { .. } => "link_outside",
            Self::LinkMissing { .. } => "link_missing",
            Self::ResourceOutside { .. } => "resource_outside",
            Self::ResourceMissing { .. } => "listed_resource_missing",
        }
    }

    /// How much it matters under `profile`.
    pub fn severity(&self, profile: Profile) -> Severity {
        match self {
            Self::FileTooLarge { .. }
            | Self::Encoding { .. }
            | Self::Nul
            | Self::Frontmatter(_)
            | Self::NameUnknown
            | Self::NameNotText { .. }
            | Self::NameUnsafe { .. }
            | Self::DescriptionMissing { .. }
            | Self::DescriptionEmpty
            | Self::DescriptionNotText { .. } => Severity::Error,
            Self::MetadataKeyUnknown { .. }
            | Self::InstructionsMissing
            | Self::LinkOutside { .. }
            | Self::LinkMissing { .. }
            | Self::ResourceOutside { .. }
            | Self::ResourceMissing { .. } => Severity::Warning,
            Self::VersionAbsent => Severity::Information,
            _ => profile.severity(),
        }
    }
}
