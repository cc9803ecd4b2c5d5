//! The top-level keys of a `SKILL.md`.

use super::fields::AGENT33_KEYS;
use super::findings::Findings;
use super::model::{AllowedTools, SkillMd};
use super::problem::SkillMdProblem;
use crate::text::{YamlEntry, YamlNode, YamlValue};

/// The keys of AgentSkills.io.
pub(super) const STANDARD_KEYS: &[&str] =
    &["allowed-tools", "compatibility", "description", "license", "metadata", "name"];

/// Code points of `compatibility`.
const MAX_COMPATIBILITY: usize = 500;

/// Takes an optional entry into `skill`. `false` if it belongs in `extensions`.
pub(super) fn take_key(
    entry: &YamlEntry,
    skill: &mut SkillMd,
    findings: &mut Findings<'_>,
) -> bool {
    match entry.key.as_str() {
        "license" => {
            skill.license = take_text(entry, findings);
            skill.license.is_some()
        }
        "compatibility" => {
            skill.compatibility = take_text(entry, findings);
            check_compatibility(entry, skill.compatibility.as_deref(), findings);
            skill.compatibility.is_some()
        }
        "allowed-tools" => {
            skill.allowed_tools = take_allowed_tools(entry, findings);
            skill.allowed_tools.is_some()
        }
        key if AGENT33_KEYS.iter().any(|(name, _)| *name == key) => {
            skill.agent33.take(entry, findings)
        }
        _ => false,
    }
}

fn take_text(entry: &YamlEntry, findings: &mut Findings<'_>) -> Option<String> {
    let text = entry.node.text().map(str::to_owned);
    if text.is_none() {
        wrong_type(entry, &entry.node, "text", findings);
    }
    text
}

fn check_compatibility(entry: &YamlEntry, text: Option<&str>, findings: &mut Findings<'_>) {
    let Some(length) = text.map(|text| text.chars().count()) else { return };
    if !(1..=MAX_COMPATIBILITY).contains(&length) {
        let problem = SkillMdProblem::CompatibilityLength { length, max: MAX_COMPATIBILITY };
        findings.at_key(&problem, entry.node.position, "$.compatibility");
    }
}

fn take_allowed_tools(entry: &YamlEntry, findings: &mut Findings<'_>) -> Option<AllowedTools> {
    let items = match &entry.node.value {
        YamlValue::Scalar { text, .. } => return Some(AllowedTools::Text(text.clone())),
        YamlValue::Sequence(items) => items,
        YamlValue::Mapping(_) => {
            wrong_type(entry, &entry.node, "text", findings);
            return None;
        }
    };
    if let Some(other) = items.iter().find(|item| item.text().is_none()) {
        wrong_type(entry, other, "text, or a list of texts", findings);
        return None;
    }
    let tools: Vec<String> =
        items.iter().filter_map(|item| item.text().map(str::to_owned)).collect();
    let plain = |tool: &String| !tool.is_empty() && !tool.contains(": ") && !tool.contains(" #");
    let fixed = (!tools.is_empty() && tools.iter().all(plain)).then(|| tools.join(" "));
    let problem = SkillMdProblem::AllowedToolsList { fixed };
    findings.at_key(&problem, entry.node.position, "$.allowed-tools");
    Some(AllowedTools::List(tools))
}

fn wrong_type(
    entry: &YamlEntry,
    node: &YamlNode,
    expected: &'static str,
    findings: &mut Findings<'_>,
) {
    let (key, found) = (entry.key.clone(), node.type_name());
    let problem = SkillMdProblem::FieldType { key, expected, found };
    findings.at_key(&problem, node.position, json_path("$", &entry.key));
}

/// `parent.key`, or with brackets if the key is no plain word.
pub(super) fn json_path(parent: &str, key: &str) -> String {
    let word = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    if !key.is_empty() && key.chars().all(word) {
        format!("{parent}.{key}")
    } else {
        format!("{parent}[{key:?}]")
    }
}

/// Characters of the longest key that is compared with the known ones.
const MAX_MISSPELT: usize = 32;

/// The standard key that `key` may be a misspelling of: at most two letters off, and fewer than
/// half of them.
pub(super) fn nearest_key(key: &str) -> Option<&'static str> {
    if key.chars().count() > MAX_MISSPELT || STANDARD_KEYS.contains(&key) {
        return None;
    }
    let distances = STANDARD_KEYS.iter().map(|known| (edit_distance(key, known), *known));
    let (distance, known) = distances.min()?;
    (distance <= 2 && distance * 2 < known.len()).then_some(known)
}

/// Levenshtein's distance in characters; O(product of the lengths).
fn edit_distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (index, left) in one.chars().enumerate() {
        let mut diagonal = index;
        let mut before = index + 1;
        for (cell, right) in row.iter_mut().skip(1).zip(other.chars()) {
            let substituted = diagonal + usize::from(left != right);
            diagonal = *cell;
            before = substituted.min(*cell + 1).min(before + 1);
            *cell = before;
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, json_path, nearest_key};

    #[test]
    fn a_misspelt_key_finds_its_neighbour() {
        assert_eq!(nearest_key("descriptoin"), Some("description"));
        assert_eq!(nearest_key("allowed_tools"), Some("allowed-tools"));
        assert_eq!(nearest_key("Name"), Some("name"));
        assert_eq!(nearest_key("tags"), None);
    }

    #[test]
    fn distance_is_symmetric_and_exact() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("sitting", "kitten"), 3);
    }

    #[test]
    fn json_paths_quote_odd_keys() {
        assert_eq!(json_path("$.metadata", "a-b"), "$.metadata.a-b");
        assert_eq!(json_path("$.metadata", "metier.requires"), "$.metadata[\"metier.requires\"]");
    }
}
