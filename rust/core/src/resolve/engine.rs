//! The engine: domains, nogoods and what follows from them.
//!
//! Each package has a domain: its versions and "absent". A nogood is a set of terms that don't
//! all hold. When all but one hold, the last one's candidates are ruled out; when all hold, the
//! choices made so far can't stand and [`super::analysis`] says why.
#![expect(clippy::indexing_slicing, reason = "watchers have one row for each place handed out")]

use std::collections::HashMap;

use super::budget::Budget;
use super::domain::{Domains, Place};
use super::nogood::{Fact, Nogoods, Origin, State, Step, Term};
use super::problem::Problem;
use super::queue::Queue;
use crate::catalog::set;

/// One incremental search over one problem.
pub(super) struct Engine<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) domains: Domains,
    pub(super) nogoods: Nogoods,
    pub(super) queue: Queue,
    pub(super) budget: Budget,
    /// Packages whose choice is made, with the trail's length at that time.
    pub(super) settled: Vec<(usize, Place)>,
    /// Nogoods of the groups read so far.
    pub(super) loaded: HashMap<usize, usize>,
    /// Whether groups are read as versions are chosen; else the facts given are all there are.
    pub(super) reads_catalog: bool,
    /// The bits of the last valid set found, by place; nothing where a package was absent.
    pub(super) model: Vec<Option<usize>>,
    /// Why there is no valid set at all, once that is known.
    pub(super) refutation: Option<Vec<Step>>,
    watchers: Vec<Vec<usize>>,
    /// Nogoods of one term that were learned of at a level above 0: going back forgets what they
    /// rule out, so they are looked at again.
    late: Vec<usize>,
    /// One of these that going back found violated.
    pending: Option<usize>,
    /// Trail entries whose watchers have been told.
    head: usize,
}

impl<'a> Engine<'a> {
    /// An engine that knows the roots and reads the catalog as it goes.
    pub(super) fn new(problem: &'a Problem<'a>, budget: Budget) -> Self {
        let mut engine = Self::empty(problem, budget, true);
        for number in 0..problem.roots.len() {
            engine.add_fact(Fact::Root(number));
        }
        engine
    }

    /// An engine that knows these facts and nothing else.
    pub(super) fn of_facts(problem: &'a Problem<'a>, budget: Budget, facts: &[Fact]) -> Self {
        let mut engine = Self::empty(problem, budget, false);
        for fact in facts {
            engine.add_fact(fact.clone());
        }
        engine
    }

    fn empty(problem: &'a Problem<'a>, budget: Budget, reads_catalog: bool) -> Self {
        Self {
            problem,
            domains: Domains::default(),
            nogoods: Nogoods::default(),
            queue: Queue::default(),
            budget,
            settled: Vec::new(),
            loaded: HashMap::new(),
            reads_catalog,
            model: Vec::new(),
            refutation: None,
            watchers: Vec::new(),
            late: Vec::new(),
            pending: None,
            head: 0,
        }
    }

    /// The place of a package of the catalog; its yanked versions are ruled out at first sight.
    pub(super) fn place(&mut self, package: usize) -> Place {
        if let Some(place) = self.domains.place(package) {
            return place;
        }
        let place = self.domains.touch(self.problem.catalog, package);
        self.queue.touch();
        self.watchers.push(Vec::new());
        self.model.push(None);
        self.budget.counters.touched = self.domains.len() as u64;
        if self.reads_catalog && !set::is_empty(&self.problem.barred(package)) {
            let nogood = self.add_fact(Fact::Yanked(package));
            self.check(nogood);
        }
        place
    }

    /// Adds the nogood that a fact states, without looking at it yet.
    pub(super) fn add_fact(&mut self, fact: Fact) -> usize {
        let terms = self.problem.terms(&fact);
        let terms = terms
            .into_iter()
            .map(|(package, words)| Term { place: self.place(package), words })
            .collect();
        self.add_nogood(terms, Origin::Fact(fact))
    }

    /// Adds a nogood, without looking at it yet.
    pub(super) fn add_nogood(&mut self, terms: Vec<Term>, origin: Origin) -> usize {
        if terms.is_empty() {
            let nogood = self.nogoods.add_empty(origin);
            self.refutation.get_or_insert_with(|| vec![Step { nogood, pivot: None }]);
            return nogood;
        }
        let alone = terms.len() == 1;
        let (nogood, watching) = self.nogoods.add(&self.domains, terms, origin);
        if alone && self.domains.level() > 0 {
            self.late.push(nogood);
        }
        for place in watching {
            self.watchers[place].push(nogood);
        }
        nogood
    }

    /// The nogood of a group, read now if it wasn't yet.
    pub(super) fn load(&mut self, group: usize) -> usize {
        if let Some(nogood) = self.loaded.get(&group) {
            return *nogood;
        }
        let nogood = self.add_fact(Fact::Group(group));
        self.loaded.insert(group, nogood);
        nogood
    }

    /// Looks at a nogood and does what follows; true if it is violated.
    pub(super) fn check(&mut self, nogood: usize) -> bool {
        let state = self.nogoods.state(&self.domains, nogood);
        self.follow(nogood, state)
    }

    fn follow(&mut self, nogood: usize, state: State) -> bool {
        match state {
            State::Quiet => false,
            State::Violated => true,
            State::Unit(number) => {
                let term = self.nogoods.term(number);
                let place = term.place;
                let was_required = self.domains.is_required(place);
                self.domains.remove(place, &term.words, Some(nogood));
                if !was_required && self.domains.is_required(place) {
                    self.queue.push(place);
                }
                false
            }
        }
    }

    /// Chooses or assumes: keeps only `allowed` at a level of its own.
    pub(super) fn keep(&mut self, place: Place, allowed: &[u64]) {
        let was_required = self.domains.is_required(place);
        self.domains.keep(place, allowed, None);
        if !was_required && self.domains.is_required(place) {
            self.queue.push(place);
        }
    }

    /// Draws every conclusion; the nogood that is violated, if one is.
    pub(super) fn propagate(&mut self) -> Option<usize> {
        if let Some(nogood) = self.pending.take().filter(|nogood| self.check(*nogood)) {
            return Some(nogood);
        }
        while self.head < self.domains.trail_len() {
            let place = self.domains.entry(self.head).place;
            self.head += 1;
            let violated = self.tell(place);
            if violated.is_some() {
                return violated;
            }
        }
        None
    }

    /// Tells the watchers of a package that it was narrowed.
    fn tell(&mut self, place: Place) -> Option<usize> {
        let mut watching = std::mem::take(&mut self.watchers[place]);
        let mut violated = None;
        let mut at = 0;
        while let Some(&nogood) = watching.get(at) {
            let (state, instead) = self.nogoods.visit(&self.domains, nogood, place);
            if let Some(other) = instead {
                self.watchers[other].push(nogood);
                watching.swap_remove(at);
                continue;
            }
            at += 1;
            if self.follow(nogood, state) {
                violated = Some(nogood);
                break;
            }
        }
        self.watchers[place] = watching;
        violated
    }

    /// Goes back to the end of `level`; choices undone wait in line again.
    pub(super) fn undo(&mut self, level: usize) {
        if level >= self.domains.level() {
            return;
        }
        self.domains.undo(level);
        let end = self.domains.trail_len();
        self.head = end;
        while let Some((_, place)) = self.settled.pop_if(|(length, _)| *length >= end) {
            self.queue.push(place);
        }
        self.recall();
    }

    /// Looks again at what was learned of too late to be kept.
    fn recall(&mut self) {
        let late = std::mem::take(&mut self.late);
        for nogood in &late {
            if self.check(*nogood) {
                self.pending = Some(*nogood);
            }
        }
        if self.domains.level() > 0 {
            self.late = late;
        }
    }
}
