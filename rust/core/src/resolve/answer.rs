//! The defined answer of spec 04: which of all valid sets is the one.
//!
//! The order of spec 04 is walked package by package, each fixed to its first candidate for which
//! a valid set exists given those before. The last valid set found answers most of these
//! questions without a search: if it has the first candidate still possible, that one is feasible.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::counters::Limit;
use super::engine::Engine;
use super::graph::Graph;
use super::members::Members;
use super::model::required;
use super::order::dependency_first;
use super::search::{Assumption, Finding, Goal};
use crate::catalog::set;

/// An optional dependency that was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skipped {
    /// The group of the catalog that names it.
    pub(super) group: usize,
    /// The package that has it.
    pub(super) parent: usize,
}

/// The defined answer.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) members: Members,
    pub(super) skipped: Vec<Skipped>,
    /// Required edges on the longest path.
    pub(super) depth: usize,
}

/// The walk: what is fixed so far, as members and as the engine's assumptions.
pub(super) struct Walk<'e, 'a> {
    engine: &'e mut Engine<'a>,
    assumptions: Vec<Assumption>,
    members: Members,
}

impl<'e, 'a> Walk<'e, 'a> {
    /// A walk over an engine that has found a valid set.
    pub(super) fn new(engine: &'e mut Engine<'a>) -> Self {
        Self { engine, assumptions: Vec::new(), members: Members::default() }
    }

    /// Adds optional dependencies to the members that a search in the order of spec 04 found.
    pub(super) fn complete(engine: &'e mut Engine<'a>) -> Result<Answer, Limit> {
        let members = engine.members();
        let catalog = engine.problem.catalog;
        let optional = |&(package, bit): &(usize, usize)| {
            let mut groups = catalog.groups_of(package, bit).iter();
            groups.any(|group| catalog.group(*group).is_some_and(|group| group.optional))
        };
        if !members.rows().iter().any(optional) {
            return Ok(Answer { members, skipped: Vec::new(), depth: engine.depth });
        }
        engine.order_by_conflicts();
        let mut walk = Self { engine, assumptions: Vec::new(), members };
        for &(package, bit) in walk.members.rows() {
            let place = walk.engine.place(package);
            let words = walk.engine.only(place, bit);
            walk.assumptions.push(Assumption { place, words });
        }
        let skipped = walk.add_optional()?;
        Ok(walk.answer(skipped))
    }

    /// Fixes everything, in the order of spec 04.
    pub(super) fn finish(mut self) -> Result<Answer, Limit> {
        let roots: BTreeSet<usize> = self.engine.problem.root_packages().into_iter().collect();
        self.fix_levels(roots)?;
        let skipped = self.add_optional()?;
        Ok(self.answer(skipped))
    }

    fn answer(self, skipped: Vec<Skipped>) -> Answer {
        let depth = Graph::of(self.engine.problem.catalog, &self.members).depth();
        Answer { members: self.members, skipped, depth: depth.unwrap_or(usize::MAX) }
    }

    /// The first candidate of a root for which there is a valid set, if that is found in time.
    pub(super) fn first(mut self, package: usize) -> Option<usize> {
        self.fix(package).ok()?;
        self.members.get(package)
    }

    /// Fixes these packages in id order, then what they require, level by level.
    fn fix_levels(&mut self, mut level: BTreeSet<usize>) -> Result<(), Limit> {
        while !level.is_empty() {
            for package in &level {
                self.fix(*package)?;
            }
            let mut next = BTreeSet::new();
            for package in &level {
                let bit = self.members.get(*package).unwrap_or(set::ABSENT);
                next.extend(required(self.engine.problem.catalog, *package, bit));
            }
            next.retain(|package| !self.members.contains(*package));
            level = next;
        }
        Ok(())
    }

    /// Fixes one package to its first candidate for which a valid set exists. False if there is
    /// none, which a package that something fixed requires never sees.
    fn fix(&mut self, package: usize) -> Result<bool, Limit> {
        if self.members.contains(package) {
            return Ok(true);
        }
        let place = self.engine.place(package);
        self.engine.search(&self.assumptions, Goal::Consequences)?;
        let words = self.engine.domains.get(place).to_vec();
        for bit in self.engine.problem.preference(package, &words) {
            if !set::contains(self.engine.domains.get(place), bit) {
                continue;
            }
            let only = self.engine.only(place, bit);
            self.assumptions.push(Assumption { place, words: only });
            let known = self.engine.model.get(place).copied().flatten() == Some(bit);
            if known || self.feasible()? {
                self.members.insert(package, bit);
                self.engine.budget.packages(self.members.len())?;
                return Ok(true);
            }
            self.assumptions.pop();
        }
        Ok(false)
    }

    fn feasible(&mut self) -> Result<bool, Limit> {
        Ok(self.engine.search(&self.assumptions, Goal::ValidSet)? == Finding::Reached)
    }

    /// Asks each member for its optional dependencies, those added last.
    fn add_optional(&mut self) -> Result<Vec<Skipped>, Limit> {
        let mut skipped = Vec::new();
        let mut asked: BTreeSet<usize> = BTreeSet::new();
        let mut waiting: VecDeque<usize> = self.order().into();
        while let Some(parent) = waiting.pop_front() {
            if !asked.insert(parent) {
                continue;
            }
            for (target, group) in self.optional_of(parent) {
                if self.members.contains(target) {
                    continue;
                }
                if self.add(target)? {
                    let added = self.order();
                    waiting.extend(added.into_iter().filter(|package| !asked.contains(package)));
                } else {
                    skipped.push(Skipped { group, parent });
                }
            }
        }
        Ok(skipped)
    }

    /// The absent packages that a member would like, by id, each with the group that says so.
    fn optional_of(&self, parent: usize) -> BTreeMap<usize, usize> {
        let catalog = self.engine.problem.catalog;
        let bit = self.members.get(parent).unwrap_or(set::ABSENT);
        let mut wanted = BTreeMap::new();
        for number in catalog.groups_of(parent, bit) {
            if let Some(group) = catalog.group(*number).filter(|group| group.optional) {
                wanted.entry(group.target).or_insert(*number);
            }
        }
        wanted
    }

    /// Adds a package with all it requires, if a valid set has it beside everything fixed.
    fn add(&mut self, target: usize) -> Result<bool, Limit> {
        let place = self.engine.place(target);
        let mut present = self.engine.problem.everything(target);
        set::remove(&mut present, set::ABSENT);
        self.assumptions.push(Assumption { place, words: present });
        let feasible = self.feasible()?;
        self.assumptions.pop();
        if !feasible || !self.fix(target)? {
            return Ok(false);
        }
        self.fix_below(target)?;
        Ok(true)
    }

    fn fix_below(&mut self, package: usize) -> Result<(), Limit> {
        self.fix_levels(BTreeSet::from([package]))
    }

    /// The members in output order.
    fn order(&self) -> Vec<usize> {
        let problem = self.engine.problem;
        let order = dependency_first(problem.catalog, &problem.root_packages(), &self.members);
        order.into_iter().map(|(package, _)| package).collect()
    }
}
