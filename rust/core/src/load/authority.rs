//! Which file of a folder says what the skill is.

use super::finding::Findings;
use super::seal::FORM;
use super::skill::SkillOptions;
use crate::diagnostic::Severity;
use crate::fs::{EntryKind, Folder, Walk};
use crate::json::{self, Value};
use crate::limits::JsonLimits;
use crate::package::{MANIFEST_FILE, SkillFileChoice, SkillFileKind, choose_skill_file};

/// The file that is read, `skill.json` before `SKILL.md` before `SKILL.yaml`.
pub(super) enum Authority {
    SkillJson,
    SkillFile(String),
    None,
}

/// Finds the authority in the folder; where there is none, the findings say why.
pub(super) fn authority(
    folder: &Folder,
    walk: &Walk,
    findings: &mut Findings<'_>,
    options: &SkillOptions,
) -> Authority {
    let has_manifest = walk.entries.iter().any(|entry| entry.path == MANIFEST_FILE.as_bytes());
    let choice = choice(walk);
    let described = matches!(choice, SkillFileChoice::One(..));
    if has_manifest && !(described && is_foreign(folder, findings, options)) {
        return Authority::SkillJson;
    }
    chosen(choice, findings)
}

/// The `SKILL.md` of the folder, whatever `skill.json` stands beside it; else the findings say why
/// there is none.
pub(super) fn markdown_file(walk: &Walk, findings: &mut Findings<'_>) -> Option<String> {
    match chosen(choice(walk), findings) {
        Authority::SkillFile(name)
            if SkillFileKind::of_name(&name) == Some(SkillFileKind::Markdown) =>
        {
            Some(name)
        }
        Authority::SkillFile(name) => {
            let message = format!(
                "the instructions are a value in {name}, and a skill.json can only name a whole file"
            );
            findings.error(FORM, &name, message);
            findings.help("write a SKILL.md: the keys between two lines `---`, instructions below");
            None
        }
        Authority::SkillJson | Authority::None => None,
    }
}

fn choice(walk: &Walk) -> SkillFileChoice<'_> {
    let names = walk
        .entries
        .iter()
        .filter(|entry| entry.kind != EntryKind::Folder)
        .filter_map(|entry| std::str::from_utf8(&entry.path).ok());
    choose_skill_file(names)
}

fn chosen(choice: SkillFileChoice<'_>, findings: &mut Findings<'_>) -> Authority {
    match choice {
        SkillFileChoice::Missing => {
            let message = "the folder has neither SKILL.md nor skill.json";
            findings.error("skill_file_missing", "", message);
            findings.help("add a SKILL.md, or name the folder that has one");
            Authority::None
        }
        SkillFileChoice::One(name, beside) => {
            if let Some(unused) = beside {
                let message = format!("an ordinary resource, because {name} describes the skill");
                findings.add(Severity::Information, "skill_yaml_unused", unused, message);
            }
            Authority::SkillFile(name.to_owned())
        }
        SkillFileChoice::Several(names) => {
            let message = format!("the skill's own file stands here in {} spellings", names.len());
            findings.error("skill_file_ambiguous", "", message);
            findings.help(format!("keep one of {}", names.join(", ")));
            Authority::None
        }
    }
}

/// Whether the `skill.json` beside a `SKILL.md` belongs to another tool.
///
/// The contract's manifests all carry `schema_version`; a JSON object without one never was such
/// a manifest. Anything else, broken JSON included, is left to the strict contract to refuse.
fn is_foreign(folder: &Folder, findings: &mut Findings<'_>, options: &SkillOptions) -> bool {
    let limit = options.limits.skill_json.max_manifest_bytes;
    let Ok(content) = folder.read(MANIFEST_FILE, limit) else { return false };
    let Ok(node) = json::parse(&content.bytes, &JsonLimits::default()) else { return false };
    let Value::Object(members) = node.value else { return false };
    if members.iter().any(|member| member.key == "schema_version") {
        return false;
    }
    findings.add(
        options.profile.severity(),
        "foreign_skill_json",
        MANIFEST_FILE,
        "skill.json has no schema_version, so it is another tool's file; SKILL.md is read instead",
    );
    findings.help("rename it, or make it a manifest with `metier seal`");
    true
}
