//! `Catalog::build`: from entries to the index.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::index::{Catalog, Condition, Group, Package, compile};
use super::{CatalogEntry, CatalogError, set};
use crate::version::Requirement;

/// Bytes of the longest id (`skill.json` contract).
const MAX_ID_BYTES: usize = 255;

/// A demand as it is grouped: kind, target, condition.
type Demand = (bool, usize, usize);

impl Catalog {
    /// Compiles entries, given in any order; O(n log n) in versions and requirements, and one
    /// look at each candidate for each distinct requirement.
    pub fn build(mut entries: Vec<CatalogEntry>) -> Result<Self, CatalogError> {
        entries.iter().try_for_each(check_entry)?;
        entries.sort_by(|left, right| (&left.id, &left.version).cmp(&(&right.id, &right.version)));
        for entry in &mut entries {
            entry.requires.sort_by(compare_demands);
            entry.optional.sort_by(compare_demands);
        }
        check_duplicates(&entries)?;
        let ids = intern_ids(&entries);
        let mut packages: Vec<Package> = ids.iter().map(|_| Package::default()).collect();
        fill_versions(&ids, &mut packages, &entries);
        let mut demands = Demands::default();
        for entry in &entries {
            demands.read(&ids, entry);
        }
        Ok(demands.finish(ids, packages))
    }
}

fn compare_demands(
    (left_id, left): &(String, Requirement),
    (right_id, right): &(String, Requirement),
) -> Ordering {
    let left = (left_id, left.text(), left.dialect() as u8);
    left.cmp(&(right_id, right.text(), right.dialect() as u8))
}

fn check_entry(entry: &CatalogEntry) -> Result<(), CatalogError> {
    check_id(&entry.id)?;
    for (target, _) in entry.requires.iter().chain(&entry.optional) {
        check_id(target)?;
        if *target == entry.id {
            let version = entry.version.text().to_owned();
            return Err(CatalogError::SelfRequirement { id: entry.id.clone(), version });
        }
    }
    Ok(())
}

fn check_id(id: &str) -> Result<(), CatalogError> {
    if (1..=MAX_ID_BYTES).contains(&id.len()) {
        return Ok(());
    }
    let start = id.chars().take(64).collect();
    Err(CatalogError::InvalidId { id: start, length: id.len(), maximum: MAX_ID_BYTES })
}

fn check_duplicates(entries: &[CatalogEntry]) -> Result<(), CatalogError> {
    for (first, second) in entries.iter().zip(entries.iter().skip(1)) {
        if first.id == second.id && first.version == second.version {
            let version = first.version.text().to_owned();
            return Err(CatalogError::DuplicateVersion { id: first.id.clone(), version });
        }
    }
    Ok(())
}

fn intern_ids(entries: &[CatalogEntry]) -> Vec<String> {
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    for entry in entries {
        ids.insert(&entry.id);
        ids.extend(entry.requires.iter().chain(&entry.optional).map(|(id, _)| id.as_str()));
    }
    ids.into_iter().map(str::to_owned).collect()
}

fn number(ids: &[String], id: &str) -> usize {
    ids.binary_search_by(|known| known.as_str().cmp(id)).unwrap_or(ids.len())
}

fn fill_versions(ids: &[String], packages: &mut [Package], entries: &[CatalogEntry]) {
    for run in entries.chunk_by(|left, right| left.id == right.id) {
        let Some(first) = run.first() else { continue };
        let Some(package) = packages.get_mut(number(ids, &first.id)) else { continue };
        package.versions = run.iter().map(|entry| entry.version.clone()).collect();
        package.yanked = set::empty(run.len());
        for (rank, _) in run.iter().enumerate().filter(|(_, entry)| entry.yanked) {
            set::insert(&mut package.yanked, rank + 1);
        }
    }
    for package in packages.iter_mut().filter(|package| package.yanked.is_empty()) {
        package.yanked = set::empty(0);
    }
}

/// What all entries demand, before it is numbered.
#[derive(Default)]
struct Demands<'a> {
    conditions: Vec<(usize, &'a Requirement)>,
    numbers: HashMap<(usize, &'a Requirement), usize>,
    /// For each owner, the demands of each of its versions in ascending order.
    owners: BTreeMap<usize, Vec<BTreeSet<Demand>>>,
}

impl<'a> Demands<'a> {
    fn read(&mut self, ids: &[String], entry: &'a CatalogEntry) {
        let mut own = BTreeSet::new();
        let required = entry.requires.iter().map(|demand| (false, demand));
        let optional = entry.optional.iter().map(|demand| (true, demand));
        for (kind, (target, requirement)) in required.chain(optional) {
            let target = number(ids, target);
            own.insert((kind, target, self.condition(target, requirement)));
        }
        self.owners.entry(number(ids, &entry.id)).or_default().push(own);
    }

    fn condition(&mut self, target: usize, requirement: &'a Requirement) -> usize {
        *self.numbers.entry((target, requirement)).or_insert_with(|| {
            self.conditions.push((target, requirement));
            self.conditions.len() - 1
        })
    }

    fn finish(self, ids: Vec<String>, mut packages: Vec<Package>) -> Catalog {
        let mut groups = Vec::new();
        for (owner, versions) in &self.owners {
            if let Some(package) = packages.get_mut(*owner) {
                group_package(*owner, versions, package, &mut groups);
            }
        }
        let condition = |&(target, requirement): &(usize, &Requirement)| Condition {
            requirement: requirement.clone(),
            allowed: packages
                .get(target)
                .map_or_else(Vec::new, |package| compile(&package.versions, requirement)),
        };
        let conditions = self.conditions.iter().map(condition).collect();
        Catalog { ids, packages, conditions, groups }
    }
}

fn group_package(
    owner: usize,
    versions: &[BTreeSet<Demand>],
    package: &mut Package,
    groups: &mut Vec<Group>,
) {
    let start = groups.len();
    let mut owners: BTreeMap<Demand, Vec<u64>> = BTreeMap::new();
    for (rank, demands) in versions.iter().enumerate() {
        for demand in demands {
            let words = owners.entry(*demand).or_insert_with(|| set::empty(versions.len()));
            set::insert(words, rank + 1);
        }
    }
    let numbers: BTreeMap<Demand, usize> =
        owners.keys().enumerate().map(|(place, demand)| (*demand, start + place)).collect();
    for ((optional, target, condition), words) in owners {
        groups.push(Group { owner, owners: words, target, optional, condition });
    }
    package.groups = start..groups.len();
    package.requirements = versions
        .iter()
        .map(|demands| {
            let mut own: Vec<(usize, usize)> = demands
                .iter()
                .filter_map(|demand| numbers.get(demand).map(|group| (demand.1, *group)))
                .collect();
            own.sort_unstable();
            own.into_iter().map(|(_, group)| group).collect()
        })
        .collect();
}
