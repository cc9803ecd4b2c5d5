//! What a `SKILL.md` says.

use std::collections::HashSet;
use std::ops::Range;

use super::agent33::Agent33Fields;
use super::references::{Reference, body_references, path_in_skill};
use crate::diagnostic::Diagnostic;
use crate::json;
use crate::limits::PackageLimits;
use crate::package::{Profile, SkillBody, SkillRequirement, ToolRequirement};
use crate::version::Version;

/// A `SKILL.md`, `NAME.skill.md` or `SKILL.yaml` to read, and what is known about where it stands.
#[derive(Debug, Clone, Copy)]
pub struct SkillMdInput<'input> {
    /// The file's bytes.
    pub bytes: &'input [u8],
    /// The folder that holds it; `None` if it stands in none, so that no name is expected.
    pub folder_name: Option<&'input str>,
    /// The file's own name. A spelling of `SKILL.md` in another case is a departure; of
    /// `NAME.skill.md` the stem, and not the folder, is the name's default.
    pub file_name: &'input str,
    /// What diagnostics call the file.
    pub path_label: &'input str,
    /// How departures count.
    pub profile: Profile,
    /// Whether the keys of AGENT-33 are known here, as they are inside a pack.
    pub in_pack: bool,
    /// The version to take if the file names none.
    pub given_version: Option<&'input str>,
    /// Bounds on the file and its frontmatter.
    pub limits: PackageLimits,
}

/// What came of reading.
#[derive(Debug, Clone, PartialEq)]
pub struct SkillMdOutcome {
    /// The skill; `None` exactly if a diagnostic is an error.
    pub skill: Option<SkillMd>,
    /// What the instructions point at, wherever they could be told apart; also of a refused skill.
    pub references: Vec<Reference>,
    /// Every finding, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Tools pre-approved by `allowed-tools`: advice that is shown and never enforced (decision 8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowedTools {
    /// One text, as the standard has it.
    Text(String),
    /// A list, which lenient takes.
    List(Vec<String>),
}

/// Where a skill's version comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VersionSource {
    /// `metadata.version`.
    Metadata,
    /// The top-level key `version`.
    TopLevel,
    /// The caller.
    Given,
    /// Nowhere: the version is 0.0.0 (decision 19).
    Absent,
}

/// A skill as its `SKILL.md` describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct SkillMd {
    /// The name, or the folder's if none is given; never rewritten.
    pub name: String,
    /// The description without white space around it; 1 code point or more.
    pub description: String,
    /// The version as a semantic version; 0.0.0 if there is none or it does not read.
    pub version: Version,
    /// The version as written, if one is.
    pub version_text: Option<String>,
    /// Where the version comes from.
    pub version_source: VersionSource,
    /// The licence, as written.
    pub license: Option<String>,
    /// What the skill needs to run, in words.
    pub compatibility: Option<String>,
    /// Pre-approved tools.
    pub allowed_tools: Option<AllowedTools>,
    /// `metadata` in the order of the text; text is a string, anything else its JSON.
    pub metadata: Vec<(String, json::Value)>,
    /// The sub-agent of `metadata.subagent`, if it is a valid name.
    pub subagent: Option<String>,
    /// Skills of `metadata` key `metier.requires`.
    pub requires_skills: Vec<SkillRequirement>,
    /// Tools of `metadata` key `metier.requires.tools`.
    pub requires_tools: Vec<ToolRequirement>,
    /// The fields of AGENT-33.
    pub agent33: Agent33Fields,
    /// Top-level keys that are unknown, and fields that have the wrong type, as a JSON object.
    pub extensions: json::Value,
    /// The body, as byte offsets into the file; empty in a `SKILL.yaml`.
    pub body: Range<usize>,
    /// The line on which the instructions start, from 1.
    pub body_line: u32,
    /// The instructions of a `SKILL.yaml`; `None` where they are the body.
    pub instructions: Option<YamlInstructions>,
}

/// The instructions of a `SKILL.yaml`, and where in the file they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlInstructions {
    /// The text, after what YAML folds and unescapes.
    pub text: String,
    /// The line of the file on which the text starts, from 1.
    pub line: u32,
    /// Blanks before each line of the text; `None` where its lines are not those of the file.
    pub indent: Option<u32>,
    /// The column of the value, from 1 in code points.
    pub column: u32,
}

impl SkillMd {
    /// The instructions as text; `bytes` are the file's.
    pub fn instruction_text<'skill>(&'skill self, bytes: &'skill [u8]) -> &'skill str {
        if let Some(instructions) = &self.instructions {
            return &instructions.text;
        }
        let body = bytes.get(self.body.clone()).unwrap_or_default();
        std::str::from_utf8(body).unwrap_or_default()
    }

    /// What the instructions point at, placed in the file; `text` is that of the instructions.
    ///
    /// Where the lines of the text are not those of the file, the place is the value's.
    pub fn references(&self, text: &str) -> Vec<Reference> {
        let mut references = body_references(text, self.body_line);
        let Some(instructions) = &self.instructions else { return references };
        for reference in &mut references {
            if let Some(indent) = instructions.indent {
                reference.column = reference.column.saturating_add(indent);
            } else {
                reference.line = instructions.line;
                reference.column = instructions.column;
            }
        }
        references
    }

    /// The L2 references: those of the key `references`, then those listed under `Resources` in
    /// `text`, the instructions. Target and path in the skill, `None` if it leaves it; each once.
    pub fn listed_references(&self, text: &str) -> Vec<(String, Option<String>)> {
        let keyed = self.agent33.references.iter();
        let keyed = keyed.map(|target| (target.clone(), path_in_skill(target)));
        let listed = self.references(text).into_iter().filter(|reference| reference.is_resource);
        let mut seen = HashSet::new();
        keyed
            .chain(listed.map(|reference| (reference.target, reference.path)))
            .filter(|(target, path)| seen.insert(path.clone().unwrap_or_else(|| target.clone())))
            .collect()
    }

    /// Where the instructions are taken from.
    pub fn skill_body(&self) -> SkillBody {
        match &self.instructions {
            Some(instructions) => SkillBody::Text(instructions.text.clone()),
            None => SkillBody::InFile(self.body.clone()),
        }
    }

    /// The text of `metadata` key `key`, if it is text.
    pub fn metadata_text(&self, key: &str) -> Option<&str> {
        let (_, value) = self.metadata.iter().find(|(name, _)| name == key)?;
        match value {
            json::Value::String(text) => Some(text),
            _ => None,
        }
    }
}
