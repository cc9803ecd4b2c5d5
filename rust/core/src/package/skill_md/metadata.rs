//! Reading `metadata`.

use super::findings::Findings;
use super::keys::json_path;
use super::model::SkillMd;
use super::name::is_portable_name;
use super::problem::SkillMdProblem;
use super::requires::{parse_skill_requires, parse_tool_requires};
use crate::text::{Position, YamlEntry, YamlValue};

/// Keys of `metadata` that mean something to metier or to SkillServer.
const KNOWN_KEYS: &[&str] = &[
    "author",
    "category",
    "metier.executable",
    "metier.requires",
    "metier.requires.tools",
    "metier.sealed",
    "subagent",
    "version",
];

/// Takes `metadata` into `skill`. Gives the version's text and place; `Err` if the value is of
/// the wrong type and belongs in `extensions`.
pub(super) fn take_metadata(
    entry: &YamlEntry,
    skill: &mut SkillMd,
    findings: &mut Findings<'_>,
) -> Result<Option<(String, Position)>, ()> {
    let node = &entry.node;
    if node.is_null() {
        findings.at_key(&SkillMdProblem::MetadataNull, entry.key_position, "$.metadata");
        return Ok(None);
    }
    let YamlValue::Mapping(members) = &node.value else {
        let (key, found) = ("metadata".to_owned(), node.type_name());
        let problem = SkillMdProblem::FieldType { key, expected: "a mapping", found };
        findings.at_key(&problem, node.position, "$.metadata");
        return Err(());
    };
    let mut version = None;
    for member in members {
        skill.metadata.push((member.key.clone(), member.node.to_json()));
        if !KNOWN_KEYS.contains(&member.key.as_str()) {
            let problem = SkillMdProblem::MetadataKeyUnknown { key: member.key.clone() };
            findings.at_key(&problem, member.key_position, json_path("$.metadata", &member.key));
        }
        let Some(text) = member.node.text() else {
            let (key, found) = (member.key.clone(), member.node.type_name());
            let problem = SkillMdProblem::MetadataNotText { key, found };
            findings.at_key(&problem, member.node.position, json_path("$.metadata", &member.key));
            continue;
        };
        if member.key == "version" {
            version = Some((text.to_owned(), member.node.position));
        } else {
            take_meaning(member, text, skill, findings);
        }
    }
    Ok(version)
}

fn take_meaning(member: &YamlEntry, text: &str, skill: &mut SkillMd, findings: &mut Findings<'_>) {
    let problem = match member.key.as_str() {
        "subagent" if is_portable_name(text) => {
            skill.subagent = Some(text.to_owned());
            None
        }
        "subagent" => Some(SkillMdProblem::SubagentInvalid { value: text.to_owned() }),
        "metier.requires" => match parse_skill_requires(text) {
            Ok(requirements) => {
                skill.requires_skills = requirements;
                None
            }
            Err(error) => Some(requires_invalid("metier.requires", &error)),
        },
        "metier.requires.tools" => match parse_tool_requires(text) {
            Ok(requirements) => {
                skill.requires_tools = requirements;
                None
            }
            Err(error) => Some(requires_invalid("metier.requires.tools", &error)),
        },
        _ => None,
    };
    if let Some(problem) = problem {
        findings.at_key(&problem, member.node.position, json_path("$.metadata", &member.key));
    }
}

fn requires_invalid(key: &'static str, error: &super::ParseRequiresError) -> SkillMdProblem {
    SkillMdProblem::RequiresInvalid { key, reason: error.to_string() }
}
