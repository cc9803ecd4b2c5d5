//! Why a YAML text is refused.

use thiserror::Error;

use super::position::Position;
use crate::diagnostic::CodeEntry;

/// A refusal and its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct YamlError {
    /// What is wrong.
    pub problem: YamlProblem,
    /// Where, in lines of the text that was parsed plus its first line.
    pub position: Position,
}

/// What is wrong with a YAML text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum YamlProblem {
    /// The text is not YAML 1.2.
    #[error("the frontmatter is not YAML: {detail}")]
    Syntax {
        /// What is wrong, as the end of a sentence.
        detail: String,
        /// What to do, where the mistake is a known one.
        help: Option<&'static str>,
    },
    /// A value that starts without quotes holds a colon and a space.
    #[error("a colon followed by a space can't stand in a value without quotes")]
    UnquotedColon,
    /// A character that YAML text can't hold.
    #[error("the character U+{:04X} can't stand in YAML", u32::from(*character))]
    Character {
        /// The character.
        character: char,
    },
    /// A key occurs twice in one mapping.
    #[error("the key `{key}` is given twice, first on line {first}")]
    DuplicateKey {
        /// The key.
        key: String,
        /// Line of its first occurrence.
        first: u32,
    },
    /// A value carries a tag.
    #[error("the YAML tag `{tag}` is not taken")]
    Tag {
        /// The tag as resolved.
        tag: String,
    },
    /// A key is a sequence or a mapping.
    #[error("a key must be text, got {found}")]
    KeyNotText {
        /// The type found.
        found: &'static str,
    },
    /// An alias stands inside the node it names.
    #[error("an alias points at the value it stands in")]
    RecursiveAlias,
    /// A second document starts.
    #[error("a second YAML document starts inside the frontmatter")]
    SecondDocument,
    /// Nesting is too deep.
    #[error("values are nested more than {max} deep")]
    TooDeep {
        /// The bound.
        max: usize,
    },
    /// There are too many values, those that aliases repeat included.
    #[error("there are more than {max} values, those repeated by aliases included")]
    TooManyNodes {
        /// The bound.
        max: usize,
    },
    /// There is too much text, that repeated by aliases included.
    #[error("there are more than {max} bytes of text, that repeated by aliases included")]
    TooMuchText {
        /// The bound.
        max: usize,
    },
}

impl YamlProblem {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "yaml_syntax",
            Self::UnquotedColon => "yaml_unquoted_colon",
            Self::Character { .. } => "yaml_character",
            Self::DuplicateKey { .. } => "yaml_duplicate_key",
            Self::Tag { .. } => "yaml_tag",
            Self::KeyNotText { .. } => "yaml_key_not_text",
            Self::RecursiveAlias => "yaml_alias_recursive",
            Self::SecondDocument => "yaml_second_document",
            Self::TooDeep { .. } => "yaml_too_deep",
            Self::TooManyNodes { .. } => "yaml_too_many_values",
            Self::TooMuchText { .. } => "yaml_too_much_text",
        }
    }

    /// What to write instead, where there is one right thing.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Syntax { help, .. } => return *help,
            Self::UnquotedColon => "put the whole value in quotes, or write it below a `>-`",
            Self::Character { .. } => "remove it, or write it as an escape in double quotes",
            Self::DuplicateKey { .. } => "keep one of the two lines",
            Self::Tag { .. } => "remove the tag; every value is kept as its text",
            Self::SecondDocument => "close the frontmatter with a line that is exactly `---`",
            _ => return None,
        })
    }
}

/// One row a code of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "yaml_syntax", meaning: "the frontmatter is not YAML 1.2" },
    CodeEntry {
        code: "yaml_unquoted_colon",
        meaning: "a value without quotes holds a colon and a space; repaired in lenient where it is one line of one top-level key",
    },
    CodeEntry { code: "yaml_character", meaning: "a control character stands in the YAML" },
    CodeEntry { code: "yaml_duplicate_key", meaning: "a mapping has the same key twice" },
    CodeEntry { code: "yaml_tag", meaning: "a value carries a YAML tag" },
    CodeEntry { code: "yaml_key_not_text", meaning: "a key is a sequence or a mapping" },
    CodeEntry {
        code: "yaml_alias_recursive",
        meaning: "an alias points at the value it stands in",
    },
    CodeEntry { code: "yaml_second_document", meaning: "a second YAML document starts" },
    CodeEntry { code: "yaml_too_deep", meaning: "values are nested too deep" },
    CodeEntry { code: "yaml_too_many_values", meaning: "values and aliases make too many values" },
    CodeEntry { code: "yaml_too_much_text", meaning: "values and aliases make too much text" },
];
