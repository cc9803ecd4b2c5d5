//! Frontmatter: the mapping between the fences of a skill file, and the body below it.

use std::ops::Range;

use thiserror::Error;

use super::colon_repair::repair_colon;
use super::fence::{FenceError, find_fence};
use super::position::Position;
use super::yaml::{YamlEntry, YamlLimits, YamlValue, parse_yaml};
use super::yaml_error::{YamlError, YamlProblem};
use crate::diagnostic::CodeEntry;

/// The line on which the YAML starts: the fence is line 1.
pub(crate) const FRONTMATTER_LINE: u32 = 2;

/// Frontmatter as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frontmatter {
    /// The members of the mapping, in the order of the text, positions in lines of the file.
    pub entries: Vec<YamlEntry>,
    /// Everything after the closing fence, as byte offsets into the text.
    pub body: Range<usize>,
    /// The line of the file on which the body starts.
    pub body_line: u32,
    /// Lines of fences with blanks after the hyphens.
    pub blank_lines: Vec<u32>,
    /// The repair without which the text would not be YAML.
    pub repair: Option<ColonRepair>,
}

/// One value was quoted because it holds a colon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColonRepair {
    /// Where the YAML breaks off.
    pub position: Position,
    /// The line as it should be written.
    pub fixed: String,
}

/// Why a text has no readable frontmatter.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FrontmatterError {
    /// The fences are not where they must be.
    #[error(transparent)]
    Fence(#[from] FenceError),
    /// The frontmatter is larger than the bound.
    #[error("the frontmatter has {bytes} bytes, expected at most {max}")]
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The bound.
        max: usize,
    },
    /// Nothing but white space and comments stands between the fences.
    #[error("the frontmatter is empty, expected at least `name:` and `description:`")]
    Empty,
    /// The frontmatter is a list or text.
    #[error("the frontmatter is {found}, expected keys with values, such as `name: …`")]
    NotMapping {
        /// The type found.
        found: &'static str,
        /// Where it starts.
        position: Position,
    },
    /// The YAML is refused.
    #[error(transparent)]
    Yaml(#[from] YamlError),
}

impl FrontmatterError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Fence(FenceError::Unclosed { .. }) => "frontmatter_unclosed",
            Self::Fence(_) => "frontmatter_missing",
            Self::TooLarge { .. } => "frontmatter_too_large",
            Self::Empty => "frontmatter_empty",
            Self::NotMapping { .. } => "frontmatter_not_mapping",
            Self::Yaml(error) => error.problem.code(),
        }
    }

    /// Where it stands.
    pub fn position(&self) -> Position {
        match self {
            Self::Fence(_) | Self::TooLarge { .. } => Position::START,
            Self::Empty => Position { line: FRONTMATTER_LINE, column: 1 },
            Self::NotMapping { position, .. } => *position,
            Self::Yaml(error) => error.position,
        }
    }

    /// What to write instead, where there is one right thing.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Fence(error) => Some(error.help()),
            Self::Yaml(error) => error.problem.help().map(str::to_owned),
            _ => None,
        }
    }
}

/// Reads the frontmatter of `text`, which has no byte order mark.
///
/// A colon that needs quotes is repaired once, narrowly, and recorded; what the record means is
/// the caller's to say. Refuses frontmatter of more than `max_bytes`. O(length of frontmatter).
pub fn read_frontmatter(
    text: &str,
    max_bytes: usize,
    limits: &YamlLimits,
) -> Result<Frontmatter, FrontmatterError> {
    let fenced = find_fence(text)?;
    let bytes = fenced.yaml.len();
    if bytes > max_bytes {
        return Err(FrontmatterError::TooLarge { bytes, max: max_bytes });
    }
    let yaml = text.get(fenced.yaml.clone()).unwrap_or_default();
    let (entries, repair) = read_repaired(yaml, FRONTMATTER_LINE, limits)?;
    Ok(Frontmatter {
        entries,
        body: fenced.body,
        body_line: fenced.body_line,
        blank_lines: fenced.blank_lines,
        repair,
    })
}

/// Reads a text that is YAML from its first line to its last, and has no body.
///
/// Everything else is as in [`read_frontmatter`]; the caller bounds the text. O(length).
pub fn read_yaml_document(
    text: &str,
    limits: &YamlLimits,
) -> Result<Frontmatter, FrontmatterError> {
    let (entries, repair) = read_repaired(text, 1, limits)?;
    let body = text.len()..text.len();
    Ok(Frontmatter { entries, body, body_line: 1, blank_lines: Vec::new(), repair })
}

/// Reads a text that is one mapping and starts on line `first_line` of its file.
pub(crate) fn read_mapping(
    yaml: &str,
    first_line: u32,
    limits: &YamlLimits,
) -> Result<Vec<YamlEntry>, FrontmatterError> {
    let Some(root) = parse_yaml(yaml, first_line, limits)? else {
        return Err(FrontmatterError::Empty);
    };
    let found = root.type_name();
    match root.value {
        YamlValue::Mapping(entries) => Ok(entries),
        YamlValue::Scalar { ref text, .. } if text.is_empty() => Err(FrontmatterError::Empty),
        _ => Err(FrontmatterError::NotMapping { found, position: root.position }),
    }
}

type Repaired = (Vec<YamlEntry>, Option<ColonRepair>);

/// Reads a mapping, if need be once more with one value quoted.
fn read_repaired(
    yaml: &str,
    first_line: u32,
    limits: &YamlLimits,
) -> Result<Repaired, FrontmatterError> {
    let error = match read_mapping(yaml, first_line, limits) {
        Ok(entries) => return Ok((entries, None)),
        Err(error) => error,
    };
    let FrontmatterError::Yaml(YamlError { problem: YamlProblem::UnquotedColon, position }) = error
    else {
        return Err(error);
    };
    let number = position.line.saturating_sub(first_line).saturating_add(1);
    let Some((text, fixed)) = repair_colon(yaml, number) else { return Err(error) };
    let entries = read_mapping(&text, first_line, limits)?;
    Ok((entries, Some(ColonRepair { position, fixed })))
}

/// Values that are quoted at most before a text counts as hopeless; each costs one more read.
const MAX_REPAIRS: usize = 16;

/// Numbers of lines in the file, and the text each should have.
type LineRepairs = Vec<(u32, String)>;

/// The members of a mapping whose text starts on line `first_line` of its file, and the lines that
/// have to be quoted for them to be read.
///
/// `None` if quoting is not enough. Reads the text at most `MAX_REPAIRS` + 1 times.
pub(crate) fn repaired_mapping(
    yaml: &str,
    first_line: u32,
    limits: &YamlLimits,
) -> Option<(Vec<YamlEntry>, LineRepairs)> {
    let mut text = std::borrow::Cow::Borrowed(yaml);
    let mut lines = Vec::new();
    loop {
        let position = match read_mapping(&text, first_line, limits) {
            Ok(entries) => return Some((entries, lines)),
            Err(FrontmatterError::Yaml(YamlError {
                problem: YamlProblem::UnquotedColon,
                position,
            })) if lines.len() < MAX_REPAIRS => position,
            Err(_) => return None,
        };
        let number = position.line.saturating_sub(first_line).saturating_add(1);
        let (repaired, fixed) = repair_colon(&text, number)?;
        lines.push((position.line, fixed));
        text = repaired.into();
    }
}

/// One row a code of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "frontmatter_missing", meaning: "the first line is not exactly `---`" },
    CodeEntry { code: "frontmatter_unclosed", meaning: "no line `---` closes the frontmatter" },
    CodeEntry { code: "frontmatter_too_large", meaning: "the frontmatter is over its limit" },
    CodeEntry { code: "frontmatter_empty", meaning: "nothing stands between the fences" },
    CodeEntry { code: "frontmatter_not_mapping", meaning: "the frontmatter is a list or text" },
];
