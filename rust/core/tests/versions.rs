//! Versions and requirements as the resolver uses them.

use metier_core::version::{Alternative, Dialect, Requirement, Version};

fn version(text: &str) -> Version {
    Version::parse(text).unwrap()
}

fn npm(text: &str) -> Requirement {
    Requirement::parse(text, Dialect::Npm).unwrap()
}

#[test]
fn build_identifiers_break_ties_bytewise_absent_first() {
    let texts = ["1.0.0-a+z", "1.0.0", "1.0.0+10", "1.0.0+10.a", "1.0.0+2", "1.0.0+a"];
    let mut versions: Vec<_> = texts.iter().rev().map(|text| version(text)).collect();
    versions.sort();
    let sorted: Vec<_> = versions.iter().map(Version::text).collect();
    assert_eq!(sorted, texts);
}

#[test]
fn numeric_prerelease_identifiers_are_unbounded() {
    let (nines, ten) = ("9".repeat(40), format!("1{}", "0".repeat(40)));
    assert!(version(&format!("1.0.0-{nines}")) < version(&format!("1.0.0-{ten}")));
}

#[test]
fn floor_is_below_every_version_of_its_numbers() {
    let floor = Version::floor(1, 2, 3);
    assert_eq!(floor, version("1.2.3-0"));
    assert_eq!(floor.prerelease(), "0");
    assert!(floor < version("1.2.3-0.0"));
    assert!(version("1.2.2") < floor);
}

#[test]
fn strict_equality_is_an_exact_alternative() {
    let requirement = Requirement::parse("=1.0.0+a >=0.9.0", Dialect::Strict).unwrap();
    assert_eq!(requirement.alternatives(), [Alternative::Exact(version("1.0.0+a"))]);
    assert!(Requirement::exactly(version("1.0.0+a")).matches(&version("1.0.0+a"), false));
}

#[test]
fn contradictions_have_no_alternative() {
    for text in [">2.0.0 <1.0.0", "=1.0.0 =1.0.0+a", ">1.0.0 <=1.0.0", "=1.0.0 <1.0.0"] {
        let requirement = Requirement::parse(text, Dialect::Strict).unwrap();
        assert!(requirement.alternatives().is_empty(), "{text}");
        assert_eq!(requirement.normalized(), "<0.0.0-0");
    }
}

#[test]
fn tighter_bound_keeps_the_prereleases_it_names() {
    let requirement = npm(">=1.2.3-alpha >=1.2.3-beta <2 || 3");
    assert!(requirement.matches(&version("1.2.3-rc"), false));
    assert!(!requirement.matches(&version("1.2.3-alpha"), false));
    assert!(!requirement.matches(&version("1.2.4-rc"), false));
    assert!(requirement.matches(&version("1.2.4-rc"), true));
}

#[test]
fn partial_lower_end_takes_its_prereleases_only_with_the_rule_lifted() {
    let requirement = npm(">=2 <=2.0.0-rc");
    assert!(!requirement.matches(&version("2.0.0-alpha"), false));
    assert!(requirement.matches(&version("2.0.0-alpha"), true));
}

#[test]
fn any_takes_every_release() {
    assert!(Requirement::any().matches(&version("0.0.0"), false));
    assert!(!Requirement::any().matches(&version("1.0.0-a"), false));
    assert_eq!(Requirement::parse(" any\n", Dialect::Strict).unwrap().text(), "any");
}

#[test]
fn offsets_count_from_the_start_of_the_text() {
    let offset = |text, dialect| Requirement::parse(text, dialect).unwrap_err().offset();
    assert_eq!(offset("  ^1.2", Dialect::Strict), 6);
    assert_eq!(offset(">=1.0.0,,<2.0.0", Dialect::Strict), 8);
    assert_eq!(offset("1 || 2.x.3", Dialect::Npm), 9);
    assert_eq!(offset("1.0.0 -", Dialect::Npm), 7);
    assert_eq!(offset("1, 2 3", Dialect::Cargo), 4);
}

#[test]
fn length_bound_is_inclusive() {
    let text = format!("1.0.0{}1.0.0", " ".repeat(4086));
    assert!(Requirement::parse(&format!(" {text} "), Dialect::Strict).is_ok());
    assert!(Requirement::parse(&format!("{text}0"), Dialect::Strict).is_err());
}
