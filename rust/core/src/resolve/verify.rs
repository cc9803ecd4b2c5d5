//! The last look at a resolution, edge by edge, before anyone sees it.
//!
//! Nothing of the engine is used here: requirements are matched against versions anew.

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::Resolution;
use super::problem::Root;
use crate::catalog::Catalog;
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

/// Checks that a resolution is a valid set of spec 04; O(edges log packages).
pub(super) fn verify(
    catalog: &Catalog,
    roots: &[Root],
    locked: &[(String, Version)],
    resolution: &Resolution,
) -> Result<(), Breach> {
    let mut chosen: BTreeMap<&str, &Version> = BTreeMap::new();
    for package in &resolution.packages {
        if chosen.insert(&package.id, &package.version).is_some() {
            return Err(Breach::Twice { id: package.id.clone() });
        }
        check_candidate(catalog, locked, &package.id, &package.version)?;
    }
    for root in roots {
        meets(&chosen, "", &root.id, &root.requirement, false)?;
    }
    let mut edges = Edges::default();
    for (id, version) in &chosen {
        edges.read(catalog, &chosen, id, version)?;
    }
    edges.check_reached(roots, &chosen)?;
    edges.check_acyclic()
}

fn check_candidate(
    catalog: &Catalog,
    locked: &[(String, Version)],
    id: &str,
    version: &Version,
) -> Result<(), Breach> {
    let package = catalog.package(id);
    let bit = package.and_then(|package| catalog.bit_of(package, version));
    let yanked = package
        .zip(bit)
        .is_none_or(|(package, bit)| crate::catalog::set::contains(catalog.yanked(package), bit));
    let pinned = locked.iter().any(|(name, pin)| name == id && pin == version);
    if bit.is_none() || (yanked && !pinned) {
        let version = version.text().to_owned();
        return Err(Breach::NoCandidate { id: id.to_owned(), version });
    }
    Ok(())
}

fn meets(
    chosen: &BTreeMap<&str, &Version>,
    parent: &str,
    id: &str,
    requirement: &Requirement,
    optional: bool,
) -> Result<(), Breach> {
    let met = chosen.get(id).map_or(optional, |version| requirement.matches(version, false));
    if met {
        return Ok(());
    }
    Err(Breach::Unmet {
        parent: parent.to_owned(),
        id: id.to_owned(),
        requirement: requirement.text().to_owned(),
    })
}

/// Edges between members, all and required ones.
#[derive(Default)]
struct Edges<'a> {
    all: BTreeMap<&'a str, BTreeSet<&'a str>>,
    required: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Edges<'a> {
    fn read(
        &mut self,
        catalog: &'a Catalog,
        chosen: &BTreeMap<&'a str, &'a Version>,
        id: &'a str,
        version: &Version,
    ) -> Result<(), Breach> {
        self.required.entry(id).or_default();
        let place = catalog
            .package(id)
            .zip(catalog.package(id).and_then(|package| catalog.bit_of(package, version)));
        let Some((package, bit)) = place else { return Ok(()) };
        for group in catalog.groups_of(package, bit).iter().filter_map(|one| catalog.group(*one)) {
            let target = catalog.id(group.target);
            if let Some(requirement) = catalog.requirement(group) {
                meets(chosen, id, target, requirement, group.optional)?;
            }
            if chosen.contains_key(target) {
                self.all.entry(id).or_default().insert(target);
                if !group.optional {
                    self.required.entry(id).or_default().insert(target);
                }
            }
        }
        Ok(())
    }

    fn check_reached(
        &self,
        roots: &[Root],
        chosen: &BTreeMap<&str, &Version>,
    ) -> Result<(), Breach> {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut waiting: Vec<&str> = roots.iter().map(|root| root.id.as_str()).collect();
        while let Some(id) = waiting.pop() {
            if reached.insert(id) {
                waiting.extend(self.all.get(id).into_iter().flatten());
            }
        }
        match chosen.keys().find(|id| !reached.contains(*id)) {
            Some(id) => Err(Breach::Stray { id: (*id).to_owned() }),
            None => Ok(()),
        }
    }

    fn check_acyclic(&self) -> Result<(), Breach> {
        let mut incoming: BTreeMap<&str, usize> = BTreeMap::new();
        for target in self.required.values().flatten() {
            *incoming.entry(target).or_default() += 1;
        }
        let mut free: Vec<&str> =
            self.required.keys().copied().filter(|id| !incoming.contains_key(id)).collect();
        let mut done = 0;
        while let Some(id) = free.pop() {
            done += 1;
            for target in self.required.get(id).into_iter().flatten() {
                if let Some(count) = incoming.get_mut(target) {
                    *count -= 1;
                    if *count == 0 {
                        free.push(target);
                    }
                }
            }
        }
        let count = self.required.len() - done;
        if count == 0 { Ok(()) } else { Err(Breach::Cycle { count }) }
    }
}
