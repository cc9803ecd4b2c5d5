//! What can be put right in a `SKILL.md` without asking: the edits, never the writing.

use std::ops::Range;

use super::file_name::SkillFileKind;
use super::version_text::{VersionText, read_version};
use crate::text::{
    FRONTMATTER_LINE, Lines, Position, ScalarStyle, YamlEntry, YamlLimits, YamlNode, YamlValue,
    find_fence, repaired_mapping,
};

const MARK: &[u8] = b"\xef\xbb\xbf";

/// One edit: these bytes become that text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Code of the finding that goes away; `line_ends` for a line break that is not LF.
    pub code: &'static str,
    /// The bytes of the file that are replaced.
    pub range: Range<usize>,
    /// What comes in their place.
    pub replacement: String,
    /// The line of the file, from 1.
    pub line: u32,
}

/// The edits of a skill file of one kind, in the order of the bytes and apart from each other.
///
/// A byte order mark goes, CRLF and lone CR become LF, a value that holds a colon is quoted, and a
/// version is completed. A value is quoted only if the frontmatter reads once all such values are;
/// a version is completed only where it stands as plain or quoted text without escapes. A file
/// that is no UTF-8 text has no edits. At most a few reads of the frontmatter, else O(size).
pub fn skill_file_fixes(bytes: &[u8], kind: SkillFileKind) -> Vec<Fix> {
    let content = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let Ok(text) = simdutf8::basic::from_utf8(content) else { return Vec::new() };
    if text.contains('\0') {
        return Vec::new();
    }
    let mut fixes = Vec::new();
    match kind {
        SkillFileKind::Yaml => mapping_fixes(text, text, 1, &mut fixes),
        SkillFileKind::Markdown | SkillFileKind::Single => frontmatter_fixes(text, &mut fixes),
    }
    line_end_fixes(text, &mut fixes);
    let shift = bytes.len() - content.len();
    for fix in &mut fixes {
        fix.range = fix.range.start + shift..fix.range.end + shift;
    }
    if shift > 0 {
        let replacement = String::new();
        fixes.push(Fix { code: "byte_order_mark", range: 0..shift, replacement, line: 1 });
    }
    fixes.sort_by_key(|fix| fix.range.start);
    fixes
}

/// The bytes after the edits of [`skill_file_fixes`]; all others stay as they are.
pub fn apply_fixes(bytes: &[u8], fixes: &[Fix]) -> Vec<u8> {
    let mut whole = Vec::with_capacity(bytes.len());
    let mut kept = 0;
    for fix in fixes {
        whole.extend_from_slice(bytes.get(kept..fix.range.start).unwrap_or_default());
        whole.extend_from_slice(fix.replacement.as_bytes());
        kept = fix.range.end;
    }
    whole.extend_from_slice(bytes.get(kept..).unwrap_or_default());
    whole
}

fn line_end_fixes(text: &str, fixes: &mut Vec<Fix>) {
    for (line, found) in (1_u32..).zip(Lines::new(text)) {
        let range = found.end..found.next;
        if !matches!(text.get(range.clone()), None | Some("" | "\n")) {
            fixes.push(Fix { code: "line_ends", range, replacement: "\n".to_owned(), line });
        }
    }
}

fn frontmatter_fixes(text: &str, fixes: &mut Vec<Fix>) {
    let Ok(fenced) = find_fence(text) else { return };
    let yaml = text.get(fenced.yaml.clone()).unwrap_or_default();
    mapping_fixes(text, yaml, FRONTMATTER_LINE, fixes);
}

/// The edits of the keys and values in `yaml`, which starts on line `first_line` of `text`.
fn mapping_fixes(text: &str, yaml: &str, first_line: u32, fixes: &mut Vec<Fix>) {
    let limits = YamlLimits::default();
    let Some((entries, repairs)) = repaired_mapping(yaml, first_line, &limits) else { return };
    for (line, fixed) in repairs {
        if let Some(found) = nth_line(text, line) {
            let (range, code) = (found, "yaml_unquoted_colon");
            fixes.push(Fix { code, range, replacement: fixed, line });
        }
    }
    fixes.extend(version_fix(text, &entries));
}

/// The bytes of a line, from 1, without its break.
fn nth_line(text: &str, line: u32) -> Option<Range<usize>> {
    let index = usize::try_from(line).ok()?.checked_sub(1)?;
    Lines::new(text).nth(index).map(|line| line.start..line.end)
}

/// Completes the version that counts: that of `metadata`, else the top-level one.
fn version_fix(text: &str, entries: &[YamlEntry]) -> Option<Fix> {
    let metadata = entries.iter().find(|entry| entry.key == "metadata");
    let members = match metadata.map(|entry| &entry.node.value) {
        Some(YamlValue::Mapping(members)) => members.as_slice(),
        _ => &[],
    };
    let version = |entries: &[YamlEntry]| {
        let entry = entries.iter().find(|entry| entry.key == "version")?;
        entry.node.text().is_some().then(|| entry.node.clone())
    };
    let node = version(members).or_else(|| version(entries))?;
    let VersionText::Completed(completed) = read_version(node.text()?) else { return None };
    let range = literal(text, &node)?;
    let replacement = completed.text().to_owned();
    Some(Fix { code: "version_incomplete", range, replacement, line: node.position.line })
}

/// Where the text of a scalar stands, if it stands there as it is.
fn literal(text: &str, node: &YamlNode) -> Option<Range<usize>> {
    let YamlValue::Scalar { text: value, style } = &node.value else { return None };
    let start = offset(text, node.position)?;
    let source = text.get(start..)?;
    let (start, after) = match style {
        ScalarStyle::Plain => (start, source.strip_prefix(value.as_str())?),
        ScalarStyle::Quoted => {
            let quote = source.chars().next().filter(|first| matches!(first, '"' | '\''))?;
            let after = source.get(1..)?.strip_prefix(value.as_str())?;
            (start + 1, after.strip_prefix(quote)?)
        }
        ScalarStyle::Block => return None,
    };
    let ends = after.chars().next().is_none_or(|next| " \t\r\n,}".contains(next));
    ends.then(|| start..start + value.len())
}

fn offset(text: &str, position: Position) -> Option<usize> {
    let line = nth_line(text, position.line)?;
    let column = usize::try_from(position.column).ok()?.checked_sub(1)?;
    let (index, _) = text.get(line.clone())?.char_indices().nth(column)?;
    Some(line.start + index)
}

#[cfg(test)]
mod tests {
    use super::{Fix, SkillFileKind, apply_fixes, skill_file_fixes};

    fn skill_md_fixes(bytes: &[u8]) -> Vec<Fix> {
        skill_file_fixes(bytes, SkillFileKind::Markdown)
    }

    fn fixed(text: &str) -> String {
        let fixes = skill_md_fixes(text.as_bytes());
        String::from_utf8(apply_fixes(text.as_bytes(), &fixes)).unwrap()
    }

    #[test]
    fn a_good_file_has_no_fix() {
        let text = "---\nname: a\ndescription: b\nmetadata:\n  version: 1.0.0\n---\n# A: b\n";
        assert!(skill_md_fixes(text.as_bytes()).is_empty());
        assert!(skill_md_fixes(b"\xff\xfe").is_empty());
        assert!(skill_md_fixes(b"a\r\n\0").is_empty());
    }

    #[test]
    fn colon_version_mark_and_line_ends_are_put_right_together() {
        let text = "\u{feff}---\r\nname: a\r\ndescription: b: c's\r\nmetadata:\r\n  version: \"1.0\"\r\n---\rB\r\n";
        let right =
            "---\nname: a\ndescription: 'b: c''s'\nmetadata:\n  version: \"1.0.0\"\n---\nB\n";
        assert_eq!(fixed(text), right);
        assert_eq!(fixed(right), right);
    }

    #[test]
    fn a_yaml_file_is_put_right_from_its_first_line() {
        let text = "\u{feff}description: b: c\r\nversion: 1.0\r\ninstructions: |\r\n  A: b\r\n";
        let right = "description: 'b: c'\nversion: 1.0.0\ninstructions: |\n  A: b\n";
        let fixes = skill_file_fixes(text.as_bytes(), SkillFileKind::Yaml);
        assert_eq!(apply_fixes(text.as_bytes(), &fixes), right.as_bytes());
        assert_eq!(fixes.iter().map(|fix| fix.line).collect::<Vec<_>>(), [1, 1, 1, 2, 2, 3, 4]);
        assert!(skill_file_fixes(right.as_bytes(), SkillFileKind::Yaml).is_empty());
    }

    #[test]
    fn several_values_with_colons_are_quoted_only_if_all_is_well_then() {
        assert_eq!(fixed("---\na: b: c\nd: e: f\n---\n"), "---\na: 'b: c'\nd: 'e: f'\n---\n");
        let hopeless = "---\na: b: c\nd: [e\n---\n";
        assert_eq!(fixed(hopeless), hopeless);
    }

    #[test]
    fn the_version_that_counts_is_completed_where_it_stands_as_it_is() {
        let nested = "---\nversion: 2\nmetadata: {version: v1.2}\n---\n";
        assert_eq!(fixed(nested), "---\nversion: 2\nmetadata: {version: 1.2.0}\n---\n");
        assert_eq!(fixed("---\nversion: 1.0 # x\n---\n"), "---\nversion: 1.0.0 # x\n---\n");
        for kept in ["---\nversion: \"1\\x2e0\"\n---\n", "---\nversion: >-\n  1.0\n---\n"] {
            assert_eq!(fixed(kept), kept);
        }
    }
}
