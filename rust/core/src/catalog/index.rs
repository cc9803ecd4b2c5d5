//! `Catalog`: packages by number, versions by rank, requirements as sets.

use std::ops::Range;

use super::set;
use crate::version::{Requirement, Version};

/// An immutable index of packages, their versions and what these require.
///
/// The same entries make the same catalog in whatever order they come.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// In byte order; ids that are only required are here too, without versions.
    pub(super) ids: Vec<String>,
    /// One for each id.
    pub(super) packages: Vec<Package>,
    /// Each (package required, requirement) once.
    pub(super) conditions: Vec<Condition>,
    /// By owner, then kind, target and requirement.
    pub(super) groups: Vec<Group>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Package {
    /// Ascending in total order.
    pub(super) versions: Vec<Version>,
    /// The yanked ones, as a set.
    pub(super) yanked: Vec<u64>,
    /// For each version its groups, by target id.
    pub(super) requirements: Vec<Vec<usize>>,
    /// The groups this package owns.
    pub(super) groups: Range<usize>,
}

/// A requirement on a package and the candidates that satisfy it.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub(super) requirement: Requirement,
    pub(super) allowed: Vec<u64>,
}

/// The versions of one package that make the same demand of another.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The package that demands.
    pub(crate) owner: usize,
    /// Its versions that do, as a set.
    pub(crate) owners: Vec<u64>,
    /// The package demanded.
    pub(crate) target: usize,
    /// Whether the target may be absent.
    pub(crate) optional: bool,
    pub(super) condition: usize,
}

impl Catalog {
    /// Packages that have versions here.
    pub fn package_count(&self) -> usize {
        self.packages.iter().filter(|package| !package.versions.is_empty()).count()
    }

    /// Versions of all packages.
    pub fn version_count(&self) -> usize {
        self.packages.iter().map(|package| package.versions.len()).sum()
    }

    /// The versions of `id` in ascending total order; none for an unknown id.
    pub fn versions(&self, id: &str) -> &[Version] {
        self.package(id).map_or(&[], |package| self.package_versions(package))
    }

    /// The number of an id; O(log n).
    pub(crate) fn package(&self, id: &str) -> Option<usize> {
        self.ids.binary_search_by(|known| known.as_str().cmp(id)).ok()
    }

    /// The id of a number of this catalog.
    pub(crate) fn id(&self, package: usize) -> &str {
        self.ids.get(package).map_or("", String::as_str)
    }

    /// Versions of a package in ascending total order.
    pub(crate) fn package_versions(&self, package: usize) -> &[Version] {
        self.packages.get(package).map_or(&[], |row| row.versions.as_slice())
    }

    /// The version behind a bit of a candidate set.
    pub(crate) fn version_at(&self, package: usize, bit: usize) -> Option<&Version> {
        self.package_versions(package).get(bit.checked_sub(1)?)
    }

    /// The bit of an exact version, build metadata included.
    pub(crate) fn bit_of(&self, package: usize, version: &Version) -> Option<usize> {
        self.package_versions(package).binary_search(version).ok().map(|rank| rank + 1)
    }

    /// The yanked versions of a package, as a set.
    pub(crate) fn yanked(&self, package: usize) -> &[u64] {
        self.packages.get(package).map_or(&[], |row| row.yanked.as_slice())
    }

    /// The groups that the version behind `bit` belongs to, by target id; none for "absent".
    pub(crate) fn groups_of(&self, package: usize, bit: usize) -> &[usize] {
        self.packages
            .get(package)
            .zip(bit.checked_sub(1))
            .and_then(|(row, rank)| row.requirements.get(rank))
            .map_or(&[], Vec::as_slice)
    }

    /// The groups that any version of a package belongs to.
    pub(crate) fn groups_owned(&self, package: usize) -> impl Iterator<Item = &Group> {
        let range = self.packages.get(package).map_or(0..0, |row| row.groups.clone());
        self.groups.get(range).unwrap_or_default().iter()
    }

    /// A group by its number.
    pub(crate) fn group(&self, group: usize) -> Option<&Group> {
        self.groups.get(group)
    }

    /// The candidates that satisfy a group's requirement, as a set without "absent".
    pub(crate) fn allowed(&self, group: &Group) -> &[u64] {
        self.conditions.get(group.condition).map_or(&[], |condition| condition.allowed.as_slice())
    }

    /// The requirement of a group.
    pub(crate) fn requirement(&self, group: &Group) -> Option<&Requirement> {
        self.conditions.get(group.condition).map(|condition| &condition.requirement)
    }

    /// The candidates of a package that satisfy `requirement`, as a set without "absent".
    pub(crate) fn compile(&self, package: usize, requirement: &Requirement) -> Vec<u64> {
        compile(self.package_versions(package), requirement)
    }
}

/// The versions that satisfy `requirement`, as a set; O(versions).
pub(super) fn compile(versions: &[Version], requirement: &Requirement) -> Vec<u64> {
    let mut allowed = set::empty(versions.len());
    for (rank, version) in versions.iter().enumerate() {
        if requirement.matches(version, false) {
            set::insert(&mut allowed, rank + 1);
        }
    }
    allowed
}
