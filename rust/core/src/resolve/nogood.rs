//! Nogoods: sets of terms that do not all hold in any valid set.
#![expect(clippy::indexing_slicing, reason = "every index is a nogood or term handed out here")]

use super::domain::{Domains, Place};
use crate::catalog::set;

/// "The choice for this package is in this set." The words are kept by [`Nogoods`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    /// The package.
    pub(super) place: Place,
    start: usize,
    width: usize,
    /// The first of the words, which are rarely more: it saves a look elsewhere.
    first: u64,
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
    Learned(Box<[Step]>),
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

/// One watch of a nogood: twice the nogood, and 1 for the second of its two watched terms.
type Watch = usize;

const NO_WATCH: Watch = usize::MAX;

#[derive(Debug, Clone, Copy)]
struct Row {
    start: usize,
    length: usize,
    watched: [usize; 2],
    /// For each watch the next one of the same package.
    next: [Watch; 2],
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

/// Where a package's walk over its watches stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round {
    place: Place,
    before: Option<Watch>,
    at: Watch,
}

/// All nogoods of one search, and which packages watch them.
#[derive(Debug, Default)]
pub(super) struct Nogoods {
    rows: Vec<Row>,
    terms: Vec<Term>,
    words: Vec<u64>,
    origins: Vec<Origin>,
    /// For each package the first of its watches.
    heads: Vec<Watch>,
    /// Where the terms of the nogood being written start.
    opened: usize,
}

impl Nogoods {
    /// Makes room for a package; places come in order.
    pub(super) fn touch(&mut self) {
        self.heads.push(NO_WATCH);
    }

    /// Nogoods held.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The terms of a nogood, one a package; none if it was forgotten.
    pub(super) fn terms(&self, nogood: usize) -> &[Term] {
        let row = self.rows[nogood];
        &self.terms[row.start..row.start + row.length]
    }

    /// One term by its number.
    pub(super) fn term(&self, number: usize) -> Term {
        self.terms[number]
    }

    /// The candidates of a term, and "absent" where that is one of them.
    pub(super) fn words(&self, term: Term) -> &[u64] {
        &self.words[term.start..term.start + term.width]
    }

    /// What a nogood rests on.
    pub(super) fn origin(&self, nogood: usize) -> &Origin {
        &self.origins[nogood]
    }

    /// Writes one more term of the next nogood and gives its words, all of them empty.
    pub(super) fn write(&mut self, place: Place, width: usize) -> &mut [u64] {
        let start = self.words.len();
        self.words.resize(start + width, 0);
        self.terms.push(Term { place, start, width, first: 0 });
        &mut self.words[start..]
    }

    /// Takes the last term written back.
    pub(super) fn unwrite(&mut self) {
        if let Some(term) = self.terms.pop() {
            self.words.truncate(term.start);
        }
    }

    /// Ends the nogood whose terms were written. It is watched by the packages of the two terms
    /// that were, or will be, the last to hold; one of a single term is watched by none.
    pub(super) fn finish(&mut self, domains: &Domains, origin: Origin) -> usize {
        let (start, end) = (self.opened, self.terms.len());
        self.opened = end;
        for term in &mut self.terms[start..end] {
            term.first = self.words[term.start];
        }
        let watched = self.latest_two(domains, start, end);
        let number = self.rows.len();
        let row = Row { start, length: end - start, watched, next: [NO_WATCH; 2] };
        self.rows.push(row);
        self.origins.push(origin);
        if end - start > 1 {
            self.link(2 * number, self.terms[watched[0]].place);
            self.link(2 * number + 1, self.terms[watched[1]].place);
        }
        number
    }

    fn latest_two(&self, domains: &Domains, start: usize, end: usize) -> [usize; 2] {
        if end - start <= 2 {
            return [start, end.max(start + 1) - 1];
        }
        let (mut first, mut second) = ((None, start), (None, start));
        for number in start..end {
            let late = (Some(self.lateness(domains, self.terms[number])), number);
            if first.0 < late.0 {
                second = first;
                first = late;
            } else if second.0 < late.0 {
                second = late;
            }
        }
        [first.1, second.1]
    }

    /// When a term came to hold: later is more, and one that doesn't hold yet is latest of all.
    fn lateness(&self, domains: &Domains, term: Term) -> usize {
        if self.holds(domains, term) {
            domains.satisfier(term.place, self.words(term)).map_or(0, |entry| entry + 1)
        } else {
            usize::MAX
        }
    }

    fn link(&mut self, watch: Watch, place: Place) {
        self.rows[watch / 2].next[watch % 2] = self.heads[place];
        self.heads[place] = watch;
    }

    fn holds(&self, domains: &Domains, term: Term) -> bool {
        if term.width == 1 {
            return domains.first(term.place) & !term.first == 0;
        }
        set::is_subset(domains.get(term.place), self.words(term))
    }

    fn fails(&self, domains: &Domains, term: Term) -> bool {
        if term.width == 1 {
            return domains.first(term.place) & term.first == 0;
        }
        set::is_disjoint(domains.get(term.place), self.words(term))
    }

    /// Looks at all terms.
    pub(super) fn state(&self, domains: &Domains, nogood: usize) -> State {
        let row = self.rows[nogood];
        let mut open = None;
        for number in row.start..row.start + row.length {
            if !self.holds(domains, self.terms[number]) {
                if open.is_some() {
                    return State::Quiet;
                }
                open = Some(number);
            }
        }
        match open {
            None => State::Violated,
            Some(number) if self.fails(domains, self.terms[number]) => State::Quiet,
            Some(number) => State::Unit(number),
        }
    }

    /// Starts a walk over the watches of a package.
    pub(super) fn round(&self, place: Place) -> Round {
        Round { place, before: None, at: self.heads[place] }
    }

    /// Looks at the next nogood that a package watches and that says something, because the
    /// package was narrowed; nothing at the end of the walk.
    pub(super) fn next(&mut self, domains: &Domains, round: &mut Round) -> Option<(usize, State)> {
        while round.at != NO_WATCH {
            let watch = round.at;
            let (nogood, side) = (watch / 2, watch % 2);
            let row = self.rows[nogood];
            round.at = row.next[side];
            let (this, other) = (row.watched[side], row.watched[1 - side]);
            if !self.holds(domains, self.terms[this]) || self.fails(domains, self.terms[other]) {
                round.before = Some(watch);
                continue;
            }
            let instead = self.substitute(domains, row);
            if let Some(number) = instead {
                self.unlink(round, row.next[side]);
                self.rows[nogood].watched[side] = number;
                self.link(watch, self.terms[number].place);
                continue;
            }
            round.before = Some(watch);
            let violated = self.holds(domains, self.terms[other]);
            return Some((nogood, if violated { State::Violated } else { State::Unit(other) }));
        }
        None
    }

    /// A term that doesn't hold, beside the two watched.
    fn substitute(&self, domains: &Domains, row: Row) -> Option<usize> {
        (row.start..row.start + row.length).find(|number| {
            !row.watched.contains(number) && !self.holds(domains, self.terms[*number])
        })
    }

    fn unlink(&mut self, round: &Round, next: Watch) {
        match round.before {
            Some(before) => self.rows[before / 2].next[before % 2] = next,
            None => self.heads[round.place] = next,
        }
    }

    /// Forgets the terms of these nogoods and gives their room back. What they rest on is kept:
    /// a proof may need it.
    pub(super) fn forget(&mut self, nogoods: &[usize]) {
        for nogood in nogoods {
            self.rows[*nogood].length = 0;
        }
        let (old_terms, old_words) =
            (std::mem::take(&mut self.terms), std::mem::take(&mut self.words));
        self.heads.fill(NO_WATCH);
        for number in 0..self.rows.len() {
            let row = self.rows[number];
            let start = self.terms.len();
            for term in &old_terms[row.start..row.start + row.length] {
                let words = &old_words[term.start..term.start + term.width];
                self.terms.push(Term { start: self.words.len(), ..*term });
                self.words.extend_from_slice(words);
            }
            let watched = row.watched.map(|old| start + old.saturating_sub(row.start));
            self.rows[number] = Row { start, watched, ..row };
            if row.length > 1 {
                self.link(2 * number, self.terms[watched[0]].place);
                self.link(2 * number + 1, self.terms[watched[1]].place);
            }
        }
        self.opened = self.terms.len();
    }
}
