//! From the answer's numbers to names.

use super::answer::{Answer, Skipped};
use super::counters::Counters;
use super::outcome::{Link, Resolution, ResolvedPackage, SkippedOptional};
use super::problem::Problem;
use super::table::Table;
use crate::catalog::set;

/// The resolution that an answer in output order is; O(edges).
pub(super) fn resolution(
    problem: &Problem<'_>,
    answer: &Answer,
    order: &[(usize, usize)],
    counters: Counters,
) -> Resolution {
    let catalog = problem.catalog;
    let roots = problem.root_packages();
    let mut packages = Vec::with_capacity(order.len());
    for &(package, bit) in order {
        let Some(version) = catalog.version_at(package, bit) else { continue };
        packages.push(ResolvedPackage {
            id: catalog.id(package).to_owned(),
            version: version.clone(),
            root: roots.binary_search(&package).is_ok(),
        });
    }
    let links = links(problem, order);
    let skipped = answer.skipped.iter().filter_map(|one| skipped(problem, *one)).collect();
    Resolution { packages, links, skipped, counters }
}

fn links(problem: &Problem<'_>, order: &[(usize, usize)]) -> Vec<Link> {
    let catalog = problem.catalog;
    let mut places = Table::default();
    for (place, (package, _)) in order.iter().enumerate() {
        places.insert(*package, place);
    }
    let mut links = Vec::new();
    for (parent, &(package, bit)) in order.iter().enumerate() {
        for &number in catalog.groups_of(package, bit) {
            let child = catalog.group(number).and_then(|group| places.get(group.target));
            links.extend(child.map(|child| Link { parent, child, group: number }));
        }
    }
    links
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
