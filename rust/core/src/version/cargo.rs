//! The cargo dialect: what Rust people type.
//!
//! Comparators joined by commas that all have to hold. A bare version is a caret, unless it has a
//! wildcard; versions may be partial; `*` stands alone; spaces may follow operators and commas.

use super::error::RequirementError;
use super::interval::{Alternative, Conjunction};
use super::partial::{Operator, Partial};

/// Comparators in one requirement, as in Cargo itself.
const MAX_COMPARATORS: usize = 32;

/// Reads a trimmed requirement; the result has no alternative if nothing can match.
pub(super) fn parse(text: &str) -> Result<Vec<Alternative>, RequirementError> {
    if text.is_empty() {
        return Err(RequirementError::Empty);
    }
    let mut conjunction = Conjunction::default();
    if !matches!(text, "*" | "x" | "X") {
        let mut start = 0_usize;
        for (index, part) in text.split(',').enumerate() {
            if index == MAX_COMPARATORS {
                let (offset, limit) = (start, MAX_COMPARATORS);
                return Err(RequirementError::TooManyComparators { offset, limit });
            }
            comparator(part, start, &mut conjunction)?;
            start = start.saturating_add(part.len()).saturating_add(1);
        }
    }
    Ok(conjunction.finish().into_iter().collect())
}

fn comparator(
    part: &str,
    start: usize,
    conjunction: &mut Conjunction,
) -> Result<(), RequirementError> {
    let (start, text) = trim_start(part, start);
    let read = Operator::read(text);
    let length = read.map_or(0, |(_, length)| length);
    let (start, text) =
        trim_start(text.get(length..).unwrap_or_default(), start.saturating_add(length));
    let text = text.trim_ascii_end();
    if text.is_empty() {
        return Err(RequirementError::VersionMissing { offset: start });
    }
    let partial = Partial::parse(text, start)?;
    match (&partial, text.find(['-', '+'])) {
        (Partial::Any, _) => return Err(RequirementError::WildcardMisplaced { offset: start }),
        (Partial::Major(_) | Partial::Minor(..), Some(end)) => {
            let character = text.get(end..).and_then(|rest| rest.chars().next());
            return Err(RequirementError::CharacterInvalid {
                offset: start.saturating_add(end),
                character: character.unwrap_or_default(),
            });
        }
        _ => {}
    }
    let bare = if text.contains(['*', 'x', 'X']) && !matches!(partial, Partial::Full(_)) {
        Operator::Equal
    } else {
        Operator::Caret
    };
    let operator = read.map_or(bare, |(operator, _)| operator);
    partial.apply(operator, conjunction, start)
}

fn trim_start(text: &str, start: usize) -> (usize, &str) {
    let trimmed = text.trim_ascii_start();
    (start.saturating_add(text.len().saturating_sub(trimmed.len())), trimmed)
}
