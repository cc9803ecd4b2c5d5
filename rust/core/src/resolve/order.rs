//! The order of the output: dependencies first.

use std::collections::BTreeSet;

use super::model::Members;
use crate::catalog::{Catalog, set};

/// One package being visited: what is left of its dependencies, the next at the end.
struct Visit {
    package: usize,
    left: Vec<usize>,
}

/// Members depth-first from the roots by id: the dependencies of each, required ones and optional
/// ones that are members, by id and before it; each once. An edge back to a package being visited
/// is passed over (spec 04). Keeps its own stack; O(edges log edges).
pub(super) fn dependency_first(
    catalog: &Catalog,
    roots: &[usize],
    members: &Members,
) -> Vec<usize> {
    let mut order = Vec::with_capacity(members.len());
    let mut seen = BTreeSet::new();
    for root in roots {
        if !members.contains_key(root) || !seen.insert(*root) {
            continue;
        }
        let mut stack = vec![visit(catalog, members, *root)];
        while let Some(top) = stack.last_mut() {
            match top.left.pop() {
                Some(target) if seen.insert(target) => {
                    stack.push(visit(catalog, members, target));
                }
                Some(_) => {}
                None => {
                    order.push(top.package);
                    stack.pop();
                }
            }
        }
    }
    order
}

fn visit(catalog: &Catalog, members: &Members, package: usize) -> Visit {
    let bit = members.get(&package).copied().unwrap_or(set::ABSENT);
    let groups = catalog.groups_of(package, bit).iter().filter_map(|group| catalog.group(*group));
    let mut left: Vec<usize> =
        groups.map(|group| group.target).filter(|target| members.contains_key(target)).collect();
    left.sort_unstable_by(|one, other| other.cmp(one));
    left.dedup();
    Visit { package, left }
}

/// Required edges on the longest path among members, which have no cycle of such edges.
pub(super) fn depth(catalog: &Catalog, members: &Members) -> usize {
    let mut incoming: std::collections::BTreeMap<usize, usize> =
        members.keys().map(|package| (*package, 0)).collect();
    let edges = |package: usize| {
        let bit = members.get(&package).copied().unwrap_or(set::ABSENT);
        let mut targets: Vec<usize> = super::model::required(catalog, package, bit).collect();
        targets.dedup();
        targets
    };
    for target in members.keys().flat_map(|package| edges(*package)) {
        incoming.entry(target).and_modify(|count| *count += 1);
    }
    let mut layer: Vec<usize> =
        incoming.iter().filter(|(_, count)| **count == 0).map(|(package, _)| *package).collect();
    let mut layers = 0;
    while !layer.is_empty() {
        layers += 1;
        let mut next = Vec::new();
        for target in layer.iter().flat_map(|package| edges(*package)) {
            if let Some(count) = incoming.get_mut(&target) {
                *count -= 1;
                if *count == 0 {
                    next.push(target);
                }
            }
        }
        layer = next;
    }
    layers.max(1) - 1
}
