//! From bytes to a skill.

use simdutf8::compat::from_utf8;

use super::agent33::Agent33Fields;
use super::fields::AGENT33_KEYS;
use super::file_name::{SkillFileKind, single_file_stem};
use super::findings::Findings;
use super::keys::{nearest_key, take_key};
use super::metadata::take_metadata;
use super::model::{SkillMd, SkillMdInput, SkillMdOutcome, VersionSource};
use super::name::{NamePlace, take_name};
use super::problem::SkillMdProblem;
use super::version_text::{VersionText, read_version};
use crate::json;
use crate::text::{ColonRepair, Frontmatter, Position, YamlEntry, YamlLimits, read_frontmatter};
use crate::version::Version;

/// Code points of a description, after trimming.
const MAX_DESCRIPTION: usize = 1024;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads one `SKILL.md`.
///
/// Never fails: what is wrong is a diagnostic with path, line and column, an error where the
/// profile says so, and the skill is there exactly if no diagnostic is an error. O(size).
pub fn read_skill_md(input: &SkillMdInput<'_>) -> SkillMdOutcome {
    read_with(input, read_skill)
}

/// How the text of one kind of file becomes a skill.
type ReadSkill = fn(&str, &SkillMdInput<'_>, &mut Findings<'_>) -> Option<SkillMd>;

/// Reads the bytes as text and the text by `read_skill`.
pub(super) fn read_with(input: &SkillMdInput<'_>, read_skill: ReadSkill) -> SkillMdOutcome {
    let mut findings = Findings::new(input.path_label, input.profile);
    let skill = match read_text(input.bytes, input.limits.max_resource_bytes, &mut findings) {
        Ok(text) => read_skill(text, input, &mut findings),
        Err((problem, position)) => {
            findings.at(&problem, position);
            None
        }
    };
    let references = skill.as_ref().map(|skill| {
        let text = skill.instruction_text(input.bytes);
        skill.references(text)
    });
    let skill = skill.filter(|_| !findings.has_errors());
    SkillMdOutcome {
        skill,
        references: references.unwrap_or_default(),
        diagnostics: findings.finish(),
    }
}

type Refusal = (SkillMdProblem, Position);

/// The file as text without a byte order mark.
fn read_text<'input>(
    bytes: &'input [u8],
    max: u64,
    findings: &mut Findings<'_>,
) -> Result<&'input str, Refusal> {
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > max {
        let problem = SkillMdProblem::FileTooLarge { bytes: bytes.len(), max };
        return Err((problem, Position::START));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let what = "the file is UTF-16".to_owned();
        return Err((SkillMdProblem::Encoding { what }, Position::START));
    }
    let content = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let text = from_utf8(content).map_err(|error| {
        let (valid, rest) = content.split_at_checked(error.valid_up_to()).unwrap_or_default();
        let byte = rest.first().copied().unwrap_or_default();
        let what = format!("the byte {byte:#04x} is not UTF-8 here");
        let before = from_utf8(valid).unwrap_or_default();
        (SkillMdProblem::Encoding { what }, Position::at(before, valid.len()))
    })?;
    if let Some(offset) = text.find('\0') {
        return Err((SkillMdProblem::Nul, Position::at(text, offset)));
    }
    if content.len() < bytes.len() {
        findings.at(&SkillMdProblem::ByteOrderMark, Position::START);
    }
    Ok(text)
}

fn check_file_name(input: &SkillMdInput<'_>, findings: &mut Findings<'_>) {
    let found = input.file_name.to_owned();
    let problem = match SkillFileKind::of_name(&found) {
        Some(SkillFileKind::Markdown) if found != "SKILL.md" => SkillMdProblem::FileCase { found },
        Some(SkillFileKind::Single) if !input.in_pack => SkillMdProblem::SingleFile { found },
        _ => return,
    };
    findings.at(&problem, Position::START);
}

fn read_skill(
    text: &str,
    input: &SkillMdInput<'_>,
    findings: &mut Findings<'_>,
) -> Option<SkillMd> {
    check_file_name(input, findings);
    let max = usize::try_from(input.limits.max_manifest_bytes).unwrap_or(usize::MAX);
    let frontmatter = match read_frontmatter(text, max, &YamlLimits::default()) {
        Ok(frontmatter) => frontmatter,
        Err(error) => {
            let position = error.position();
            findings.at(&SkillMdProblem::Frontmatter(error), position);
            return None;
        }
    };
    for line in &frontmatter.blank_lines {
        findings.at(&SkillMdProblem::FenceBlanks, Position { line: *line, column: 4 });
    }
    report_repair(frontmatter.repair.as_ref(), findings);
    let skill = assemble(&frontmatter, input, findings);
    let shift = input.bytes.len().saturating_sub(text.len());
    let body = frontmatter.body;
    Some(SkillMd { body: body.start + shift..body.end + shift, ..skill })
}

pub(super) fn report_repair(repair: Option<&ColonRepair>, findings: &mut Findings<'_>) {
    if let Some(repair) = repair {
        let fixed = repair.fixed.clone();
        findings.at(&SkillMdProblem::UnquotedColon { fixed }, repair.position);
    }
}

/// Makes the skill of the frontmatter; what it lacks is an error among the findings.
pub(super) fn assemble(
    frontmatter: &Frontmatter,
    input: &SkillMdInput<'_>,
    findings: &mut Findings<'_>,
) -> SkillMd {
    let entries = &frontmatter.entries;
    let place = match single_file_stem(input.file_name) {
        Some(stem) => Some(NamePlace::File(stem)),
        None => input.folder_name.map(NamePlace::Folder),
    };
    let name = take_name(find(entries, "name"), place, findings);
    let description = take_description(entries, findings);
    let mut skill = SkillMd {
        name: name.unwrap_or_default(),
        description: description.unwrap_or_default(),
        version: Version::new(0, 0, 0),
        version_text: None,
        version_source: VersionSource::Absent,
        license: None,
        compatibility: None,
        allowed_tools: None,
        metadata: Vec::new(),
        subagent: None,
        requires_skills: Vec::new(),
        requires_tools: Vec::new(),
        agent33: Agent33Fields::default(),
        extensions: json::Value::Null,
        body: 0..0,
        body_line: frontmatter.body_line,
        instructions: None,
    };
    let mut versions = Versions::default();
    let mut extensions = Vec::new();
    for entry in entries {
        check_key(&entry.key, entry.key_position, input.in_pack, findings);
        let kept = match entry.key.as_str() {
            "name" | "description" => true,
            "metadata" => match take_metadata(entry, &mut skill, findings) {
                Ok(version) => {
                    versions.metadata = version;
                    true
                }
                Err(()) => false,
            },
            "version" => versions.take_top_level(entry, findings),
            _ => take_key(entry, &mut skill, findings),
        };
        if !kept {
            extensions.push(entry.to_json_member());
        }
    }
    skill.extensions = json::Value::Object(extensions);
    versions.settle(input.given_version, &mut skill, findings);
    skill
}

fn find<'entries>(entries: &'entries [YamlEntry], key: &str) -> Option<&'entries YamlEntry> {
    entries.iter().find(|entry| entry.key == key)
}

fn take_description(entries: &[YamlEntry], findings: &mut Findings<'_>) -> Option<String> {
    let Some(entry) = find(entries, "description") else {
        let near = entries.iter().find(|entry| nearest_key(&entry.key) == Some("description"));
        let position = near.map_or(Position::START, |entry| entry.key_position);
        let near = near.map(|entry| entry.key.clone());
        findings.at_key(&SkillMdProblem::DescriptionMissing { near }, position, "$.description");
        return None;
    };
    let position = entry.node.position;
    let Some(text) = entry.node.text() else {
        let problem = SkillMdProblem::DescriptionNotText { found: entry.node.type_name() };
        findings.at_key(&problem, position, "$.description");
        return None;
    };
    let text = text.trim();
    if text.is_empty() || entry.node.is_null() {
        let position = entry.key_position;
        findings.at_key(&SkillMdProblem::DescriptionEmpty, position, "$.description");
        return None;
    }
    let length = text.chars().count();
    if length > MAX_DESCRIPTION {
        let problem = SkillMdProblem::DescriptionTooLong { length, max: MAX_DESCRIPTION };
        findings.at_key(&problem, position, "$.description");
    }
    Some(text.to_owned())
}

/// A key that AgentSkills.io does not have is a departure, unless a pack knows it.
fn check_key(key: &str, position: Position, in_pack: bool, findings: &mut Findings<'_>) {
    if super::keys::STANDARD_KEYS.contains(&key) {
        return;
    }
    let known = AGENT33_KEYS.iter().find(|(name, _)| *name == key);
    let problem = match known {
        Some(_) if in_pack => return,
        Some((_, place)) => SkillMdProblem::KeyAgent33 { key: key.to_owned(), place: *place },
        None => SkillMdProblem::KeyUnknown { key: key.to_owned(), near: nearest_key(key) },
    };
    findings.at_key(&problem, position, super::keys::json_path("$", key));
}

/// The versions a file names, with their places.
#[derive(Default)]
struct Versions {
    metadata: Option<(String, Position)>,
    top_level: Option<(String, Position)>,
}

impl Versions {
    fn take_top_level(&mut self, entry: &YamlEntry, findings: &mut Findings<'_>) -> bool {
        let Some(text) = entry.node.text() else {
            let (key, found) = ("version".to_owned(), entry.node.type_name());
            let problem = SkillMdProblem::FieldType { key, expected: "text", found };
            findings.at_key(&problem, entry.node.position, "$.version");
            return false;
        };
        self.top_level = Some((text.to_owned(), entry.node.position));
        true
    }

    /// `metadata.version`, else `version`, else the caller's, else 0.0.0 with a note.
    fn settle(self, given: Option<&str>, skill: &mut SkillMd, findings: &mut Findings<'_>) {
        let metadata = self.metadata.map(|found| (found, VersionSource::Metadata));
        let top_level = self.top_level.map(|found| (found, VersionSource::TopLevel));
        let given = given.map(|text| ((text.to_owned(), Position::START), VersionSource::Given));
        let Some(((text, position), source)) = metadata.or(top_level).or(given) else {
            findings.at(&SkillMdProblem::VersionAbsent, Position::START);
            return;
        };
        let json_path = match source {
            VersionSource::Metadata => "$.metadata.version",
            _ => "$.version",
        };
        match read_version(&text) {
            VersionText::Complete(version) => skill.version = version,
            VersionText::Completed(version) => {
                let completed = version.text().to_owned();
                let problem = SkillMdProblem::VersionIncomplete { text: text.clone(), completed };
                findings.at_key(&problem, position, json_path);
                skill.version = version;
            }
            VersionText::Unreadable => {
                let problem = SkillMdProblem::VersionInvalid { text: text.clone() };
                findings.at_key(&problem, position, json_path);
            }
        }
        skill.version_text = Some(text);
        skill.version_source = source;
    }
}
