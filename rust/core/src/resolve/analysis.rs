//! Why choices can't stand, and how far back the reason reaches.
//!
//! From a violated nogood, the term that came to hold last is replaced by what made it hold
//! (two nogoods with sets `S` and `R` on one package give one with `S ∪ R` there and the
//! intersection on every other), until only one term depends on the last choice that matters.
//! What the others imply among themselves is left out. That nogood is learned: one level further
//! back it rules something out.
#![expect(clippy::indexing_slicing, reason = "spots have one row for each place, rows are listed")]

use super::domain::{Domains, Place};
use super::engine::Engine;
use super::nogood::{Nogoods, Step, Term};
use crate::catalog::set;

/// What a conflict means.
#[derive(Debug)]
pub(super) enum Verdict {
    /// No choice is to blame: there is no valid set.
    Hopeless(Vec<Step>),
    /// Back to `level`, where the engine's resolvent rules something out. It is new unless it has
    /// one step.
    Back {
        /// Its derivation; the first step is the violated nogood.
        steps: Vec<Step>,
        /// Where to go back to.
        level: usize,
        /// Levels that its terms came to hold at.
        spread: usize,
    },
}

const NOWHERE: usize = usize::MAX;

#[derive(Debug, Clone, Copy)]
struct Row {
    place: Place,
    start: usize,
    width: usize,
    /// The trail entry that made the term hold.
    satisfier: usize,
}

/// A nogood being resolved.
#[derive(Debug, Default)]
pub(super) struct Resolvent {
    rows: Vec<Row>,
    words: Vec<u64>,
    /// By place, which row is its.
    spots: Vec<usize>,
    levels: Vec<usize>,
}

impl Resolvent {
    /// Makes room for a package; places come in order.
    pub(super) fn touch(&mut self) {
        self.spots.push(NOWHERE);
    }

    fn clear(&mut self) {
        for row in self.rows.drain(..) {
            self.spots[row.place] = NOWHERE;
        }
        self.words.clear();
    }

    /// Its terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = (Place, &[u64])> {
        self.rows.iter().map(|row| (row.place, &self.words[row.start..row.start + row.width]))
    }

    fn meet(&mut self, domains: &Domains, place: Place, words: &[u64]) {
        let spot = self.spots[place];
        if spot == NOWHERE {
            self.put(domains, place, words);
            return;
        }
        let row = self.rows[spot];
        let own = &mut self.words[row.start..row.start + row.width];
        if !set::is_subset(own, words) {
            set::intersect(own, words);
            self.rows[spot].satisfier = domains.satisfier(place, own).unwrap_or(0);
        }
    }

    /// A term that always held says nothing and is left out.
    fn put(&mut self, domains: &Domains, place: Place, words: &[u64]) {
        if let Some(satisfier) = domains.satisfier(place, words) {
            self.spots[place] = self.rows.len();
            let (start, width) = (self.words.len(), words.len());
            self.words.extend_from_slice(words);
            self.rows.push(Row { place, start, width, satisfier });
        }
    }

    /// Unites a term with another on the same package; it is left out if it always held.
    fn widen(&mut self, domains: &Domains, spot: usize, words: &[u64]) {
        let row = self.rows[spot];
        let own = &mut self.words[row.start..row.start + row.width];
        set::union(own, words);
        match domains.satisfier(row.place, own) {
            Some(satisfier) => self.rows[spot].satisfier = satisfier,
            None => self.take(spot),
        }
    }

    fn take(&mut self, spot: usize) {
        let row = self.rows.swap_remove(spot);
        self.spots[row.place] = NOWHERE;
        if let Some(moved) = self.rows.get(spot) {
            self.spots[moved.place] = spot;
        }
    }

    /// Where the term stands that came to hold last, the trail entry that made it, and the one
    /// that made the last of the others.
    fn last_two(&self) -> Option<(usize, usize, Option<usize>)> {
        let (mut first, mut second): (Option<(usize, usize)>, Option<usize>) = (None, None);
        for (spot, row) in self.rows.iter().enumerate() {
            match first {
                Some((_, satisfier)) if row.satisfier <= satisfier => {
                    second = second.max(Some(row.satisfier));
                }
                _ => {
                    second = first.map(|(_, satisfier)| satisfier);
                    first = Some((spot, row.satisfier));
                }
            }
        }
        first.map(|(spot, satisfier)| (spot, satisfier, second))
    }

    /// Whether every term of a nogood but the one on `pivot` is implied by those here.
    fn absorbs(&self, domains: &Domains, nogoods: &Nogoods, reason: usize, pivot: Place) -> bool {
        nogoods.terms(reason).iter().filter(|term| term.place != pivot).all(|term| {
            let words = nogoods.words(*term);
            match self.rows.get(self.spots[term.place]) {
                Some(row) => set::is_subset(&self.words[row.start..row.start + row.width], words),
                None => domains.satisfier(term.place, words).is_none(),
            }
        })
    }

    /// The highest level of the terms other than the one on `asserting`.
    fn level(&self, domains: &Domains, asserting: Place) -> usize {
        let others = self.rows.iter().filter(|row| row.place != asserting);
        others.map(|row| domains.entry(row.satisfier).level).max().unwrap_or(0)
    }

    /// How many levels the terms came to hold at.
    fn spread(&mut self, domains: &Domains) -> usize {
        self.levels.clear();
        self.levels.extend(self.rows.iter().map(|row| domains.entry(row.satisfier).level));
        self.levels.sort_unstable();
        self.levels.dedup();
        self.levels.len()
    }
}

impl Engine<'_> {
    /// Finds what a violated nogood means; the nogood to learn is the resolvent's.
    pub(super) fn analyse(&mut self, violated: usize) -> Verdict {
        let mut resolvent = std::mem::take(&mut self.resolvent);
        let verdict = self.resolve_back(&mut resolvent, violated);
        self.resolvent = resolvent;
        verdict
    }

    fn resolve_back(&mut self, resolvent: &mut Resolvent, violated: usize) -> Verdict {
        let mut steps = vec![Step { nogood: violated, pivot: None }];
        resolvent.clear();
        for &term in self.nogoods.terms(violated) {
            self.queue.bump(term.place);
            resolvent.put(&self.domains, term.place, self.nogoods.words(term));
        }
        while let Some((spot, satisfier, second)) = resolvent.last_two() {
            let entry = self.domains.entry(satisfier);
            let level = second.map_or(0, |other| self.domains.entry(other).level);
            let Some(reason) = entry.reason.filter(|_| entry.level == 0 || level == entry.level)
            else {
                let learned = steps.len() > 1;
                if learned {
                    self.minimise(resolvent, entry.place, &mut steps);
                }
                let level =
                    if learned { resolvent.level(&self.domains, entry.place) } else { level };
                let spread = resolvent.spread(&self.domains);
                return Verdict::Back { steps, level, spread };
            };
            self.replace(resolvent, spot, reason);
            steps.push(Step { nogood: reason, pivot: Some(entry.place) });
        }
        Verdict::Hopeless(steps)
    }

    /// Replaces a term by what made it hold.
    fn replace(&mut self, resolvent: &mut Resolvent, spot: usize, reason: usize) {
        let pivot = resolvent.rows[spot].place;
        let mut own: Option<Term> = None;
        for &term in self.nogoods.terms(reason) {
            self.queue.bump(term.place);
            if term.place == pivot {
                own = Some(term);
            } else {
                resolvent.meet(&self.domains, term.place, self.nogoods.words(term));
            }
        }
        if let Some(term) = own {
            resolvent.widen(&self.domains, spot, self.nogoods.words(term));
        }
    }

    /// Leaves out what follows from the rest: a term whose reason says nothing new.
    fn minimise(&self, resolvent: &mut Resolvent, asserting: Place, steps: &mut Vec<Step>) {
        let mut spot = 0;
        while let Some(&row) = resolvent.rows.get(spot) {
            let entry = self.domains.entry(row.satisfier);
            let reason = entry.reason.filter(|reason| {
                row.place != asserting
                    && resolvent.absorbs(&self.domains, &self.nogoods, *reason, row.place)
            });
            let Some(reason) = reason else {
                spot += 1;
                continue;
            };
            let own = self.nogoods.terms(reason).iter().find(|term| term.place == row.place);
            let Some(&term) = own else { break };
            resolvent.widen(&self.domains, spot, self.nogoods.words(term));
            steps.push(Step { nogood: reason, pivot: Some(row.place) });
        }
    }
}
