//! What one skill file says, without the folder around it.

use std::path::Path;

use super::directory::hard_link_message;
use super::finding::{Findings, FsCodes};
use super::named_file::split;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Folder};
use crate::limits::PackageLimits;
use crate::package::{
    Profile, SkillFileKind, SkillMd, SkillMdInput, read_skill_md, read_skill_yaml,
};

/// How one skill file is read.
#[derive(Debug, Clone, Copy)]
pub struct SkillFileOptions<'options> {
    /// Which departures are errors.
    pub profile: Profile,
    /// Whether the file is a `SKILL.yaml`, whatever its name; else it is a `SKILL.md`.
    pub is_yaml: bool,
    /// The version to take where the file names none.
    pub version: Option<&'options str>,
    /// Whether the file belongs to a pack, where the forms and keys of AGENT-33 are at home.
    pub in_pack: bool,
    /// Bounds of the file and its frontmatter.
    pub limits: PackageLimits,
    /// Whether a file with a second name is refused.
    pub reject_hard_links: bool,
}

/// What reading one skill file gives.
#[derive(Debug)]
pub struct FileOutcome {
    /// The skill and its instructions; absent exactly when a diagnostic is an error.
    pub skill: Option<(SkillMd, String)>,
    /// Findings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the skill file at `path`, which is no link; nothing else of its folder is looked at.
///
/// A `SKILL.md` or `SKILL.yaml` is expected to be named after its folder; of other names nothing
/// is expected. Diagnostics name the file as `label`.
pub fn read_skill_at(path: &Path, label: &str, options: &SkillFileOptions<'_>) -> FileOutcome {
    let mut findings = Findings::new(label);
    let Some((folder, name, _)) = split(path, label) else {
        let message = "a path to a skill file ends in the file's name, in UTF-8";
        findings.error("invalid_path", "", message);
        return FileOutcome { skill: None, diagnostics: findings.list };
    };
    let read = Folder::open_following(folder)
        .and_then(|folder| folder.read(name, options.limits.max_resource_bytes));
    let content = match read {
        Ok(content) => content,
        Err(error) => {
            findings.file_system("", &error, FsCodes::SKILL_FILE);
            return FileOutcome { skill: None, diagnostics: findings.list };
        }
    };
    if content.links > 1 && options.reject_hard_links {
        findings.error("hard_link", "", hard_link_message(content.links));
        return FileOutcome { skill: None, diagnostics: findings.list };
    }
    let is_own =
        matches!(SkillFileKind::of_name(name), Some(SkillFileKind::Markdown | SkillFileKind::Yaml));
    let folder_name = is_own.then(|| fs::folder_name(folder)).flatten();
    let place = findings.place("").path.unwrap_or_default();
    let read = if options.is_yaml { read_skill_yaml } else { read_skill_md };
    let outcome = read(&SkillMdInput {
        bytes: &content.bytes,
        folder_name: folder_name.as_deref(),
        file_name: name,
        path_label: &place,
        profile: options.profile,
        in_pack: options.in_pack,
        given_version: options.version,
        limits: options.limits,
    });
    let skill = outcome.skill.map(|skill| {
        let instructions = skill.instruction_text(&content.bytes).to_owned();
        (skill, instructions)
    });
    FileOutcome { skill, diagnostics: outcome.diagnostics }
}
