//! Reading a `SKILL.md`: bytes in, a skill and every finding out.
//!
//! Per AgentSkills.io, with the departures and corners of spec 02. Nothing is read from disk and
//! nothing is rewritten: the body is a range into the bytes given.

mod advice;
mod agent33;
mod component;
mod fields;
mod findings;
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

pub use advice::CODES;
pub use agent33::{Agent33Fields, ExecutionContext, InvocationMode, SkillDependency, SkillStatus};
pub use model::{AllowedTools, SkillMd, SkillMdInput, SkillMdOutcome, VersionSource};
pub use problem::SkillMdProblem;
pub use reader::read_skill_md;
pub use references::{Reference, body_references, check_references};
pub use requires::{ParseRequiresError, parse_skill_requires, parse_tool_requires};
pub use tools::split_tools;
