//! Reading a `SKILL.md`: bytes in, a skill and every finding out.
//!
//! Per AgentSkills.io, with the departures and corners of spec 02. Nothing is read from disk and
//! nothing is rewritten: the body is a range into the bytes given.

mod advice;
mod agent33;
mod component;
mod fields;
mod file_name;
mod findings;
mod fix;
mod keys;
mod metadata;
mod model;
mod name;
mod problem;
mod reader;
mod references;
mod requires;
mod tools;
mod version_text;
mod yaml_file;

pub use advice::CODES;
pub use agent33::{Agent33Fields, ExecutionContext, InvocationMode, SkillDependency, SkillStatus};
pub use file_name::{SkillFileChoice, SkillFileKind, choose_skill_file, single_file_stem};
pub use fix::{Fix, apply_fixes, skill_file_fixes};
pub use model::{
    AllowedTools, SkillMd, SkillMdInput, SkillMdOutcome, VersionSource, YamlInstructions,
};
pub use problem::SkillMdProblem;
pub use reader::read_skill_md;
pub use references::{Reference, body_references, check_references};
pub use requires::{ParseRequiresError, parse_skill_requires, parse_tool_requires};
pub use tools::split_tools;
pub use yaml_file::read_skill_yaml;

/// Reads the file that describes a skill by the rules of its name: YAML or Markdown.
pub fn read_skill_file(input: &SkillMdInput<'_>) -> SkillMdOutcome {
    match SkillFileKind::of_name(input.file_name) {
        Some(SkillFileKind::Yaml) => read_skill_yaml(input),
        _ => read_skill_md(input),
    }
}
