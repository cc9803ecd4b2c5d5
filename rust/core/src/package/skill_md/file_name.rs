//! The names that the file which describes a skill may have.

/// How such a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkillFileKind {
    /// `SKILL.md`, in whatever case: frontmatter and body.
    Markdown,
    /// `SKILL.yaml` or `skill.yml`, in whatever case: YAML with a key `instructions` (AGENT-33).
    Yaml,
    /// `NAME.skill.md`: written like `SKILL.md`, and a whole skill in one file (AGENT-33).
    Single,
}

impl SkillFileKind {
    /// The kind of a file called `name`, one component; `None` for every other file.
    pub fn of_name(name: &str) -> Option<Self> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("SKILL.md") {
            Some(Self::Markdown)
        } else if is("SKILL.yaml") || is("SKILL.yml") {
            Some(Self::Yaml)
        } else {
            single_file_stem(name).map(|_| Self::Single)
        }
    }
}

const SINGLE_SUFFIX: &str = ".skill.md";

/// What stands before `.skill.md` in the name of a skill in one file, which may not be nothing.
pub fn single_file_stem(name: &str) -> Option<&str> {
    let (stem, suffix) = name.split_at_checked(name.len().checked_sub(SINGLE_SUFFIX.len())?)?;
    (!stem.is_empty() && suffix.eq_ignore_ascii_case(SINGLE_SUFFIX)).then_some(stem)
}

/// Which of the files of a folder describes the skill that the folder is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillFileChoice<'names> {
    /// This one; the second is the `SKILL.yaml` that counts for nothing beside it.
    One(&'names str, Option<&'names str>),
    /// One file in several spellings, so that none can be taken.
    Several(Vec<&'names str>),
    /// None does.
    Missing,
}

/// Chooses among the names of the files that stand in a folder: `SKILL.md` before `SKILL.yaml`.
pub fn choose_skill_file<'names>(
    names: impl IntoIterator<Item = &'names str>,
) -> SkillFileChoice<'names> {
    let (mut markdown, mut yaml) = (Vec::new(), Vec::new());
    for name in names {
        match SkillFileKind::of_name(name) {
            Some(SkillFileKind::Markdown) => markdown.push(name),
            Some(SkillFileKind::Yaml) => yaml.push(name),
            Some(SkillFileKind::Single) | None => {}
        }
    }
    let beside = if markdown.is_empty() { None } else { yaml.first().copied() };
    let chosen = if markdown.is_empty() { yaml } else { markdown };
    match chosen.as_slice() {
        [] => SkillFileChoice::Missing,
        [only] => SkillFileChoice::One(only, beside),
        _ => SkillFileChoice::Several(chosen),
    }
}

#[cfg(test)]
mod tests {
    use super::{SkillFileChoice, SkillFileKind, choose_skill_file, single_file_stem};

    #[test]
    fn kinds_go_by_the_name_in_any_case() {
        let kind = SkillFileKind::of_name;
        assert_eq!(kind("skill.MD"), Some(SkillFileKind::Markdown));
        assert_eq!(kind("SKILL.yaml"), Some(SkillFileKind::Yaml));
        assert_eq!(kind("skill.yml"), Some(SkillFileKind::Yaml));
        assert_eq!(kind("review.skill.md"), Some(SkillFileKind::Single));
        assert_eq!(kind(".skill.md"), None);
        assert_eq!(kind("my-skill.md"), None);
        assert_eq!(kind("é.md"), None);
    }

    #[test]
    fn the_stem_is_what_comes_first() {
        assert_eq!(single_file_stem("a.b.Skill.md"), Some("a.b"));
        assert_eq!(single_file_stem("éé.skill.md"), Some("éé"));
        assert_eq!(single_file_stem("éskill.md"), None);
    }

    #[test]
    fn markdown_comes_before_yaml() {
        let names = ["skill.yaml", "SKILL.md", "x.skill.md"];
        assert_eq!(choose_skill_file(names), SkillFileChoice::One("SKILL.md", Some("skill.yaml")));
        let names = ["skill.yaml", "skill.yml"];
        assert_eq!(choose_skill_file(names), SkillFileChoice::Several(names.to_vec()));
        assert_eq!(choose_skill_file(["x.skill.md"]), SkillFileChoice::Missing);
    }
}
