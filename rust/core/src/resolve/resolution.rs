//! From the answer's numbers to names.

use std::collections::BTreeSet;

use super::answer::{Answer, Skipped};
use super::counters::Counters;
use super::order::dependency_first;
use super::outcome::{RequirementEdge, Resolution, ResolvedPackage, SkippedOptional};
use super::problem::Problem;
use crate::catalog::set;

/// The resolution that an answer is; O(edges log edges).
pub(super) fn resolution(problem: &Problem<'_>, answer: &Answer, counters: Counters) -> Resolution {
    let catalog = problem.catalog;
    let roots = problem.root_packages();
    let order = dependency_first(catalog, &roots, &answer.members);
    let edges: Vec<RequirementEdge> =
        order.iter().flat_map(|package| edges_of(problem, answer, *package)).collect();
    let mut packages = Vec::with_capacity(order.len());
    for package in order {
        let bit = answer.members.get(&package).copied().unwrap_or(set::ABSENT);
        let Some(version) = catalog.version_at(package, bit) else { continue };
        packages.push(ResolvedPackage {
            id: catalog.id(package).to_owned(),
            version: version.clone(),
            root: roots.binary_search(&package).is_ok(),
            parents: Vec::new(),
        });
    }
    add_parents(&mut packages, &edges);
    let skipped = answer.skipped.iter().filter_map(|one| skipped(problem, *one)).collect();
    Resolution { packages, edges, skipped, counters }
}

fn edges_of(problem: &Problem<'_>, answer: &Answer, package: usize) -> Vec<RequirementEdge> {
    let catalog = problem.catalog;
    let bit = answer.members.get(&package).copied().unwrap_or(set::ABSENT);
    let groups = catalog.groups_of(package, bit).iter().filter_map(|one| catalog.group(*one));
    groups
        .filter(|group| answer.members.contains_key(&group.target))
        .filter_map(|group| {
            Some(RequirementEdge {
                parent: catalog.id(package).to_owned(),
                child: catalog.id(group.target).to_owned(),
                requirement: catalog.requirement(group)?.clone(),
                optional: group.optional,
            })
        })
        .collect()
}

fn add_parents(packages: &mut [ResolvedPackage], edges: &[RequirementEdge]) {
    let pairs: BTreeSet<(&str, &str)> =
        edges.iter().map(|edge| (edge.child.as_str(), edge.parent.as_str())).collect();
    for package in packages {
        let own = pairs.range((package.id.as_str(), "")..);
        package.parents = own
            .take_while(|(child, _)| *child == package.id)
            .map(|(_, parent)| (*parent).to_owned())
            .collect();
    }
}

fn skipped(problem: &Problem<'_>, skipped: Skipped) -> Option<SkippedOptional> {
    let catalog = problem.catalog;
    let group = catalog.group(skipped.group)?;
    let requirement = catalog.requirement(group)?.clone();
    let mut candidates = catalog.allowed(group).to_vec();
    set::subtract(&mut candidates, &problem.barred(group.target));
    let reason = if set::is_empty(&candidates) {
        format!("no version satisfies {}", requirement.text())
    } else {
        "no version of it goes with what is already chosen".to_owned()
    };
    let parent = catalog.id(skipped.parent).to_owned();
    Some(SkippedOptional { parent, id: catalog.id(group.target).to_owned(), requirement, reason })
}
