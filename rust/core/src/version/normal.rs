//! The one way to write a requirement down.

use std::cmp::Ordering;

use super::interval::{Alternative, Bound, Interval};

/// What matches nothing: no version is below the lowest.
const NOTHING: &str = "<0.0.0-0";

/// Writes the union of `alternatives`: bounds only, lowest alternative first, no duplicates.
pub(super) fn write(alternatives: &[Alternative]) -> String {
    let mut kept: Vec<&Alternative> = alternatives.iter().filter(|one| !is_empty(one)).collect();
    kept.sort_by(|left, right| order(left, right));
    let mut texts: Vec<String> = kept.into_iter().map(text).collect();
    texts.dedup();
    if texts.is_empty() { NOTHING.to_owned() } else { texts.join(" || ") }
}

fn is_empty(alternative: &Alternative) -> bool {
    matches!(alternative, Alternative::Interval(interval) if interval.is_empty(false))
}

fn order(left: &Alternative, right: &Alternative) -> Ordering {
    match (left, right) {
        (Alternative::Exact(left), Alternative::Exact(right)) => left.cmp(right),
        (Alternative::Exact(_), Alternative::Interval(_)) => Ordering::Less,
        (Alternative::Interval(_), Alternative::Exact(_)) => Ordering::Greater,
        (Alternative::Interval(left), Alternative::Interval(right)) => {
            let lower = compare_bounds(left.lower.as_ref(), right.lower.as_ref());
            lower.then_with(|| compare_bounds(left.upper.as_ref(), right.upper.as_ref()))
        }
    }
}

fn compare_bounds(left: Option<&Bound>, right: Option<&Bound>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => left
            .version
            .compare_precedence(&right.version)
            .then_with(|| right.inclusive.cmp(&left.inclusive)),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

fn text(alternative: &Alternative) -> String {
    match alternative {
        Alternative::Exact(version) => format!("={version}"),
        Alternative::Interval(interval) => interval_text(interval),
    }
}

fn interval_text(interval: &Interval) -> String {
    let side = |sign: char, bound: &Bound| {
        let equal = if bound.inclusive { "=" } else { "" };
        format!("{sign}{equal}{}", bound.version.precedence_text())
    };
    match (&interval.lower, &interval.upper) {
        (None, None) => "*".to_owned(),
        (Some(lower), None) => side('>', lower),
        (None, Some(upper)) => side('<', upper),
        (Some(lower), Some(upper)) => format!("{} {}", side('>', lower), side('<', upper)),
    }
}
