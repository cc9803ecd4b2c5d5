//! The valid set behind a complete choice: what is reachable from the roots, without cycles.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use super::engine::Engine;
use super::nogood::Fact;
use super::search::Assumption;
use crate::catalog::{Catalog, set};

/// Members by package of the catalog, with the bit of their version.
pub(super) type Members = BTreeMap<usize, usize>;

impl Engine<'_> {
    /// Looks for a cycle of required edges among the members that the roots and assumptions
    /// reach; if there is none, these become the model.
    pub(super) fn find_cycle(&mut self, assumptions: &[Assumption]) -> Option<Fact> {
        let members = self.reachable(assumptions);
        let cycle = if self.reads_catalog { cycle(self.problem.catalog, &members) } else { None };
        if cycle.is_none() {
            self.model.fill(None);
            for (&package, &bit) in &members {
                let slot = self.domains.place(package).and_then(|place| self.model.get_mut(place));
                if let Some(slot) = slot {
                    *slot = Some(bit);
                }
            }
        }
        cycle.map(Fact::Cycle)
    }

    /// The last valid set found.
    pub(super) fn members(&self) -> Members {
        let rows = self.model.iter().enumerate();
        rows.filter_map(|(place, bit)| Some((self.domains.package(place), (*bit)?))).collect()
    }

    fn reachable(&self, assumptions: &[Assumption]) -> Members {
        let assumed = assumptions.iter().map(|assumption| self.domains.package(assumption.place));
        let mut waiting: Vec<usize> = self.problem.root_packages();
        waiting.extend(assumed);
        let mut members = Members::new();
        while let Some(package) = waiting.pop() {
            if members.contains_key(&package) {
                continue;
            }
            let place = self.domains.place(package);
            let Some(bit) = place.and_then(|place| set::single(self.domains.get(place))) else {
                continue;
            };
            members.insert(package, bit);
            waiting.extend(required(self.problem.catalog, package, bit));
        }
        members
    }
}

/// The packages that a version requires, by id; one that is required twice comes twice.
pub(super) fn required(
    catalog: &Catalog,
    package: usize,
    bit: usize,
) -> impl Iterator<Item = usize> {
    let groups = catalog.groups_of(package, bit).iter().filter_map(|group| catalog.group(*group));
    groups.filter(|group| !group.optional).map(|group| group.target)
}

/// A cycle of required edges among members, none if there is none; O(edges).
fn cycle(catalog: &Catalog, members: &Members) -> Option<Vec<usize>> {
    let mut incoming: BTreeMap<usize, usize> = members.keys().map(|key| (*key, 0)).collect();
    let edges = |package: usize| {
        let bit = members.get(&package).copied().unwrap_or(set::ABSENT);
        required(catalog, package, bit).filter(|target| members.contains_key(target))
    };
    for package in members.keys() {
        for target in edges(*package) {
            incoming.entry(target).and_modify(|count| *count += 1);
        }
    }
    let mut free: Vec<usize> =
        incoming.iter().filter(|(_, count)| **count == 0).map(|(package, _)| *package).collect();
    while let Some(package) = free.pop() {
        incoming.remove(&package);
        for target in edges(package) {
            if let Some(count) = incoming.get_mut(&target) {
                *count -= 1;
                if *count == 0 {
                    free.push(target);
                }
            }
        }
    }
    incoming.keys().find_map(|package| shortest_return(*package, edges, &incoming))
}

/// The shortest way from a package back to itself within `rest`, if there is one.
fn shortest_return<I: Iterator<Item = usize>>(
    start: usize,
    edges: impl Fn(usize) -> I,
    rest: &BTreeMap<usize, usize>,
) -> Option<Vec<usize>> {
    let mut from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(package) = waiting.pop_front() {
        for target in edges(package).filter(|target| rest.contains_key(target)) {
            if target == start {
                return Some(path_back(start, package, &from));
            }
            if let Entry::Vacant(slot) = from.entry(target) {
                slot.insert(package);
                waiting.push_back(target);
            }
        }
    }
    None
}

fn path_back(start: usize, end: usize, from: &BTreeMap<usize, usize>) -> Vec<usize> {
    let mut path = vec![end];
    let mut at = end;
    while at != start {
        let Some(&before) = from.get(&at) else { break };
        path.push(before);
        at = before;
    }
    path.reverse();
    path
}
