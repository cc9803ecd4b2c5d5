//! The one repair of frontmatter: quotes around a value that holds a colon.

use super::position::{Line, Lines};

/// The YAML with line `number` (from 1 in `yaml`) quoted, and that line as it should be written.
///
/// `None` unless the line is a top-level key with a plain value, and the value ends with the
/// line: a next line that is indented would continue it. The whole rest of the line becomes the
/// text; nothing else is touched.
pub(super) fn repair_colon(yaml: &str, number: u32) -> Option<(String, String)> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    let mut lines = Lines::new(yaml).skip(index);
    let line = lines.next()?;
    if continues(yaml, lines) {
        return None;
    }
    let (key, value) = split(line.text(yaml))?;
    let fixed = format!("{key}: '{}'", value.replace('\'', "''"));
    let before = yaml.get(..line.start)?;
    let after = yaml.get(line.end..)?;
    Some((format!("{before}{fixed}{after}"), fixed))
}

/// Whether the next line that holds anything is indented.
fn continues(yaml: &str, lines: impl Iterator<Item = Line>) -> bool {
    let texts = lines.map(|line| line.text(yaml));
    let mut held = texts.filter(|text| !text.trim().is_empty());
    held.next().is_some_and(|text| text.starts_with([' ', '\t']))
}

/// A top-level key and its plain value with a colon in it.
fn split(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let word = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    if key.is_empty() || !key.chars().all(word) || key.starts_with('-') {
        return None;
    }
    if !value.starts_with([' ', '\t']) {
        return None;
    }
    let value = value.trim_matches([' ', '\t']);
    let plain = !value.starts_with([
        '"', '\'', '[', ']', '{', '}', '|', '>', '&', '*', '!', '%', '#', '@', '`', ',',
    ]);
    let indicator = matches!(value.split([' ', '\t']).next(), Some("-" | "?" | ":"));
    let colon = value.contains(": ") || value.contains(":\t") || value.ends_with(':');
    (plain && !indicator && colon).then_some((key, value))
}

#[cfg(test)]
mod tests {
    use super::repair_colon;

    #[test]
    fn a_plain_value_with_a_colon_is_quoted() {
        let (text, line) = repair_colon("a: b\r\nc: it's x: y \r\nd: e\r\n", 2).unwrap();
        assert_eq!(line, "c: 'it''s x: y'");
        assert_eq!(text, "a: b\r\nc: 'it''s x: y'\r\nd: e\r\n");
    }

    #[test]
    fn other_lines_are_left_alone() {
        for yaml in ["  a: b: c\n", "a: \"b\": c\n", "a: [b]: c\n", "a: b: c\n  more\n", "a:b: c"] {
            assert_eq!(repair_colon(yaml, 1), None, "{yaml:?}");
        }
    }

    #[test]
    fn a_blank_line_and_an_indented_one_still_continue_the_value() {
        assert_eq!(repair_colon("a: b: c\n\n  more\n", 1), None);
        assert!(repair_colon("a: b: c\n\nd: e\n", 1).is_some());
    }
}
