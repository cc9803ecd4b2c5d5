//! Requirements written as text in `metadata`.

use thiserror::Error;

use crate::package::{SkillRequirement, ToolRequirement};
use crate::version::{Dialect, Requirement, RequirementError};

/// Why a list of requirements does not read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseRequiresError {
    /// Nothing stands between two commas.
    #[error("an entry is empty")]
    Empty,
    /// There are too many entries.
    #[error("there are more than {max} entries")]
    TooMany {
        /// The bound.
        max: usize,
    },
    /// The part before the range is no id.
    #[error("`{id}` is no id")]
    Id {
        /// The text found.
        id: String,
    },
    /// The same id or tool is named twice.
    #[error("`{id}` is named twice")]
    Duplicate {
        /// The id.
        id: String,
    },
    /// The range does not read.
    #[error("the range of `{id}` does not read: {error}")]
    Range {
        /// The id.
        id: String,
        /// Why.
        error: RequirementError,
    },
    /// A tool's version is empty.
    #[error("the version of `{name}` is empty")]
    ToolVersion {
        /// The tool.
        name: String,
    },
}

/// Reads `base@^1.0.0, other@*`: ranges in npm dialect, split at the last `@`; a bare id is `*`.
///
/// An empty text is no requirement. Order of the text; no id twice.
pub fn parse_skill_requires(text: &str) -> Result<Vec<SkillRequirement>, ParseRequiresError> {
    let mut requirements: Vec<SkillRequirement> = Vec::new();
    for entry in entries(text)? {
        let (id, range) = entry.rsplit_once('@').unwrap_or((entry, "*"));
        let id = read_id(id)?;
        let version = Requirement::parse(range.trim(), Dialect::Npm)
            .map_err(|error| ParseRequiresError::Range { id: id.clone(), error })?;
        if requirements.iter().any(|known| known.id == id) {
            return Err(ParseRequiresError::Duplicate { id });
        }
        requirements.push(SkillRequirement { id, version, optional: false });
    }
    Ok(requirements)
}

/// Reads `fs.read=1, net`: names with an exact version after `=`, or none.
///
/// An empty text is no requirement. Order of the text; no name twice.
pub fn parse_tool_requires(text: &str) -> Result<Vec<ToolRequirement>, ParseRequiresError> {
    let mut requirements: Vec<ToolRequirement> = Vec::new();
    for entry in entries(text)? {
        let (name, version) = match entry.split_once('=') {
            Some((name, version)) => (name, Some(version.trim())),
            None => (entry, None),
        };
        let name = read_id(name)?;
        if version.is_some_and(str::is_empty) {
            return Err(ParseRequiresError::ToolVersion { name });
        }
        if requirements.iter().any(|known| known.name == name) {
            return Err(ParseRequiresError::Duplicate { id: name });
        }
        let exact_version = version.map(str::to_owned);
        requirements.push(ToolRequirement { name, exact_version, optional: false });
    }
    Ok(requirements)
}

/// Entries of one list; what keeps the search for repeated ids cheap.
const MAX_ENTRIES: usize = 4096;

fn entries(text: &str) -> Result<Vec<&str>, ParseRequiresError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let entries: Vec<&str> = text.split(',').map(str::trim).collect();
    if entries.len() > MAX_ENTRIES {
        return Err(ParseRequiresError::TooMany { max: MAX_ENTRIES });
    }
    if entries.iter().any(|entry| entry.is_empty()) {
        return Err(ParseRequiresError::Empty);
    }
    Ok(entries)
}

fn read_id(text: &str) -> Result<String, ParseRequiresError> {
    let id = text.trim();
    let valid = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-/:".contains(&byte));
    if id.is_empty() || !valid {
        return Err(ParseRequiresError::Id { id: id.to_owned() });
    }
    Ok(id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{ParseRequiresError, parse_skill_requires, parse_tool_requires};

    #[test]
    fn skills_read_with_npm_ranges() {
        let read = parse_skill_requires("base@^1.0.0, other@>=1 <2, bare").unwrap();
        let texts: Vec<_> = read.iter().map(|one| (one.id.as_str(), one.version.text())).collect();
        assert_eq!(texts, [("base", "^1.0.0"), ("other", ">=1 <2"), ("bare", "*")]);
    }

    #[test]
    fn tools_read_with_exact_versions() {
        let read = parse_tool_requires("fs.read=1, net").unwrap();
        let versions: Vec<_> = read.iter().map(|one| one.exact_version.as_deref()).collect();
        assert_eq!(versions, [Some("1"), None]);
    }

    #[test]
    fn what_does_not_read_is_refused() {
        assert_eq!(parse_skill_requires("a,,b"), Err(ParseRequiresError::Empty));
        assert!(matches!(parse_skill_requires("@^1"), Err(ParseRequiresError::Id { .. })));
        assert!(matches!(parse_skill_requires("a@nope!"), Err(ParseRequiresError::Range { .. })));
        assert!(matches!(parse_skill_requires("a,a"), Err(ParseRequiresError::Duplicate { .. })));
        assert!(matches!(parse_tool_requires("a="), Err(ParseRequiresError::ToolVersion { .. })));
    }

    #[test]
    fn an_empty_text_requires_nothing() {
        assert_eq!(parse_skill_requires(" "), Ok(Vec::new()));
    }
}
