//! What is asked of a resolver, compiled against its catalog.

use std::collections::HashMap;

use crate::catalog::{Catalog, Group, set};
use crate::limits::ResolveLimits;
use crate::version::{Requirement, Version};

use super::nogood::Fact;

/// A package that must be in the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// The package.
    pub id: String,
    /// Which of its versions will do.
    pub requirement: Requirement,
}

/// A root requirement on a package the catalog knows.
#[derive(Debug, Clone)]
pub(super) struct RootRequirement {
    pub(super) package: usize,
    pub(super) requirement: Requirement,
    /// Candidates that satisfy it, without "absent".
    pub(super) allowed: Vec<u64>,
}

/// Roots, locks and limits over one catalog.
#[derive(Debug)]
pub(super) struct Problem<'a> {
    pub(super) catalog: &'a Catalog,
    /// By id, then text of the requirement.
    pub(super) roots: Vec<RootRequirement>,
    /// Roots on packages that are not in the catalog, in the same order.
    pub(super) unknown: Vec<Root>,
    /// Candidates that locks put first, by package.
    pub(super) locked: HashMap<usize, usize>,
    /// Locks as given, by id; those on unknown packages and versions too.
    pub(super) locks: Vec<(String, Version)>,
    pub(super) limits: ResolveLimits,
}

impl<'a> Problem<'a> {
    /// Compiles a request. Of two locks on one id the higher counts.
    pub(super) fn new(
        catalog: &'a Catalog,
        roots: &[Root],
        locked: &[(String, Version)],
        limits: ResolveLimits,
    ) -> Self {
        let mut sorted: Vec<&Root> = roots.iter().collect();
        sorted.sort_by_key(|root| root_key(root));
        sorted.dedup_by(|left, right| left == right);
        let mut problem = Self {
            catalog,
            roots: Vec::new(),
            unknown: Vec::new(),
            locked: HashMap::new(),
            locks: locked.to_vec(),
            limits,
        };
        for root in sorted {
            problem.add_root(root);
        }
        problem.locks.sort();
        for (id, version) in &problem.locks {
            let package = catalog.package(id);
            let bit = package.and_then(|package| catalog.bit_of(package, version));
            problem.locked.extend(package.zip(bit));
        }
        problem
    }

    fn add_root(&mut self, root: &Root) {
        let Some(package) = self.catalog.package(&root.id) else {
            self.unknown.push(root.clone());
            return;
        };
        let allowed = self.catalog.compile(package, &root.requirement);
        let requirement = root.requirement.clone();
        self.roots.push(RootRequirement { package, requirement, allowed });
    }

    /// The packages that are roots, in id order, each once.
    pub(super) fn root_packages(&self) -> Vec<usize> {
        let mut packages: Vec<usize> = self.roots.iter().map(|root| root.package).collect();
        packages.dedup();
        packages
    }

    /// Versions of a package that are yanked and not locked, as a set.
    pub(super) fn barred(&self, package: usize) -> Vec<u64> {
        let mut words = self.catalog.yanked(package).to_vec();
        if let Some(bit) = self.locked.get(&package) {
            set::remove(&mut words, *bit);
        }
        words
    }

    /// Whether [`Problem::barred`] has any.
    pub(super) fn has_barred(&self, package: usize) -> bool {
        let only = self.locked.get(&package).copied();
        set::descending(self.catalog.yanked(package)).any(|bit| Some(bit) != only)
    }

    /// The candidates of a set in the order in which they are tried: the locked one, then the
    /// newest first. "Absent" is left out.
    pub(super) fn preference(&self, package: usize, words: &[u64]) -> Vec<usize> {
        let locked = self.locked.get(&package).copied();
        let first = locked.filter(|bit| set::contains(words, *bit));
        let rest = set::descending(words).filter(|bit| *bit != set::ABSENT && Some(*bit) != first);
        first.into_iter().chain(rest).collect()
    }

    /// The first of [`Problem::preference`].
    pub(super) fn preferred(&self, package: usize, words: &[u64]) -> Option<usize> {
        let locked = self.locked.get(&package).copied();
        locked.filter(|bit| set::contains(words, *bit)).or_else(|| set::highest(words))
    }

    /// The nogood that a fact states, as (package, set) terms; a term that everything satisfies
    /// is left out.
    pub(super) fn terms(&self, fact: &Fact) -> Vec<(usize, Vec<u64>)> {
        let mut terms = match fact {
            Fact::Root(number) => self.root_terms(*number),
            Fact::Group(number) => {
                self.catalog.group(*number).map(|group| self.group_terms(group)).unwrap_or_default()
            }
            Fact::Yanked(package) => vec![(*package, self.barred(*package))],
            Fact::Cycle(packages) => self.cycle_terms(packages),
        };
        terms.retain(|(package, words)| *words != self.everything(*package));
        terms
    }

    /// Every version of a package and "absent".
    pub(super) fn everything(&self, package: usize) -> Vec<u64> {
        set::full(self.catalog.package_versions(package).len())
    }

    fn root_terms(&self, number: usize) -> Vec<(usize, Vec<u64>)> {
        let Some(root) = self.roots.get(number) else { return Vec::new() };
        vec![(root.package, self.all_but(root.package, &root.allowed))]
    }

    fn group_terms(&self, group: &Group) -> Vec<(usize, Vec<u64>)> {
        let mut forbidden = self.all_but(group.target, self.catalog.allowed(group));
        if group.optional {
            set::remove(&mut forbidden, set::ABSENT);
        }
        vec![(group.owner, group.owners.clone()), (group.target, forbidden)]
    }

    fn all_but(&self, package: usize, allowed: &[u64]) -> Vec<u64> {
        let mut words = self.everything(package);
        set::subtract(&mut words, allowed);
        words
    }

    fn cycle_terms(&self, packages: &[usize]) -> Vec<(usize, Vec<u64>)> {
        let next = packages.iter().cycle().skip(1);
        packages
            .iter()
            .zip(next)
            .map(|(&owner, &target)| (owner, self.carriers(owner, target)))
            .collect()
    }

    /// The versions of `owner` that require some version of `target`, as a set.
    pub(super) fn carriers(&self, owner: usize, target: usize) -> Vec<u64> {
        let mut words = set::empty(self.catalog.package_versions(owner).len());
        for group in self.catalog.groups_owned(owner) {
            if group.target == target && !group.optional {
                set::union(&mut words, &group.owners);
            }
        }
        words
    }
}

fn root_key(root: &Root) -> (String, String, u8) {
    (root.id.clone(), root.requirement.text().to_owned(), root.requirement.dialect() as u8)
}
