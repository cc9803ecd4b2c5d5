//! Names of skills (spec 00, decision 5).

use super::component::{ComponentFault, component_fault};
use super::findings::Findings;
use super::problem::SkillMdProblem;
use crate::text::{Position, YamlEntry, YamlNode};

/// Characters of a portable name, which are all ASCII.
const MAX_NAME: usize = 64;

/// Whether the name is 1 to 64 of `a-z`, `0-9` and single inner hyphens.
pub(super) fn is_portable_name(name: &str) -> bool {
    fault(name).is_none()
}

/// What keeps a name from being portable, as the end of a sentence.
fn fault(name: &str) -> Option<&'static str> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() {
        Some("it is empty")
    } else if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Some("it has upper-case letters")
    } else if !name.bytes().all(allowed) {
        Some("it has characters other than a-z, 0-9 and hyphens")
    } else if name.len() > MAX_NAME {
        Some("it has more than 64 characters")
    } else if name.starts_with('-') || name.ends_with('-') {
        Some("it starts or ends with a hyphen")
    } else if name.contains("--") {
        Some("it has two hyphens in a row")
    } else {
        None
    }
}

/// What a skill is named after where it names itself nothing.
#[derive(Debug, Clone, Copy)]
pub(super) enum NamePlace<'place> {
    /// The folder, whose name the skill's is expected to equal.
    Folder(&'place str),
    /// The file of a skill in one file, from which the skill's name may differ.
    File(&'place str),
}

/// The skill's name: that of the entry, else that of its place. `None` if there is an error.
pub(super) fn take_name(
    entry: Option<&YamlEntry>,
    place: Option<NamePlace<'_>>,
    findings: &mut Findings<'_>,
) -> Option<String> {
    let position = entry.map_or(Position::START, |entry| entry.node.position);
    let given = entry.map(|entry| &entry.node).filter(|node| !node.is_null());
    let written = given.and_then(YamlNode::text);
    if let Some(node) = given.filter(|node| node.text().is_none()) {
        let problem = SkillMdProblem::NameNotText { found: node.type_name() };
        findings.at_key(&problem, position, "$.name");
        return None;
    }
    let written = written.filter(|text| !text.is_empty());
    let (what, given) = match place {
        Some(NamePlace::Folder(name)) => ("folder", Some(name)),
        Some(NamePlace::File(name)) => ("file", Some(name)),
        None => ("", None),
    };
    let Some(name) = written.or(given) else {
        findings.at_key(&SkillMdProblem::NameUnknown, position, "$.name");
        return None;
    };
    if written.is_none() {
        let problem = SkillMdProblem::NameMissing { place: what, name: name.to_owned() };
        findings.at_key(&problem, position, "$.name");
    }
    check_name(name, position, findings);
    if let Some(NamePlace::Folder(folder)) = place
        && folder != name
    {
        let (name, folder) = (name.to_owned(), folder.to_owned());
        let problem = SkillMdProblem::NameFolderMismatch { name, folder };
        findings.at_key(&problem, position, "$.name");
    }
    Some(name.to_owned())
}

fn check_name(name: &str, position: Position, findings: &mut Findings<'_>) {
    let fault = fault(name);
    let problem = match component_fault(name) {
        Some(ComponentFault::Reserved) => SkillMdProblem::NameReserved { name: name.to_owned() },
        Some(ComponentFault::Unsafe(reason)) => {
            SkillMdProblem::NameUnsafe { name: name.to_owned(), reason }
        }
        None => match fault {
            Some(reason) => SkillMdProblem::NameNotPortable { name: name.to_owned(), reason },
            None => return,
        },
    };
    findings.at_key(&problem, position, "$.name");
}
