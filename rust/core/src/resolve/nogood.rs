//! Nogoods: sets of terms that do not all hold in any valid set.
#![expect(clippy::indexing_slicing, reason = "every index is a nogood or term handed out here")]

use std::ops::Range;

use super::domain::{Domains, Place};
use crate::catalog::set;

/// "The choice for this package is in this set."
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    /// The package.
    pub(super) place: Place,
    /// Candidates, and "absent" where that is one of them.
    pub(super) words: Vec<u64>,
}

/// One step of a derivation: the nogood used and the package it was resolved on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// A nogood.
    pub(super) nogood: usize,
    /// The package whose terms were united; nothing for the first step.
    pub(super) pivot: Option<Place>,
}

/// What a nogood rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// It says what the catalog or the caller says.
    Fact(Fact),
    /// It follows from others.
    Learned(Vec<Step>),
}

/// What the catalog or the caller says.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Fact {
    /// A root requirement, by its place among the roots in id order.
    Root(usize),
    /// A group of the catalog: required or optional.
    Group(usize),
    /// The yanked versions of this package of the catalog, but for a locked one.
    Yanked(usize),
    /// Packages of the catalog that require each other in this order, and the first again.
    Cycle(Vec<usize>),
}

#[derive(Debug)]
struct Nogood {
    terms: Range<usize>,
    watched: [usize; 2],
    origin: Origin,
}

/// What a look at a nogood says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Two terms or more are open, or one can't hold any more.
    Quiet,
    /// All hold but this term, which must not.
    Unit(usize),
    /// All hold.
    Violated,
}

/// All nogoods of one search.
#[derive(Debug, Default)]
pub(super) struct Nogoods {
    rows: Vec<Nogood>,
    terms: Vec<Term>,
}

impl Nogoods {
    /// Nogoods held.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The terms of a nogood, one a package.
    pub(super) fn terms(&self, nogood: usize) -> &[Term] {
        &self.terms[self.rows[nogood].terms.clone()]
    }

    /// One term by its number.
    pub(super) fn term(&self, number: usize) -> &Term {
        &self.terms[number]
    }

    /// What a nogood rests on.
    pub(super) fn origin(&self, nogood: usize) -> &Origin {
        &self.rows[nogood].origin
    }

    /// Adds a nogood without terms: what it rests on is impossible by itself.
    pub(super) fn add_empty(&mut self, origin: Origin) -> usize {
        let end = self.terms.len();
        self.rows.push(Nogood { terms: end..end, watched: [end, end], origin });
        self.rows.len() - 1
    }

    /// Adds a nogood and says which packages must watch it: those of the two terms that were, or
    /// will be, the last to hold.
    pub(super) fn add(
        &mut self,
        domains: &Domains,
        terms: Vec<Term>,
        origin: Origin,
    ) -> (usize, Vec<Place>) {
        let start = self.terms.len();
        let mut order: Vec<(Option<usize>, usize)> = terms
            .iter()
            .enumerate()
            .map(|(offset, term)| (lateness(domains, term), start + offset))
            .collect();
        order.sort_by(|left, right| (right.0, left.1).cmp(&(left.0, right.1)));
        let first = order.first().map_or(start, |entry| entry.1);
        let second = order.get(1).map_or(first, |entry| entry.1);
        self.terms.extend(terms);
        let end = self.terms.len();
        self.rows.push(Nogood { terms: start..end, watched: [first, second], origin });
        let mut watchers = vec![self.terms[first].place];
        if second != first {
            watchers.push(self.terms[second].place);
        }
        (self.rows.len() - 1, watchers)
    }

    /// Looks at all terms.
    pub(super) fn state(&self, domains: &Domains, nogood: usize) -> State {
        let mut open = None;
        for number in self.rows[nogood].terms.clone() {
            let term = &self.terms[number];
            if !set::is_subset(domains.get(term.place), &term.words) {
                if open.is_some() {
                    return State::Quiet;
                }
                open = Some(number);
            }
        }
        open.map_or(State::Violated, |number| self.unit(domains, number))
    }

    fn unit(&self, domains: &Domains, number: usize) -> State {
        let term = &self.terms[number];
        if set::is_disjoint(domains.get(term.place), &term.words) {
            State::Quiet
        } else {
            State::Unit(number)
        }
    }

    /// Looks at a nogood because the domain of `place`, which watches it, was narrowed. The
    /// second value is the package that watches in its stead from now on, if it found one.
    pub(super) fn visit(
        &mut self,
        domains: &Domains,
        nogood: usize,
        place: Place,
    ) -> (State, Option<Place>) {
        let Nogood { terms, watched, .. } = &self.rows[nogood];
        let [first, second] = *watched;
        let mine = usize::from(self.terms[first].place != place);
        let (this, other) = if mine == 0 { (first, second) } else { (second, first) };
        let holds = |number: usize| {
            set::is_subset(domains.get(self.terms[number].place), &self.terms[number].words)
        };
        if this == other {
            return (self.state(domains, nogood), None);
        }
        if !holds(this)
            || set::is_disjoint(domains.get(self.terms[other].place), &self.terms[other].words)
        {
            return (State::Quiet, None);
        }
        let instead =
            terms.clone().find(|&number| number != this && number != other && !holds(number));
        if let Some(number) = instead {
            self.rows[nogood].watched[mine] = number;
            return (State::Quiet, Some(self.terms[number].place));
        }
        if holds(other) { (State::Violated, None) } else { (State::Unit(other), None) }
    }
}

/// When a term came to hold: later is more, and a term that doesn't hold yet is latest of all.
fn lateness(domains: &Domains, term: &Term) -> Option<usize> {
    if set::is_subset(domains.get(term.place), &term.words) {
        domains.satisfier(term.place, &term.words)
    } else {
        Some(usize::MAX)
    }
}
