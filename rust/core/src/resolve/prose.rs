//! Versions, requirements and nogoods in words. Only versions that exist are named.

use super::conflict::{ConflictFact, FactKind};
use super::proof::Claims;
use crate::catalog::{Catalog, set};

/// Versions named one by one before the rest is counted.
const MAX_NAMED: usize = 4;

/// The versions of a set, ascending.
pub(super) fn versions(catalog: &Catalog, package: usize, words: &[u64]) -> Vec<String> {
    let mut bits: Vec<usize> = set::descending(words).collect();
    bits.reverse();
    let named = bits.into_iter().filter_map(|bit| catalog.version_at(package, bit));
    named.map(|version| version.text().to_owned()).collect()
}

/// "a, b and c".
pub(super) fn list(parts: &[String], last: &str) -> String {
    match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// "a, b and c"; of many the first few and how many more.
pub(super) fn few(parts: &[String]) -> String {
    if parts.len() <= MAX_NAMED {
        return list(parts, "and");
    }
    let shown: Vec<&str> = parts.iter().take(MAX_NAMED - 1).map(String::as_str).collect();
    format!("{} and {} more", shown.join(", "), parts.len() - shown.len())
}

/// "foo 1.0.0", "every version of foo", "foo 1.0.0 to 1.9.0", "foo 1.0.0 or 1.2.0".
fn some_versions(catalog: &Catalog, package: usize, words: &[u64]) -> String {
    let id = catalog.id(package);
    let all = catalog.package_versions(package).len();
    let mut bits: Vec<usize> = set::descending(words).filter(|bit| *bit != set::ABSENT).collect();
    bits.reverse();
    let names = versions(catalog, package, words);
    let (Some(first), Some(last)) = (bits.first(), bits.last()) else {
        return format!("no version of {id}");
    };
    if bits.len() == all && all > 1 {
        return format!("every version of {id}");
    }
    if let ([low, .., high], true) =
        (names.as_slice(), last - first + 1 == bits.len() && bits.len() > 2)
    {
        return format!("{id} {low} to {high}");
    }
    format!("{id} {}", some(&names))
}

/// "1.0.0 or 1.1.0"; of many the first few and how many more.
pub(super) fn some(names: &[String]) -> String {
    if names.len() <= MAX_NAMED {
        return list(names, "or");
    }
    let shown: Vec<&str> = names.iter().take(MAX_NAMED - 1).map(String::as_str).collect();
    format!("{} or {} more versions", shown.join(", "), names.len() - shown.len())
}

/// A nogood as a statement.
pub(super) fn claims(catalog: &Catalog, claims: &Claims) -> String {
    let mut present = Vec::new();
    let mut needed = Vec::new();
    for (package, words) in claims {
        if set::contains(words, set::ABSENT) {
            let mut rest = set::full(catalog.package_versions(*package).len());
            set::subtract(&mut rest, words);
            needed.push(some_versions(catalog, *package, &rest));
        } else {
            present.push(some_versions(catalog, *package, words));
        }
    }
    let needed = list(&needed, "or");
    match (present.as_slice(), needed.is_empty()) {
        ([], true) => "there is no solution".to_owned(),
        ([], false) => format!("{needed} is required"),
        ([one], true) => format!("{one} can't be chosen"),
        ([one, other], true) => format!("{one} doesn't go with {other}"),
        (all, true) => format!("{} don't go together", few(all)),
        ([one], false) => format!("{one} requires {needed}"),
        (all, false) => format!("{} together require {needed}", few(all)),
    }
}

/// A fact as a statement.
pub(super) fn fact(fact: &ConflictFact, owners: &str) -> String {
    let target = &fact.target;
    let wanted = match fact.requirement.as_deref() {
        None | Some("*") => target.clone(),
        Some(requirement) => format!("{target} {requirement}"),
    };
    match fact.kind {
        FactKind::Root => format!("you require {wanted}"),
        FactKind::Requires => format!("{owners} depends on {wanted}"),
        FactKind::OptionalConstraint => format!("{owners} goes only with {wanted}"),
        FactKind::NoCandidate if fact.requirement.is_none() => {
            format!("there is no package {target}")
        }
        FactKind::NoCandidate => {
            let requirement = fact.requirement.as_deref().unwrap_or_default();
            format!("no version of {target} matches {requirement}")
        }
        FactKind::PrereleaseExcluded => format!(
            "only prereleases would match {wanted} ({}), and it names none of them",
            some(&fact.candidates)
        ),
        FactKind::Cycle => {
            let mut path = fact.path.clone();
            path.extend(fact.path.first().cloned());
            format!("{} is a cycle of requirements", path.join(" → "))
        }
        FactKind::Locked => format!("{target} is locked to {}", some(&fact.candidates)),
        FactKind::Yanked => {
            let verb = if fact.candidates.len() == 1 { "is" } else { "are" };
            format!("{target} {} {verb} yanked", list(&fact.candidates, "and"))
        }
    }
}

/// The versions of a package that require something, as the subject of a sentence.
pub(super) fn subject(catalog: &Catalog, package: usize, words: &[u64]) -> String {
    some_versions(catalog, package, words)
}
