//! The valid set behind a complete choice: what is reachable from the roots, without cycles.

use super::engine::{Engine, Order};
use super::graph::Graph;
use super::members::Members;
use super::nogood::Fact;
use super::search::Assumption;
use crate::catalog::{Catalog, set};

impl Engine<'_> {
    /// Looks for a cycle of required edges among the members that the roots and assumptions
    /// reach; if there is none, these become the model.
    pub(super) fn find_cycle(&mut self, assumptions: &[Assumption]) -> Option<Fact> {
        let members = self.reachable(assumptions);
        if self.reads_catalog {
            match Graph::of(self.problem.catalog, &members).depth() {
                Ok(depth) => self.depth = depth,
                Err(cycle) => return Some(Fact::Cycle(cycle)),
            }
        }
        self.model.fill(None);
        for &(package, bit) in members.rows() {
            let slot = self.domains.place(package).and_then(|place| self.model.get_mut(place));
            if let Some(slot) = slot {
                *slot = Some(bit);
            }
        }
        None
    }

    /// The last valid set found, in the order of spec 04 where that is how it was found.
    pub(super) fn members(&self) -> Members {
        let mut members = Members::default();
        let bit = |place: usize| self.model.get(place).copied().flatten();
        let mut add = |place: usize| {
            if let Some(bit) = bit(place) {
                members.insert(self.domains.package(place), bit);
            }
        };
        match &self.order {
            Order::Defined(line) => line.places().iter().copied().for_each(&mut add),
            Order::Conflicts => (0..self.domains.len()).for_each(&mut add),
        }
        members
    }

    fn reachable(&self, assumptions: &[Assumption]) -> Members {
        if let Order::Defined(line) = &self.order {
            let mut members = Members::default();
            for &place in line.places() {
                if let Some(bit) = set::single(self.domains.get(place)) {
                    members.insert(self.domains.package(place), bit);
                }
            }
            return members;
        }
        let assumed = assumptions.iter().map(|assumption| self.domains.package(assumption.place));
        let mut waiting: Vec<usize> = self.problem.root_packages();
        waiting.extend(assumed);
        let mut members = Members::default();
        while let Some(package) = waiting.pop() {
            if members.contains(package) {
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
