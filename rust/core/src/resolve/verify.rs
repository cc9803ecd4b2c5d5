//! The last look at a resolution, edge by edge, before anyone sees it.
//!
//! Nothing of the engine is used here: requirements are matched against versions anew.

use super::problem::Root;
use super::table::Table;
use crate::catalog::{Catalog, set};
use crate::version::{Requirement, Version};

/// What a resolution breaks. Any of these is a fault of the resolver, never of its input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A member that the catalog doesn't have, or has as yanked without a lock.
    #[error("`{id}@{version}` is no candidate")]
    NoCandidate {
        /// The package.
        id: String,
        /// The version chosen.
        version: String,
    },
    /// A package twice.
    #[error("`{id}` is there twice")]
    Twice {
        /// The package.
        id: String,
    },
    /// A root or required dependency that is absent or of a version that won't do.
    #[error("`{parent}` needs `{id}@{requirement}`")]
    Unmet {
        /// Who needs it; empty for the caller.
        parent: String,
        /// The package needed.
        id: String,
        /// What is required of it.
        requirement: String,
    },
    /// A member that nothing asked for.
    #[error("nothing needs `{id}`")]
    Stray {
        /// The package.
        id: String,
    },
    /// Required edges in a circle.
    #[error("required edges among {count} packages form a cycle")]
    Cycle {
        /// Packages in or above the circle.
        count: usize,
    },
}

/// Checks that packages with the bits of their versions are a valid set of spec 04; O(edges), and
/// each requirement is matched once.
pub(super) fn verify(
    catalog: &Catalog,
    roots: &[Root],
    locked: &[(String, Version)],
    chosen: &[(usize, usize)],
) -> Result<(), Breach> {
    let mut check = Check { catalog, places: Table::default(), chosen };
    for (place, &(package, bit)) in chosen.iter().enumerate() {
        if check.places.get(package).is_some() {
            return Err(Breach::Twice { id: catalog.id(package).to_owned() });
        }
        check.places.insert(package, place);
        check.candidate(locked, package, bit)?;
    }
    let mut reached = Vec::new();
    for root in roots {
        let package = catalog.package(&root.id);
        let place = package.and_then(|package| check.places.get(package));
        check.meets("", &root.id, &root.requirement, place, false)?;
        reached.extend(place);
    }
    check.edges(reached)
}

struct Check<'a> {
    catalog: &'a Catalog,
    /// Places among `chosen` by package.
    places: Table,
    chosen: &'a [(usize, usize)],
}

impl Check<'_> {
    fn version(&self, place: usize) -> Option<&Version> {
        let &(package, bit) = self.chosen.get(place)?;
        self.catalog.version_at(package, bit)
    }

    fn candidate(
        &self,
        locked: &[(String, Version)],
        package: usize,
        bit: usize,
    ) -> Result<(), Breach> {
        let id = self.catalog.id(package);
        let version = self.catalog.version_at(package, bit);
        let yanked = set::contains(self.catalog.yanked(package), bit);
        let pinned = || locked.iter().any(|(name, pin)| name == id && Some(pin) == version);
        if version.is_none() || (yanked && !pinned()) {
            let version = version.map_or_else(String::new, |version| version.text().to_owned());
            return Err(Breach::NoCandidate { id: id.to_owned(), version });
        }
        Ok(())
    }

    fn meets(
        &self,
        parent: &str,
        id: &str,
        requirement: &Requirement,
        place: Option<usize>,
        optional: bool,
    ) -> Result<(), Breach> {
        let version = place.map(|place| self.version(place));
        let met = version.map_or(optional, |version| {
            version.is_some_and(|version| requirement.matches(version, false))
        });
        if met {
            return Ok(());
        }
        Err(Breach::Unmet {
            parent: parent.to_owned(),
            id: id.to_owned(),
            requirement: requirement.text().to_owned(),
        })
    }

    /// Looks at every requirement of every member; then that all are reached and none is in a
    /// circle of required edges.
    fn edges(&self, mut waiting: Vec<usize>) -> Result<(), Breach> {
        let mut starts = Vec::with_capacity(self.chosen.len() + 1);
        let mut all: Vec<(usize, bool)> = Vec::new();
        for &(package, bit) in self.chosen {
            starts.push(all.len());
            for number in self.catalog.groups_of(package, bit) {
                let Some(group) = self.catalog.group(*number) else { continue };
                let place = self.places.get(group.target);
                let (parent, id) = (self.catalog.id(package), self.catalog.id(group.target));
                if let Some(requirement) = self.catalog.requirement(group) {
                    self.meets(parent, id, requirement, place, group.optional)?;
                }
                all.extend(place.map(|place| (place, group.optional)));
            }
        }
        starts.push(all.len());
        let edges = |place: usize| {
            let ends = starts.get(place).zip(starts.get(place + 1));
            ends.and_then(|(start, end)| all.get(*start..*end)).unwrap_or_default()
        };
        let mut reached = vec![false; self.chosen.len()];
        while let Some(place) = waiting.pop() {
            if let Some(seen) = reached.get_mut(place).filter(|seen| !**seen) {
                *seen = true;
                waiting.extend(edges(place).iter().map(|edge| edge.0));
            }
        }
        if let Some((place, _)) = self.chosen.iter().zip(&reached).find(|(_, seen)| !**seen) {
            return Err(Breach::Stray { id: self.catalog.id(place.0).to_owned() });
        }
        acyclic(edges, &all, self.chosen.len())
    }
}

fn acyclic<'e>(
    edges: impl Fn(usize) -> &'e [(usize, bool)],
    all: &[(usize, bool)],
    count: usize,
) -> Result<(), Breach> {
    let mut incoming = vec![0usize; count];
    for (place, _) in all.iter().filter(|(_, optional)| !optional) {
        if let Some(count) = incoming.get_mut(*place) {
            *count += 1;
        }
    }
    let mut free: Vec<usize> =
        incoming.iter().enumerate().filter(|row| *row.1 == 0).map(|row| row.0).collect();
    let mut left = count;
    while let Some(place) = free.pop() {
        left -= 1;
        for (target, _) in edges(place).iter().filter(|(_, optional)| !optional) {
            if let Some(count) = incoming.get_mut(*target) {
                *count -= 1;
                if *count == 0 {
                    free.push(*target);
                }
            }
        }
    }
    if left == 0 { Ok(()) } else { Err(Breach::Cycle { count: left }) }
}
