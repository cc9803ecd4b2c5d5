//! What to write instead, for each finding that has one good answer; and the table of codes.

use super::file_name::single_file_stem;
use super::problem::SkillMdProblem;
use crate::diagnostic::CodeEntry;

impl SkillMdProblem {
    /// What to write or do instead.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Nul => "remove the character; the file may not be text at all".into(),
            Self::Encoding { .. } | Self::ByteOrderMark => {
                "save the file as UTF-8 without a byte order mark".into()
            }
            Self::Frontmatter(error) => return error.help(),
            Self::FenceBlanks => "write exactly `---`".into(),
            Self::UnquotedColon { fixed } => format!("write `{fixed}`"),
            Self::FileCase { .. } => "rename the file to `SKILL.md`".into(),
            Self::YamlFile { .. } => {
                "write a `SKILL.md`: the keys between two lines `---`, the instructions below"
                    .into()
            }
            Self::SingleFile { found } => {
                let stem = single_file_stem(found).unwrap_or(found);
                format!("move it to `{stem}/SKILL.md`")
            }
            Self::InstructionsMissing => "say in `instructions: |` what to do".into(),
            Self::NameMissing { name, .. } => format!("add `name: {name}`"),
            Self::NameUnknown => "add `name:`".into(),
            Self::NameUnsafe { .. } | Self::NameReserved { .. } | Self::NameNotPortable { .. } => {
                "use 1 to 64 of a-z, 0-9 and single hyphens between them".into()
            }
            Self::NameFolderMismatch { name, folder } => {
                format!("write `name: {folder}`, or rename the folder to `{name}`")
            }
            Self::DescriptionMissing { near: Some(near) } => {
                format!("`{near}` looks like a misspelt `description`")
            }
            Self::DescriptionMissing { .. } | Self::DescriptionEmpty => {
                "say in `description:` what the skill does and when to use it".into()
            }
            Self::DescriptionTooLong { .. } => "move detail into the instructions below".into(),
            Self::MetadataNull => "remove the line, or put keys below it".into(),
            Self::MetadataNotText { .. } => "write the value as one text in quotes".into(),
            Self::AllowedToolsList { fixed: Some(fixed) } => {
                format!("write `allowed-tools: {fixed}`")
            }
            Self::KeyAgent33 { key, place: Some(place) } => {
                format!("write it as `{place}`, or keep the skill in a pack; `{key}` is read there")
            }
            Self::KeyAgent33 { key, place: None } => format!(
                "keep the skill in a pack, where `{key}` restricts; no key of a `SKILL.md` on its \
                 own does, `allowed-tools` is a hint"
            ),
            Self::KeyUnknown { near: Some(near), .. } => format!("did you mean `{near}`?"),
            Self::KeyUnknown { key, near: None } => format!("move it below `metadata:` as `{key}`"),
            Self::SubagentInvalid { .. } => "write it like `word-sorter`".into(),
            Self::VersionIncomplete { completed, .. } => format!("write `{completed}`"),
            Self::VersionInvalid { .. } => "write it like `1.2.3`".into(),
            Self::LinkOutside { .. } | Self::ResourceOutside { .. } => {
                "copy the file into the skill and link to the copy".into()
            }
            _ => return None,
        })
    }
}

/// One row a code of this module; those of fences and YAML stand with `text`, `byte_order_mark`
/// with `json` and `field_type` with the contract.
pub const CODES: &[CodeEntry] = &[
    row("skill_file_too_large", "the file is over its limit"),
    row("skill_encoding", "the file is not UTF-8"),
    row("skill_nul", "the file holds a NUL character"),
    row("fence_blanks", "a fence has blanks after its hyphens"),
    row("skill_file_case", "the file is `SKILL.md` in another case"),
    row("skill_yaml", "the skill is a `SKILL.yaml` outside of a pack"),
    row("skill_single_file", "the skill is one file `NAME.skill.md` outside of a pack"),
    row("instructions_missing", "a `SKILL.yaml` has no instructions"),
    row("name_missing", "there is no name; in lenient that of the folder or file is taken"),
    row("name_not_text", "the name is a list or a mapping"),
    row("name_unsafe", "the name is no safe path component"),
    row("name_reserved", "the name is a device on Windows"),
    row("name_not_portable", "the name is not of a-z, 0-9 and single inner hyphens, 1 to 64"),
    row("name_folder_mismatch", "the name differs from the folder's"),
    row("description_missing", "there is no description"),
    row("description_empty", "the description is empty after trimming"),
    row("description_not_text", "the description is a list or a mapping"),
    row("description_too_long", "the description has more than 1024 characters after trimming"),
    row("compatibility_length", "`compatibility` has none or more than 500 characters"),
    row("field_value", "an optional field has a value it can't have; kept in `extensions`"),
    row("metadata_null", "`metadata` has no value"),
    row("metadata_not_text", "a value in `metadata` is a list or a mapping; kept as JSON"),
    row("metadata_key_unknown", "`metadata` has a key that is not known"),
    row("subagent_invalid", "`metadata.subagent` is no kebab-case name"),
    row("requires_invalid", "a requirement in `metadata` does not read"),
    row("allowed_tools_list", "`allowed-tools` is a list"),
    row("key_of_packs", "a top-level key belongs to AGENT-33 packs"),
    row("key_unknown", "a top-level key is not known; kept in `extensions` in lenient"),
    row("version_incomplete", "the version was completed to a semantic version"),
    row("version_invalid", "the version does not read; the skill counts as 0.0.0"),
    row("version_absent", "there is no version; the skill counts as 0.0.0"),
    row("line_ends", "a line ends in CR or CRLF, which `check --fix` makes LF"),
    row("link_outside", "a link in the body leaves the skill"),
    row("link_missing", "a link in the body points at nothing in the skill"),
    row("resource_outside", "a listed resource is outside the skill and never read"),
    row("listed_resource_missing", "a listed resource is not in the skill"),
];

const fn row(code: &'static str, meaning: &'static str) -> CodeEntry {
    CodeEntry { code, meaning }
}
