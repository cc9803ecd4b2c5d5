//! The order of the output: dependencies first.
#![expect(clippy::indexing_slicing, reason = "every index is the number of a member")]

use super::members::Members;
use crate::catalog::Catalog;

/// Members depth-first from the roots by id: the dependencies of each, required ones and optional
/// ones that are members, by id and before it; each once. An edge back to a package being visited
/// is passed over (spec 04). Keeps its own stack; O(edges). Packages with their bits.
pub(super) fn dependency_first(
    catalog: &Catalog,
    roots: &[usize],
    members: &Members,
) -> Vec<(usize, usize)> {
    let rows = members.rows();
    let mut order = Vec::with_capacity(rows.len());
    let mut seen = vec![false; rows.len()];
    // A member being visited and how many of its groups, which stand by target, are done.
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in roots.iter().filter_map(|root| members.spot(*root)) {
        if !std::mem::replace(&mut seen[root], true) {
            stack.push((root, 0));
        }
        while let Some((member, done)) = stack.last_mut() {
            let (package, bit) = rows[*member];
            let Some(group) = catalog.groups_of(package, bit).get(*done) else {
                order.push((package, bit));
                stack.pop();
                continue;
            };
            *done += 1;
            let target = catalog.group(*group).and_then(|group| members.spot(group.target));
            if let Some(target) = target.filter(|target| !seen[*target]) {
                seen[target] = true;
                stack.push((target, 0));
            }
        }
    }
    order
}
