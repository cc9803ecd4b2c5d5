//! Requirements in three dialects, and versions. The first line is a requirement, each further
//! line a version.
#![no_main]

use std::cmp::Ordering;

use libfuzzer_sys::fuzz_target;
use metier_core::version::{Alternative, Dialect, Requirement, Version};

/// Versions looked at in one run; triples of them are compared.
const MAX_VERSIONS: usize = 8;

/// Alternatives whose ends are looked at in one run.
const MAX_ALTERNATIVES: usize = 4;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let versions: Vec<Version> =
        lines.take(MAX_VERSIONS).filter_map(|line| Version::parse(line).ok()).collect();
    check_order(&versions);
    for dialect in [Dialect::Strict, Dialect::Npm, Dialect::Cargo] {
        if let Ok(requirement) = Requirement::parse(first, dialect) {
            check_requirement(&requirement, &versions);
        }
    }
});

fn check_requirement(requirement: &Requirement, versions: &[Version]) {
    let text = requirement.normalized();
    let dialect = if text.contains("||") { Dialect::Npm } else { Dialect::Strict };
    // Bounds of partial versions are longer than what was written; only their length may be refused.
    let Ok(normal) = Requirement::parse(&text, dialect) else {
        assert!(text.len() > metier_core::version::MAX_REQUIREMENT_BYTES, "{text:?} must read");
        return;
    };
    assert_eq!(normal.normalized(), text, "a normalized text is its own");
    for version in versions.iter().cloned().chain(ends(requirement)) {
        let verdict = requirement.matches(&version, false);
        assert_eq!(verdict, normal.matches(&version, false), "{version} in {text:?}");
        assert!(!verdict || requirement.matches(&version, true), "lifting a rule takes more in");
    }
    let same = Requirement::parse(requirement.text(), requirement.dialect());
    assert_eq!(same.as_ref(), Ok(requirement), "the text reads as the same requirement");
}

/// The versions at the ends of the alternatives, and their neighbours.
fn ends(requirement: &Requirement) -> impl Iterator<Item = Version> {
    let alternatives = requirement.alternatives().iter().take(MAX_ALTERNATIVES);
    let named = alternatives.flat_map(|alternative| match alternative {
        Alternative::Exact(version) => vec![version.clone()],
        Alternative::Interval(interval) => [interval.lower(false), interval.upper()]
            .into_iter()
            .flatten()
            .map(|bound| bound.version.clone())
            .collect(),
    });
    named.flat_map(|version| {
        let (major, minor, patch) = version.numbers();
        let release = Version::new(major, minor, patch);
        let floor = Version::floor(major, minor, patch);
        let next = Version::new(major, minor, patch.saturating_add(1));
        [version, release, floor, next]
    })
}

fn check_order(versions: &[Version]) {
    for one in versions {
        assert_eq!(Version::parse(one.text()).as_ref(), Ok(one), "a version is its text");
        assert_eq!(one.compare_precedence(&one.without_build()), Ordering::Equal);
        for other in versions {
            let order = one.cmp(other);
            assert_eq!(order, other.cmp(one).reverse(), "{one} {other}");
            assert_eq!(order.is_eq(), one == other, "{one} {other}");
            let precedence = one.compare_precedence(other);
            assert!(precedence.is_eq() || precedence == order, "{one} {other}");
            for third in versions.iter().filter(|third| order.is_le() && other <= *third) {
                assert!(one <= third, "{one} {other} {third}");
            }
        }
    }
}
