//! From folders to verified packages (spec 02).
//!
//! A folder with `skill.json` is read by the strict contract ([`directory`]), one with `SKILL.md`
//! alone by the AgentSkills rules ([`skill`]); [`discovery`] finds such folders. Nothing here
//! fails for what a folder holds: each finding is a diagnostic with its place, and a folder that
//! can't be used never takes a neighbour with it.

pub mod directory;
pub mod discovery;
mod finding;
pub mod skill;
mod source;

pub use finding::{CODES, LoadOutcome};
pub use skill::{SKILL_FILE, SkillLimits, SkillOptions, load_skill};
