//! Where the instructions of a skill without `skill.json` stand.

use std::ops::Range;

/// Where the instructions of a skill without `skill.json` are taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillBody {
    /// The bytes of the skill file that follow the frontmatter.
    InFile(Range<usize>),
    /// A text that a `SKILL.yaml` has as a value.
    Text(String),
}

impl From<Range<usize>> for SkillBody {
    fn from(body: Range<usize>) -> Self {
        Self::InFile(body)
    }
}
