//! Why choices can't stand, and how far back the reason reaches.
//!
//! From a violated nogood, the term that came to hold last is replaced by what made it hold
//! (two nogoods with sets `S` and `R` on one package give one with `S ∪ R` there and the
//! intersection on every other), until only one term depends on the last choice that matters.
//! That nogood is learned: one level further back it rules something out.

use std::collections::HashMap;

use super::domain::Place;
use super::engine::Engine;
use super::nogood::{Step, Term};
use crate::catalog::set;

/// What a conflict means.
#[derive(Debug)]
pub(super) enum Verdict {
    /// No choice is to blame: there is no valid set.
    Hopeless(Vec<Step>),
    /// Back to `level`, where the nogood rules something out. It is new unless it has one step.
    Back {
        /// The nogood.
        terms: Vec<Term>,
        /// Its derivation; the first step is the violated nogood.
        steps: Vec<Step>,
        /// Where to go back to.
        level: usize,
    },
}

/// A nogood being resolved: its terms, and for each the trail entry that made it hold.
#[derive(Default)]
struct Resolvent {
    terms: Vec<(Term, usize)>,
    places: HashMap<Place, usize>,
}

impl Resolvent {
    fn meet(&mut self, engine: &Engine<'_>, term: &Term) {
        let Some(&at) = self.places.get(&term.place) else {
            self.put(engine, term.clone());
            return;
        };
        if let Some((own, satisfier)) = self.terms.get_mut(at) {
            set::intersect(&mut own.words, &term.words);
            *satisfier = engine.domains.satisfier(own.place, &own.words).unwrap_or(0);
        }
    }

    /// A term that always held says nothing and is left out.
    fn put(&mut self, engine: &Engine<'_>, term: Term) {
        if let Some(satisfier) = engine.domains.satisfier(term.place, &term.words) {
            self.places.insert(term.place, self.terms.len());
            self.terms.push((term, satisfier));
        }
    }

    fn take(&mut self, at: usize) -> Option<Term> {
        if at >= self.terms.len() {
            return None;
        }
        let (term, _) = self.terms.swap_remove(at);
        self.places.remove(&term.place);
        if let Some((moved, _)) = self.terms.get(at) {
            self.places.insert(moved.place, at);
        }
        Some(term)
    }

    /// Where the term stands that came to hold last, and the trail entry that made it.
    fn last(&self) -> Option<(usize, usize)> {
        let last = self.terms.iter().enumerate().max_by_key(|(_, (_, satisfier))| *satisfier)?;
        Some((last.0, last.1.1))
    }

    /// The highest level of the terms other than the one at `last`.
    fn level_without(&self, engine: &Engine<'_>, last: usize) -> usize {
        let others = self.terms.iter().enumerate().filter(|(at, _)| *at != last);
        others.map(|(_, (_, satisfier))| engine.domains.entry(*satisfier).level).max().unwrap_or(0)
    }
}

impl Engine<'_> {
    /// Finds what a violated nogood means.
    pub(super) fn analyse(&mut self, violated: usize) -> Verdict {
        let mut resolvent = Resolvent::default();
        let mut steps = vec![Step { nogood: violated, pivot: None }];
        self.blame(violated);
        for term in self.nogoods.terms(violated) {
            resolvent.put(self, term.clone());
        }
        while let Some((at, satisfier)) = resolvent.last() {
            let entry = self.domains.entry(satisfier);
            let level = resolvent.level_without(self, at);
            let Some(reason) = entry.reason.filter(|_| entry.level == 0 || level == entry.level)
            else {
                let terms = resolvent.terms.into_iter().map(|(term, _)| term).collect();
                return Verdict::Back { terms, steps, level };
            };
            let Some(mut pivot) = resolvent.take(at) else { break };
            self.blame(reason);
            for term in self.nogoods.terms(reason) {
                if term.place == pivot.place {
                    set::union(&mut pivot.words, &term.words);
                } else {
                    resolvent.meet(self, term);
                }
            }
            steps.push(Step { nogood: reason, pivot: Some(pivot.place) });
            resolvent.put(self, pivot);
        }
        Verdict::Hopeless(steps)
    }

    /// Moves the packages of a nogood forward in line.
    fn blame(&mut self, nogood: usize) {
        for term in self.nogoods.terms(nogood) {
            self.queue.bump(term.place);
        }
    }
}
