//! Required edges among members: how deep they go, and whether they form a cycle.
#![expect(clippy::indexing_slicing, reason = "every index is the number of a member")]

use std::collections::VecDeque;

use super::members::Members;
use super::model::required;
use crate::catalog::Catalog;

/// Required edges among members, by their place among the members.
pub(super) struct Graph {
    /// Where the edges of each member start, and the end of all.
    starts: Vec<usize>,
    targets: Vec<usize>,
    packages: Vec<usize>,
}

impl Graph {
    /// Reads the edges; O(edges).
    pub(super) fn of(catalog: &Catalog, members: &Members) -> Self {
        let rows = members.rows();
        let mut graph = Self {
            starts: Vec::with_capacity(rows.len() + 1),
            targets: Vec::new(),
            packages: rows.iter().map(|row| row.0).collect(),
        };
        for &(package, bit) in rows {
            graph.starts.push(graph.targets.len());
            let edges = required(catalog, package, bit);
            graph.targets.extend(edges.filter_map(|target| members.spot(target)));
        }
        graph.starts.push(graph.targets.len());
        graph
    }

    fn edges(&self, member: usize) -> &[usize] {
        &self.targets[self.starts[member]..self.starts[member + 1]]
    }

    /// Edges on the longest path, or a shortest cycle as packages of the catalog; O(edges), where
    /// there is no cycle.
    pub(super) fn depth(&self) -> Result<usize, Vec<usize>> {
        let mut incoming = vec![0usize; self.packages.len()];
        for &target in &self.targets {
            incoming[target] += 1;
        }
        let mut layer: Vec<usize> =
            (0..incoming.len()).filter(|member| incoming[*member] == 0).collect();
        let (mut layers, mut left) = (0usize, incoming.len());
        while !layer.is_empty() {
            (layers, left) = (layers + 1, left - layer.len());
            let mut next = Vec::new();
            for &target in layer.iter().flat_map(|member| self.edges(*member)) {
                incoming[target] -= 1;
                if incoming[target] == 0 {
                    next.push(target);
                }
            }
            layer = next;
        }
        if left == 0 { Ok(layers.saturating_sub(1)) } else { Err(self.cycle(&incoming)) }
    }

    /// A shortest cycle through the first package, by id, that is on one. `incoming` is not 0 for
    /// members on a cycle or below one.
    fn cycle(&self, incoming: &[usize]) -> Vec<usize> {
        let mut rest: Vec<usize> =
            (0..incoming.len()).filter(|member| incoming[*member] > 0).collect();
        rest.sort_unstable_by_key(|member| self.packages[*member]);
        let found = rest.into_iter().find_map(|start| self.shortest_return(start));
        found.unwrap_or_default().into_iter().map(|member| self.packages[member]).collect()
    }

    /// The shortest way from a member back to itself, if there is one.
    fn shortest_return(&self, start: usize) -> Option<Vec<usize>> {
        let mut from: Vec<Option<usize>> = vec![None; self.packages.len()];
        let mut waiting = VecDeque::from([start]);
        while let Some(member) = waiting.pop_front() {
            let mut edges = self.edges(member).to_vec();
            edges.sort_unstable_by_key(|target| self.packages[*target]);
            for target in edges {
                if target == start {
                    return Some(path_back(start, member, &from));
                }
                if from[target].is_none() {
                    from[target] = Some(member);
                    waiting.push_back(target);
                }
            }
        }
        None
    }
}

fn path_back(start: usize, end: usize, from: &[Option<usize>]) -> Vec<usize> {
    let mut path = vec![end];
    let mut at = end;
    while at != start {
        let Some(before) = from[at] else { break };
        path.push(before);
        at = before;
    }
    path.reverse();
    path
}
