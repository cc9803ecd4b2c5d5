//! The npm dialect: what people type.
//!
//! Alternatives joined by `||`; each is a hyphen range `1.2 - 2`, or comparators joined by white
//! space that all have to hold. Versions may be partial (`1`, `1.x`, `1.2.*`) and may have a `v`;
//! white space may follow an operator; a bare version is `=`; an empty alternative is `*`.

use super::error::RequirementError;
use super::interval::{Alternative, Conjunction};
use super::partial::{Operator, Partial};

/// Reads a trimmed requirement; the result has no alternative if nothing can match.
pub(super) fn parse(text: &str) -> Result<Vec<Alternative>, RequirementError> {
    let mut alternatives = Vec::new();
    let mut start = 0_usize;
    for part in text.split("||") {
        if let Some(alternative) = conjunction(part, start)?.finish() {
            alternatives.push(alternative);
        }
        start = start.saturating_add(part.len()).saturating_add(2);
    }
    Ok(alternatives)
}

fn conjunction(text: &str, start: usize) -> Result<Conjunction, RequirementError> {
    let mut words = words(text, start);
    let mut conjunction = Conjunction::default();
    let sides = words.clone().map(|(_, word)| word);
    if sides.clone().nth(1) == Some("-") {
        hyphen_range(words, &mut conjunction)?;
        return Ok(conjunction);
    }
    while let Some((offset, word)) = words.next() {
        let (operator, length) = operator(word);
        let (mut offset, mut version) =
            (offset.saturating_add(length), word.get(length..).unwrap_or_default());
        if version.is_empty() {
            let end = start.saturating_add(text.len());
            let missing = RequirementError::VersionMissing { offset: end };
            (offset, version) = words.next().ok_or(missing)?;
        }
        partial(version, offset)?.apply(operator, &mut conjunction, offset)?;
    }
    Ok(conjunction)
}

/// `A - B`: from A up to B, where a partial B takes all it covers.
fn hyphen_range<'a>(
    mut words: impl Iterator<Item = (usize, &'a str)>,
    conjunction: &mut Conjunction,
) -> Result<(), RequirementError> {
    if let Some((offset, word)) = words.next() {
        partial(word, offset)?.start_hyphen(conjunction);
    }
    let hyphen = words.next().map_or(0, |(offset, _)| offset);
    let (offset, word) = words
        .next()
        .ok_or(RequirementError::VersionMissing { offset: hyphen.saturating_add(1) })?;
    partial(word, offset)?.apply(Operator::LessEqual, conjunction, offset)?;
    match words.next() {
        None => Ok(()),
        Some((offset, word)) => {
            let character = word.chars().next().unwrap_or_default();
            Err(RequirementError::CharacterInvalid { offset, character })
        }
    }
}

fn operator(word: &str) -> (Operator, usize) {
    if word.starts_with("~>") {
        return (Operator::Tilde, 2);
    }
    Operator::read(word).unwrap_or((Operator::Equal, 0))
}

fn partial(word: &str, offset: usize) -> Result<Partial, RequirementError> {
    match word.strip_prefix('v') {
        Some(rest) => Partial::parse(rest, offset.saturating_add(1)),
        None => Partial::parse(word, offset),
    }
}

/// The words of `text` between white space, each with its offset in the requirement.
fn words(text: &str, start: usize) -> impl Iterator<Item = (usize, &str)> + Clone {
    text.split_ascii_whitespace().map(move |word| {
        let within = word.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        (start.saturating_add(within), word)
    })
}
