//! From folders to verified packages (spec 02).
//!
//! A folder with `skill.json` is read by the strict contract ([`directory`]), one with `SKILL.md`
//! or `SKILL.yaml` alone by the AgentSkills rules ([`skill`]); [`discovery`] finds such folders,
//! [`fix`] puts small faults right and [`seal`] makes a `skill.json`. Nothing here fails for what a
//! folder holds: each finding is a diagnostic with its place, and a folder that can't be used never
//! takes a neighbour with it.

mod authority;
pub mod directory;
pub mod discovery;
mod finding;
pub mod fix;
mod in_order;
mod kept;
mod named_file;
mod nested;
pub mod seal;
mod search;
pub mod skill;
mod skill_file;
mod skill_folder;
mod source;

pub use finding::{CODES, LoadOutcome};
pub use kept::Summary;
pub use skill::{SKILL_FILE, SkillLimits, SkillOptions, load_skill};
pub use skill_file::{FileOutcome, SkillFileOptions, read_skill_at};
