//! The engine: domains, nogoods and what follows from them.
//!
//! Each package has a domain: its versions and "absent". A nogood is a set of terms that don't
//! all hold. When all but one hold, the last one's candidates are ruled out; when all hold, the
//! choices made so far can't stand and [`super::analysis`] says why.
#![expect(clippy::indexing_slicing, reason = "flags have one row for each place handed out")]

use super::analysis::Resolvent;
use super::budget::Budget;
use super::domain::{Domains, Place};
use super::line::Line;
use super::nogood::{Fact, Nogoods, Origin, State, Step};
use super::problem::Problem;
use super::queue::Queue;
use super::retention::Retention;
use super::table::Table;
use crate::catalog::{Group, set};

/// Which package is chosen for next.
#[derive(Debug)]
pub(super) enum Order {
    /// The order of spec 04: the first valid set found is the defined one, but for optional
    /// dependencies.
    Defined(Line),
    /// Packages of recent conflicts first.
    Conflicts,
}

/// One incremental search over one problem.
pub(super) struct Engine<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) domains: Domains,
    pub(super) nogoods: Nogoods,
    pub(super) queue: Queue,
    pub(super) order: Order,
    pub(super) budget: Budget,
    pub(super) retention: Retention,
    /// Packages whose choice is made, with the trail's length at that time.
    pub(super) settled: Vec<(usize, Place)>,
    /// Nogoods of the groups read so far.
    loaded: Table,
    /// Whether groups are read as versions are chosen; else the facts given are all there are.
    pub(super) reads_catalog: bool,
    /// The bits of the last valid set found, by place; nothing where a package was absent.
    pub(super) model: Vec<Option<usize>>,
    /// Required edges on the longest path of that set.
    pub(super) depth: usize,
    /// Why there is no valid set at all, once that is known.
    pub(super) refutation: Option<Vec<Step>>,
    /// The nogood being made of a conflict; kept for its memory.
    pub(super) resolvent: Resolvent,
    /// Nogoods of one term that were learned of at a level above 0: going back forgets what they
    /// rule out, so they are looked at again.
    late: Vec<usize>,
    /// One of these that going back found violated.
    pending: Option<usize>,
    /// Packages narrowed whose watches have not been told, and which those are.
    narrowed: Vec<Place>,
    is_narrowed: Vec<bool>,
    /// How many of `narrowed` have been told.
    told: usize,
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
            order: Order::Conflicts,
            budget,
            retention: Retention::default(),
            settled: Vec::new(),
            loaded: Table::default(),
            reads_catalog,
            model: Vec::new(),
            depth: 0,
            refutation: None,
            resolvent: Resolvent::default(),
            late: Vec::new(),
            pending: None,
            narrowed: Vec::new(),
            is_narrowed: Vec::new(),
            told: 0,
        }
    }

    /// The place of a package of the catalog; its yanked versions are ruled out at first sight.
    pub(super) fn place(&mut self, package: usize) -> Place {
        if let Some(place) = self.domains.place(package) {
            return place;
        }
        let place = self.domains.touch(self.problem.catalog, package);
        self.queue.touch();
        self.nogoods.touch();
        self.resolvent.touch();
        self.model.push(None);
        self.is_narrowed.push(false);
        self.budget.counters.touched = self.domains.len() as u64;
        if self.reads_catalog && self.problem.has_barred(package) {
            let nogood = self.add_fact(Fact::Yanked(package));
            self.check(nogood);
        }
        place
    }

    /// Adds the nogood that a fact states, without looking at it yet.
    pub(super) fn add_fact(&mut self, fact: Fact) -> usize {
        if let Fact::Group(number) = fact
            && let Some(group) = self.problem.catalog.group(number)
        {
            return self.add_group(group, fact);
        }
        for (package, words) in self.problem.terms(&fact) {
            let place = self.place(package);
            self.nogoods.write(place, words.len()).copy_from_slice(&words);
        }
        self.add_written(Origin::Fact(fact))
    }

    /// Writes a group's nogood straight from the catalog.
    fn add_group(&mut self, group: &Group, fact: Fact) -> usize {
        let catalog = self.problem.catalog;
        let (owner, target) = (self.place(group.owner), self.place(group.target));
        self.nogoods.write(owner, group.owners.len()).copy_from_slice(&group.owners);
        let versions = catalog.package_versions(group.target).len();
        let forbidden = self.nogoods.write(target, set::width(versions));
        set::fill(forbidden, versions);
        set::subtract(forbidden, catalog.allowed(group));
        if group.optional {
            set::remove(forbidden, set::ABSENT);
        }
        if set::is_full(forbidden, versions) {
            self.nogoods.unwrite();
        }
        self.add_written(Origin::Fact(fact))
    }

    /// Adds the nogood whose terms were written, without looking at it yet.
    pub(super) fn add_written(&mut self, origin: Origin) -> usize {
        let nogood = self.nogoods.finish(&self.domains, origin);
        match self.nogoods.terms(nogood).len() {
            0 => {
                self.refutation.get_or_insert_with(|| vec![Step { nogood, pivot: None }]);
            }
            1 if self.domains.level() > 0 => self.late.push(nogood),
            _ => {}
        }
        nogood
    }

    /// The nogood of a group, read now if it wasn't yet.
    pub(super) fn load(&mut self, group: usize) -> usize {
        if let Some(nogood) = self.loaded.get(group) {
            return nogood;
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
                let was_required = self.domains.is_required(term.place);
                self.domains.remove(term.place, self.nogoods.words(term), nogood);
                self.note(term.place, was_required);
                false
            }
        }
    }

    /// The set of one candidate.
    pub(super) fn only(&self, place: Place, bit: usize) -> Vec<u64> {
        let mut words = vec![0; self.domains.width(place)];
        set::insert(&mut words, bit);
        words
    }

    /// Assumes: keeps only `allowed` at a level of its own.
    pub(super) fn keep(&mut self, place: Place, allowed: &[u64]) {
        let was_required = self.domains.is_required(place);
        self.domains.keep(place, allowed);
        self.note(place, was_required);
    }

    /// Takes note of a narrowing.
    pub(super) fn note(&mut self, place: Place, was_required: bool) {
        if !self.is_narrowed[place] {
            self.is_narrowed[place] = true;
            self.narrowed.push(place);
        }
        if !was_required
            && matches!(self.order, Order::Conflicts)
            && self.domains.is_required(place)
        {
            self.queue.push(place);
        }
    }

    /// Draws every conclusion; the nogood that is violated, if one is.
    pub(super) fn propagate(&mut self) -> Option<usize> {
        if let Some(nogood) = self.pending.take().filter(|nogood| self.check(*nogood)) {
            return Some(nogood);
        }
        while let Some(&place) = self.narrowed.get(self.told) {
            self.told += 1;
            self.is_narrowed[place] = false;
            let violated = self.tell(place);
            if violated.is_some() {
                return violated;
            }
        }
        self.narrowed.clear();
        self.told = 0;
        None
    }

    /// Tells the watchers of a package that it was narrowed.
    fn tell(&mut self, place: Place) -> Option<usize> {
        let mut round = self.nogoods.round(place);
        while let Some((nogood, state)) = self.nogoods.next(&self.domains, &mut round) {
            if self.follow(nogood, state) {
                return Some(nogood);
            }
        }
        None
    }

    /// Goes back to the end of `level`; choices undone wait in line again.
    pub(super) fn undo(&mut self, level: usize) {
        if level >= self.domains.level() {
            return;
        }
        self.domains.undo(level);
        for place in self.narrowed.drain(..) {
            self.is_narrowed[place] = false;
        }
        self.told = 0;
        let end = self.domains.trail_len();
        while let Some((_, place)) = self.settled.pop_if(|(length, _)| *length >= end) {
            if matches!(self.order, Order::Conflicts) {
                self.queue.push(place);
            }
        }
        if let Order::Defined(line) = &mut self.order {
            line.undo(self.settled.len());
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
