//! Reading a `SKILL.yaml`: the same keys as frontmatter has, and the instructions as one more.

use super::findings::Findings;
use super::model::{SkillMd, SkillMdInput, SkillMdOutcome, YamlInstructions};
use super::problem::SkillMdProblem;
use super::reader::{assemble, read_with, report_repair};
use crate::json;
use crate::text::{
    Frontmatter, FrontmatterError, Lines, Position, ScalarStyle, YamlEntry, YamlLimits, YamlValue,
    read_yaml_document,
};

/// The key whose text is what a `SKILL.md` has as its body.
const INSTRUCTIONS: &str = "instructions";

/// Reads one `SKILL.yaml` (AGENT-33), which is one mapping from its first line to its last.
///
/// Keys, codes and promises are those of [`super::read_skill_md`]; the keys of AGENT-33 are known
/// here. Outside a pack the file itself is a departure: AgentSkills.io has `SKILL.md` alone.
/// Bounds are those of [`YamlLimits`], 1 MiB of text, and of the file as such.
pub fn read_skill_yaml(input: &SkillMdInput<'_>) -> SkillMdOutcome {
    read_with(input, read_document)
}

fn read_document(
    text: &str,
    input: &SkillMdInput<'_>,
    findings: &mut Findings<'_>,
) -> Option<SkillMd> {
    if !input.in_pack {
        let problem = SkillMdProblem::YamlFile { found: input.file_name.to_owned() };
        findings.at(&problem, Position::START);
    }
    let mut document = match read_yaml_document(text, &YamlLimits::default()) {
        Ok(document) => document,
        Err(error) => {
            let empty = matches!(error, FrontmatterError::Empty);
            let position = if empty { Position::START } else { error.position() };
            findings.at(&SkillMdProblem::Frontmatter(error), position);
            return None;
        }
    };
    report_repair(document.repair.as_ref(), findings);
    let entry = take_entry(&mut document);
    let input = SkillMdInput { in_pack: true, ..*input };
    let mut skill = assemble(&document, &input, findings);
    let (instructions, kept) = read_instructions(entry.as_ref(), text, findings);
    if let (json::Value::Object(extensions), Some(entry), false) =
        (&mut skill.extensions, entry, kept)
    {
        extensions.push(entry.to_json_member());
    }
    Some(SkillMd { body_line: instructions.line, instructions: Some(instructions), ..skill })
}

fn take_entry(document: &mut Frontmatter) -> Option<YamlEntry> {
    let index = document.entries.iter().position(|entry| entry.key == INSTRUCTIONS)?;
    Some(document.entries.remove(index))
}

/// The instructions, and whether the entry is used, so that it need not be kept elsewhere.
fn read_instructions(
    entry: Option<&YamlEntry>,
    source: &str,
    findings: &mut Findings<'_>,
) -> (YamlInstructions, bool) {
    let empty = YamlInstructions { text: String::new(), line: 1, indent: None, column: 1 };
    let json_path = "$.instructions";
    let position = entry.map_or(Position::START, |entry| entry.node.position);
    let Some(node) = entry.map(|entry| &entry.node).filter(|node| !node.is_null()) else {
        findings.at_key(&SkillMdProblem::InstructionsMissing, position, json_path);
        return (empty, true);
    };
    if let YamlValue::Scalar { text, style } = &node.value {
        return (placed(text, *style, position, source), true);
    }
    let (key, found) = (INSTRUCTIONS.to_owned(), node.type_name());
    let problem = SkillMdProblem::FieldType { key, expected: "text", found };
    findings.at_key(&problem, position, json_path);
    (empty, false)
}

/// The text with its place in the file: to the line and column where it is a literal block.
fn placed(text: &str, style: ScalarStyle, position: Position, source: &str) -> YamlInstructions {
    let literal =
        (style == ScalarStyle::Block).then(|| literal_start(text, position, source)).flatten();
    let (line, indent) = match literal {
        Some((line, indent)) => (line, Some(indent)),
        None => (position.line, None),
    };
    YamlInstructions { text: text.to_owned(), line, indent, column: position.column }
}

/// The line on which a literal block's text starts, and how far it is indented.
///
/// `None` where the lines of the text are not those of the file, as in a folded block.
fn literal_start(text: &str, position: Position, source: &str) -> Option<(u32, u32)> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let blank =
        u32::try_from(text.lines().take_while(|line| line.trim().is_empty()).count()).ok()?;
    let mut number = 0_u32;
    for line in Lines::new(source) {
        number = number.saturating_add(1);
        let line = line.text(source);
        if number < position.line || !line.ends_with(first) {
            continue;
        }
        let indent = line.strip_suffix(first)?;
        if indent.chars().any(|character| character != ' ') {
            continue;
        }
        let start = number.checked_sub(blank)?;
        let indent = u32::try_from(indent.len()).ok()?;
        return same_lines(text, start, source).then_some((start, indent));
    }
    None
}

/// Whether each line of `text` ends the line of `source` it would stand on.
fn same_lines(text: &str, start: u32, source: &str) -> bool {
    let skipped = usize::try_from(start.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut lines = Lines::new(source).skip(skipped);
    text.lines().all(|line| lines.next().is_some_and(|found| found.text(source).ends_with(line)))
}
