//! The strict dialect: the grammar of `skill.json`.
//!
//! `*` or `any`, or comparators on full versions that all have to hold, joined by white space or
//! single commas. No space between operator and version. `=` and a bare version take the version
//! alone, build metadata included; the other operators go by precedence.

use super::error::RequirementError;
use super::interval::{Alternative, Conjunction};
use super::partial::{Operator, Partial};
use super::version::Version;

/// Reads a trimmed requirement; the result has no alternative if nothing can match.
pub(super) fn parse(text: &str) -> Result<Vec<Alternative>, RequirementError> {
    if text.is_empty() {
        return Err(RequirementError::Empty);
    }
    let mut conjunction = Conjunction::default();
    if !matches!(text, "*" | "any") {
        let mut offset = 0;
        while let Some(rest) = text.get(offset..).filter(|rest| !rest.is_empty()) {
            let length = rest.find(is_separator).unwrap_or(rest.len());
            comparator(rest.get(..length).unwrap_or_default(), offset, &mut conjunction)?;
            offset = next_comparator(text, offset.saturating_add(length))?;
        }
    }
    Ok(conjunction.finish().into_iter().collect())
}

fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | ',')
}

/// Where the next comparator starts, past white space and at most one comma.
fn next_comparator(text: &str, end: usize) -> Result<usize, RequirementError> {
    let separators = text.bytes().enumerate().skip(end);
    let mut comma = None;
    for (offset, byte) in separators.take_while(|(_, byte)| is_separator(char::from(*byte))) {
        if byte == b',' && comma.replace(offset).is_some() {
            return Err(RequirementError::CharacterInvalid { offset, character: ',' });
        }
    }
    let rest = text.get(end..).unwrap_or_default();
    let length = rest.find(|character| !is_separator(character)).unwrap_or(rest.len());
    match comma {
        Some(_) if length == rest.len() => {
            Err(RequirementError::VersionMissing { offset: text.len() })
        }
        _ => Ok(end.saturating_add(length)),
    }
}

fn comparator(
    text: &str,
    offset: usize,
    conjunction: &mut Conjunction,
) -> Result<(), RequirementError> {
    let (operator, length) = Operator::read(text).unwrap_or((Operator::Equal, 0));
    let start = offset.saturating_add(length);
    let text = text.get(length..).unwrap_or_default();
    if text.is_empty() {
        return Err(RequirementError::VersionMissing { offset: start });
    }
    let version = Version::parse(text)
        .map_err(|source| RequirementError::VersionInvalid { start, source })?;
    if operator == Operator::Equal {
        conjunction.exactly(version);
        return Ok(());
    }
    Partial::Full(version).apply(operator, conjunction, start)
}
