//! What a package was read as.

/// What the package was read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A folder with `skill.json`.
    SkillJson,
    /// A folder with `SKILL.md` alone, or one of its other forms: `SKILL.yaml`, `NAME.skill.md`.
    SkillMd,
    /// Made in memory.
    Embedded,
}

impl Form {
    /// The word for the form.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SkillJson => "skill.json",
            Self::SkillMd => "SKILL.md",
            Self::Embedded => "embedded",
        }
    }

    /// The form with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::SkillJson, Self::SkillMd, Self::Embedded]
            .into_iter()
            .find(|form| form.as_str() == word)
    }
}
