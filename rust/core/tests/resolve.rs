//! The resolver from outside: what it reads, what it costs, what it refuses.

use metier_core::catalog::{self, Catalog, CatalogEntry};
use metier_core::limits::ResolveLimits;
use metier_core::resolve::{
    Counters, FactKind, Limit, Outcome, Prefer, Premise, Resolution, ResolveOptions, Root, resolve,
};
use metier_core::version::{Dialect, Requirement, Version};

type Demand<'a> = (&'a str, &'a str);

fn requirement(text: &str) -> Requirement {
    Requirement::parse(text, Dialect::Strict).unwrap()
}

fn entry(id: &str, version: &str, requires: &[Demand<'_>]) -> CatalogEntry {
    CatalogEntry {
        id: id.to_owned(),
        version: Version::parse(version).unwrap(),
        requires: requires.iter().map(|(id, text)| ((*id).to_owned(), requirement(text))).collect(),
        optional: Vec::new(),
        yanked: false,
    }
}

fn run(entries: Vec<CatalogEntry>, asked: &[Demand<'_>], options: &ResolveOptions) -> Outcome {
    let root =
        |(id, text): &Demand<'_>| Root { id: (*id).to_owned(), requirement: requirement(text) };
    let roots: Vec<Root> = asked.iter().map(root).collect();
    resolve(&Catalog::build(entries).unwrap(), &roots, &[], options).unwrap()
}

fn solved(entries: Vec<CatalogEntry>, asked: &[Demand<'_>]) -> Resolution {
    match run(entries, asked, &ResolveOptions::default()) {
        Outcome::Resolution(resolution) => resolution,
        other => panic!("{other:?}"),
    }
}

fn chosen(resolution: &Resolution) -> Vec<String> {
    resolution.packages.iter().map(|one| format!("{}@{}", one.id, one.version)).collect()
}

/// One pigeon more than holes; two pigeons never sit in one hole.
fn pigeons(holes: usize) -> (Vec<CatalogEntry>, Vec<String>) {
    let mut entries = Vec::new();
    for pigeon in 0..=holes {
        for hole in 0..holes {
            let (target, text) = (format!("h{hole:02}"), format!("1.{pigeon}.0"));
            let demands = [(target.as_str(), text.as_str())];
            entries.push(entry(&format!("p{pigeon:02}"), &format!("1.{hole}.0"), &demands));
            entries.push(entry(&format!("h{hole:02}"), &format!("1.{pigeon}.0"), &[]));
        }
    }
    (entries, (0..=holes).map(|pigeon| format!("p{pigeon:02}")).collect())
}

#[test]
fn resolve_reads_only_what_the_roots_reach() {
    let mut entries: Vec<CatalogEntry> =
        (0..500).map(|number| entry(&format!("other{number}"), "1.0.0", &[("a", "*")])).collect();
    entries.extend([entry("a", "1.0.0", &[("b", "^1.0.0")]), entry("b", "1.2.0", &[])]);
    let resolution = solved(entries, &[("a", "*")]);
    assert_eq!(chosen(&resolution), ["b@1.2.0", "a@1.0.0"]);
    let expected = Counters { touched: 2, packages: 2, depth: 1, ..Counters::default() };
    assert_eq!(resolution.counters, expected);
}

#[test]
fn resolve_drops_a_group_of_versions_without_choosing_any() {
    let mut entries: Vec<CatalogEntry> =
        (0..200).map(|number| entry("a", &format!("1.{number}.0"), &[("b", "^2.0.0")])).collect();
    entries.extend([entry("a", "0.1.0", &[]), entry("b", "1.0.0", &[])]);
    let resolution = solved(entries, &[("a", "*"), ("b", "*")]);
    assert_eq!(chosen(&resolution), ["a@0.1.0", "b@1.0.0"]);
    assert_eq!((resolution.counters.decisions, resolution.counters.conflicts), (0, 0));
}

#[test]
fn resolve_many_candidates_cross_word_boundaries() {
    let mut entries: Vec<CatalogEntry> = (0..300)
        .map(|number| entry("a", &format!("1.{number}.0"), &[("b", &format!("1.{number}.0"))]))
        .collect();
    entries.extend([entry("b", "1.63.0", &[]), entry("b", "1.64.0", &[])]);
    assert_eq!(chosen(&solved(entries, &[("a", "*")])), ["b@1.64.0", "a@1.64.0"]);
}

#[test]
fn conflict_has_a_minimal_proof_that_ends_in_nothing() {
    let mut entries = vec![
        entry("left", "1.0.0", &[("shared", "^1.0.0"), ("noise", "*")]),
        entry("right", "1.0.0", &[("shared", "^2.0.0"), ("noise", "*")]),
        entry("shared", "1.0.0", &[]),
        entry("shared", "2.0.0", &[]),
    ];
    entries.extend((0..20).map(|number| entry("noise", &format!("2.{number}.0"), &[])));
    let asked = [("left", "*"), ("right", "*"), ("noise", "*")];
    let catalog = Catalog::build(entries.clone()).unwrap();
    let Outcome::Conflict(refutation) = run(entries, &asked, &ResolveOptions::default()) else {
        panic!("expected a conflict");
    };
    let conflict = refutation.explain(&catalog);
    assert_eq!(refutation.explain(&catalog), conflict);
    assert!(conflict.minimal);
    let kinds: Vec<FactKind> = conflict.facts.iter().map(|fact| fact.kind).collect();
    assert_eq!(kinds, [FactKind::Root, FactKind::Root, FactKind::Requires, FactKind::Requires]);
    assert!(conflict.derivations.last().unwrap().claims.is_empty());
    for (number, derivation) in conflict.derivations.iter().enumerate() {
        assert!(derivation.premises.iter().all(|premise| match premise {
            Premise::Fact(fact) => *fact < conflict.facts.len(),
            Premise::Derivation(earlier) => *earlier < number,
        }));
    }
}

#[test]
fn pigeonhole_stops_at_the_same_step_each_time() {
    let limits = ResolveLimits { max_conflicts: 100, ..ResolveLimits::default() };
    let options = ResolveOptions { limits, prefer: Prefer::Newest };
    let (entries, names) = pigeons(12);
    let asked: Vec<Demand<'_>> = names.iter().map(|name| (name.as_str(), "*")).collect();
    let counters = |outcome: &Outcome| {
        let Outcome::LimitReached(limit) = outcome else { panic!("{outcome:?}") };
        assert_eq!((limit.which, limit.limit), (Limit::Conflicts, 100));
        limit.counters
    };
    let reversed = entries.iter().rev().cloned().collect();
    let first = run(entries, &asked, &options);
    assert_eq!(counters(&first), counters(&run(reversed, &asked, &options)));
}

#[test]
fn catalog_refuses_what_is_no_catalog() {
    let twice = vec![entry("a", "1.0.0", &[]), entry("a", "1.0.0", &[])];
    let own = vec![entry("a", "1.0.0", &[("a", "*")])];
    let nameless = vec![entry("", "1.0.0", &[])];
    for (entries, code) in [
        (twice, "catalog_version_duplicate"),
        (own, "catalog_self_requirement"),
        (nameless, "catalog_id_invalid"),
    ] {
        assert_eq!(Catalog::build(entries).unwrap_err().code(), code);
        assert!(catalog::CODES.iter().any(|row| row.code == code));
    }
}

#[test]
fn answer_that_breaks_a_requirement_is_a_fault_of_the_resolver() {
    let breach = metier_core::resolve::Breach::Twice { id: "app".to_owned() };
    let error = metier_core::resolve::ResolveError::Unverified(breach);
    assert_eq!(error.code(), "resolution_unverified");
    assert_eq!(error.to_string(), "the resolver's answer is not valid: `app` is there twice");
}
