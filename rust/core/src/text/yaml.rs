//! YAML 1.2 as a tree of text: every scalar stays what was written, and has a position.
//!
//! `1.10`, `2026-01-02`, `yes` and `null` are text. Duplicate keys, tags, a second document and
//! control characters are refused; aliases are expanded within bounds. Lines of the text count
//! from a first line the caller names, so that positions are those of the whole file.

use std::borrow::Cow;

use saphyr_parser::{Parser, ScanError};

use super::position::Position;
use super::yaml_builder::Builder;
use super::yaml_error::{YamlError, YamlProblem};
use super::yaml_syntax::{syntax_error, with_spaces_after_colon};
use crate::json;

/// Bounds on one YAML text. All are inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YamlLimits {
    /// Levels of nesting; the root is at depth 0.
    pub max_depth: usize,
    /// Scalars, sequences and mappings, those repeated by aliases included.
    pub max_nodes: usize,
    /// UTF-8 bytes of scalars and keys, those repeated by aliases included.
    pub max_text_bytes: usize,
}

impl Default for YamlLimits {
    /// Depth 64 as for JSON; 65,536 values and 1 MiB of text keep an alias bomb harmless.
    fn default() -> Self {
        Self { max_depth: 64, max_nodes: 65_536, max_text_bytes: 1 << 20 }
    }
}

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarStyle {
    /// Without quotes.
    Plain,
    /// In `'…'` or `"…"`.
    Quoted,
    /// Below `|` or `>`.
    Block,
}

/// A value and where its text starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlNode {
    /// The value.
    pub value: YamlValue,
    /// Its first character; for an alias, the alias.
    pub position: Position,
}

/// One member of a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlEntry {
    /// The key's text.
    pub key: String,
    /// Where the key starts.
    pub key_position: Position,
    /// The value.
    pub node: YamlNode,
}

/// A YAML value. Mappings keep the order of the text and have no two equal keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlValue {
    /// Text, after folding and unescaping; never converted.
    Scalar {
        /// The text.
        text: String,
        /// How it was written.
        style: ScalarStyle,
    },
    /// A sequence.
    Sequence(Vec<YamlNode>),
    /// A mapping.
    Mapping(Vec<YamlEntry>),
}

impl YamlNode {
    /// The text, if this is a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            YamlValue::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether this is what YAML 1.2 calls null: no value, `~`, or the plain word.
    pub fn is_null(&self) -> bool {
        matches!(
            &self.value,
            YamlValue::Scalar { text, style: ScalarStyle::Plain }
                if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL")
        )
    }

    /// The word for the value's type, for messages.
    pub fn type_name(&self) -> &'static str {
        match &self.value {
            YamlValue::Scalar { .. } => "text",
            YamlValue::Sequence(_) => "a list",
            YamlValue::Mapping(_) => "a mapping",
        }
    }

    /// The value as JSON; every scalar is a string. Offsets are 0.
    ///
    /// Recursion is bounded by the depth the tree was read with.
    pub fn to_json(&self) -> json::Value {
        match &self.value {
            YamlValue::Scalar { text, .. } => json::Value::String(text.clone()),
            YamlValue::Sequence(items) => json::Value::Array(
                items.iter().map(|item| json::Node { offset: 0, value: item.to_json() }).collect(),
            ),
            YamlValue::Mapping(entries) => {
                json::Value::Object(entries.iter().map(YamlEntry::to_json_member).collect())
            }
        }
    }
}

impl YamlEntry {
    /// The entry as a member of a JSON object; offsets are 0.
    pub fn to_json_member(&self) -> json::Member {
        json::Member {
            key: self.key.clone(),
            key_offset: 0,
            node: json::Node { offset: 0, value: self.node.to_json() },
        }
    }
}

/// Tabs after colons that are read as the spaces they stand for; each costs one more reading.
const MAX_TABS: usize = 64;

/// Reads the one document of `text`, whose first line is line `first_line` of its file.
///
/// `None` if there is nothing but comments. O(length), and O(`max_nodes`) for aliases.
pub fn parse_yaml(
    text: &str,
    first_line: u32,
    limits: &YamlLimits,
) -> Result<Option<YamlNode>, YamlError> {
    refuse_control_characters(text, first_line)?;
    let mut text = Cow::Borrowed(text);
    for _ in 0..MAX_TABS {
        match build(&text, first_line, limits) {
            Err(BuildError::Scan(error)) => match with_spaces_after_colon(&text, &error) {
                Some(spaced) => text = Cow::Owned(spaced),
                None => return Err(syntax_error(&text, &error, first_line)),
            },
            Err(BuildError::Refused(error)) => return Err(error),
            Ok(root) => return Ok(root),
        }
    }
    let problem = YamlProblem::Syntax { detail: TOO_MANY_TABS.to_owned(), help: None };
    Err(YamlError { problem, position: Position { line: first_line, column: 1 } })
}

const TOO_MANY_TABS: &str = "too many tabs after colons, expected spaces";

enum BuildError {
    Scan(ScanError),
    Refused(YamlError),
}

fn build(text: &str, first_line: u32, limits: &YamlLimits) -> Result<Option<YamlNode>, BuildError> {
    let mut builder = Builder::new(first_line, limits);
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(BuildError::Scan)?;
        builder.accept(event, span.start).map_err(BuildError::Refused)?;
    }
    Ok(builder.finish())
}

/// YAML 1.2.2 section 5.1: the printable characters.
fn refuse_control_characters(text: &str, first_line: u32) -> Result<(), YamlError> {
    let refused = |character: &char| {
        matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}')
            || matches!(character, '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}')
            || matches!(character, '\u{fffe}' | '\u{ffff}')
    };
    match text.char_indices().find(|(_, character)| refused(character)) {
        None => Ok(()),
        Some((offset, character)) => Err(YamlError {
            problem: YamlProblem::Character { character },
            position: Position::at(text, offset).down(first_line.saturating_sub(1)),
        }),
    }
}
