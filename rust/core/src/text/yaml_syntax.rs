//! What the YAML parser refuses, in words an author can act on.

use saphyr_parser::ScanError;

use super::position::{Lines, Position, column_after};
use super::yaml_error::{YamlError, YamlProblem};

/// The parser's word for a tab between a key's colon and its value, which YAML 1.2.2 section 6.2
/// allows.
const TAB_AFTER_COLON: &str = "':' must be followed by a valid YAML whitespace";

/// The parser's words, what they mean, and what to do.
const WORDS: &[(&str, &str, Option<&str>)] = &[
    (
        "simple key expect",
        "a line has no `:` after its key",
        Some("if it continues the value above, indent it, or write the whole value below `>-`"),
    ),
    (
        "while parsing a block mapping, did not find expected key",
        "expected the end of the value, or a key on a line of its own",
        Some("put the whole value in quotes"),
    ),
    ("while parsing a flow mapping", "expected `,` or `}` in a value `{…}`", None),
    ("while parsing a flow sequence", "expected `,` or `]` in a value `[…]`", None),
    (
        "while scanning a quoted scalar, found unexpected",
        "a quote is opened and never closed",
        None,
    ),
    (
        "invalid trailing content after double-quoted scalar",
        "text follows the closing quote",
        Some("escape quotes inside the value as `\\\"`"),
    ),
    (
        "while scanning an anchor or alias",
        "a value without quotes can't start with `*` or `&`",
        Some("put the whole value in quotes"),
    ),
    (
        "unexpected character",
        "a value without quotes can't start with this character",
        Some("put the whole value in quotes"),
    ),
    ("while parsing node, found unknown anchor", "an alias `*…` names nothing that has `&…`", None),
    (
        "a block scalar content cannot start with a tab",
        "text below `|` or `>` is indented with a tab",
        Some("indent with spaces"),
    ),
    ("tab", "a tab is used as indentation", Some("indent with spaces")),
    ("recursion limit exceeded", "lists and mappings are nested too deep", None),
];

/// The refusal in the file's lines; `first_line` is that of the text's first line.
pub(super) fn syntax_error(text: &str, error: &ScanError, first_line: u32) -> YamlError {
    let info = error.info();
    let mut position = position_of(error.marker(), first_line);
    if info.starts_with("mapping values are not allowed") {
        return YamlError { problem: YamlProblem::UnquotedColon, position };
    }
    if info.starts_with("a block scalar content cannot start with a tab") {
        position = tab_below(text, error.marker().line(), first_line).unwrap_or(position);
    }
    if info.starts_with("simple key expect") {
        position = line_above(text, error.marker(), first_line).unwrap_or(position);
    }
    let known = WORDS.iter().find(|(start, ..)| info.starts_with(start));
    let (detail, help) = match known {
        Some((_, meaning, help)) => (*meaning, *help),
        None => (info, None),
    };
    YamlError { problem: YamlProblem::Syntax { detail: detail.to_owned(), help }, position }
}

/// The last line before the marker's that holds anything: the parser misses a colon only once it
/// has read past the line that lacks it.
fn line_above(text: &str, marker: &saphyr_parser::Marker, first_line: u32) -> Option<Position> {
    let above = (0_u32..).zip(Lines::new(text)).take(marker.line().saturating_sub(1));
    let (index, line) = above.filter(|(_, line)| !line.text(text).trim().is_empty()).last()?;
    let content = line.text(text);
    let blanks = content.len() - content.trim_start().len();
    Some(Position { line: first_line.saturating_add(index), column: column_after(blanks) })
}

/// The first line after `line` that a tab indents.
fn tab_below(text: &str, line: usize, first_line: u32) -> Option<Position> {
    let mut below = (0_u32..).zip(Lines::new(text)).skip(line);
    let (index, found) = below.find(|(_, line)| {
        let content = line.text(text).trim_start_matches(' ');
        content.starts_with('\t') && !content.trim().is_empty()
    })?;
    let content = found.text(text);
    let spaces = content.len() - content.trim_start_matches(' ').len();
    Some(Position { line: first_line.saturating_add(index), column: column_after(spaces) })
}

/// The text with the blanks before the error as spaces, if they are tabs after a colon that the
/// parser refuses and YAML does not. Positions stay.
pub(super) fn with_spaces_after_colon(text: &str, error: &ScanError) -> Option<String> {
    if error.info() != TAB_AFTER_COLON {
        return None;
    }
    let value = text.char_indices().nth(error.marker().index())?.0;
    let before = text.get(..value)?;
    let kept = before.trim_end_matches([' ', '\t']);
    let spaces = " ".repeat(before.len() - kept.len());
    kept.ends_with(':').then(|| format!("{kept}{spaces}{}", text.get(value..).unwrap_or_default()))
}

/// A parser's marker (line from 1, column from 0) as a position in the file.
pub(super) fn position_of(marker: &saphyr_parser::Marker, first_line: u32) -> Position {
    let line = u32::try_from(marker.line()).unwrap_or(u32::MAX).saturating_sub(1);
    Position { line: line.saturating_add(first_line), column: column_after(marker.col()) }
}
