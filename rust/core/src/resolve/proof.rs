//! From an engine's refutation to facts and derivations.

use std::collections::{BTreeMap, BTreeSet};

use super::engine::Engine;
use super::nogood::{Fact, Origin, Step, Term};
use crate::catalog::set;

/// Premises of one derivation beside the one before it; more are split into several.
const PREMISES: usize = 2;

/// A premise: a fact, or an earlier derivation of this proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ground {
    Fact(Fact),
    Earlier(usize),
}

/// Claims by package of the catalog.
pub(super) type Claims = BTreeMap<usize, Vec<u64>>;

/// "These claims don't all hold."
#[derive(Debug, Clone)]
pub(super) struct Derived {
    pub(super) claims: Claims,
    pub(super) grounds: Vec<Ground>,
}

/// The derivations behind a refutation, each after those it rests on; the last has no claims.
pub(super) fn derivations(engine: &Engine<'_>) -> Vec<Derived> {
    let mut proof = Proof { engine, derived: Vec::new(), numbers: BTreeMap::new() };
    for nogood in learned_used(engine) {
        if let Origin::Learned(steps) = engine.nogoods.origin(nogood) {
            proof.chain(steps);
            proof.numbers.insert(nogood, proof.derived.len().saturating_sub(1));
        }
    }
    if let Some(steps) = &engine.refutation {
        proof.chain(steps);
    }
    proof.derived
}

/// Learned nogoods that the refutation rests on; one learned later stands later.
fn learned_used(engine: &Engine<'_>) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    let mut waiting: Vec<usize> =
        engine.refutation.iter().flatten().map(|step| step.nogood).collect();
    while let Some(nogood) = waiting.pop() {
        if let Origin::Learned(steps) = engine.nogoods.origin(nogood)
            && used.insert(nogood)
        {
            waiting.extend(steps.iter().map(|step| step.nogood));
        }
    }
    used
}

struct Proof<'e, 'a> {
    engine: &'e Engine<'a>,
    derived: Vec<Derived>,
    numbers: BTreeMap<usize, usize>,
}

impl Proof<'_, '_> {
    /// Resolves the steps one after the other, a few to a derivation.
    fn chain(&mut self, steps: &[Step]) {
        let Some((first, rest)) = steps.split_first() else { return };
        let mut claims = self.claims(self.engine.nogoods.terms(first.nogood));
        let mut grounds = self.ground(first.nogood);
        let mut added = 1;
        for (number, step) in rest.iter().enumerate() {
            let pivot = step.pivot.map(|place| self.engine.domains.package(place));
            let other = self.claims(self.engine.nogoods.terms(step.nogood));
            self.resolve(&mut claims, other, pivot);
            grounds.extend(self.ground(step.nogood));
            added += 1;
            if added >= PREMISES && number + 1 < rest.len() {
                self.derived.push(Derived { claims: claims.clone(), grounds });
                grounds = vec![Ground::Earlier(self.derived.len() - 1)];
                added = 0;
            }
        }
        self.derived.push(Derived { claims, grounds });
    }

    fn claims(&self, terms: &[Term]) -> Claims {
        let package = |term: &Term| self.engine.domains.package(term.place);
        terms
            .iter()
            .map(|term| (package(term), self.engine.nogoods.words(*term).to_vec()))
            .collect()
    }

    fn ground(&self, nogood: usize) -> Vec<Ground> {
        match self.engine.nogoods.origin(nogood) {
            Origin::Fact(fact) => vec![Ground::Fact(fact.clone())],
            Origin::Learned(_) => self
                .numbers
                .get(&nogood)
                .map(|number| Ground::Earlier(*number))
                .into_iter()
                .collect(),
        }
    }

    fn resolve(&self, claims: &mut Claims, other: Claims, pivot: Option<usize>) {
        for (package, words) in other {
            let Some(own) = claims.get_mut(&package) else {
                claims.insert(package, words);
                continue;
            };
            if Some(package) == pivot {
                set::union(own, &words);
            } else {
                set::intersect(own, &words);
            }
            if *own == self.engine.problem.everything(package) {
                claims.remove(&package);
            }
        }
    }
}
