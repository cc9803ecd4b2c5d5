//! Problems as `gen_catalog.py` writes them: numbers of packages, candidates and intervals.

use std::path::Path;

use metier_core::catalog::{Catalog, CatalogEntry};
use metier_core::resolve::Root;
use metier_core::version::{Dialect, Requirement, Version};

/// A package required and the half-open intervals of its candidates that will do.
pub struct Demand {
    pub target: u32,
    pub intervals: Vec<(u32, u32)>,
}

/// Demands by package and candidate; package 0 is the root and has one candidate.
pub struct Problem {
    pub packages: Vec<Vec<Vec<Demand>>>,
}

impl Problem {
    /// Reads little-endian words: packages, then for each its candidates, then for each its
    /// demands, then for each the target, the number of intervals and their ends.
    pub fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("the problem can be read");
        let mut words = bytes.chunks_exact(4).map(|four| {
            u32::from_le_bytes(four.try_into().expect("four bytes"))
        });
        let mut next = || words.next().expect("the problem is whole");
        let mut packages = Vec::new();
        for _ in 0..next() {
            let mut candidates = Vec::new();
            for _ in 0..next() {
                let mut demands = Vec::new();
                for _ in 0..next() {
                    let target = next();
                    let intervals = (0..next()).map(|_| (next(), next())).collect();
                    demands.push(Demand { target, intervals });
                }
                candidates.push(demands);
            }
            packages.push(candidates);
        }
        Self { packages }
    }

    /// The same problem for metier.
    pub fn compile(&self) -> (Catalog, Vec<Root>) {
        let mut entries = Vec::new();
        for (package, candidates) in self.packages.iter().enumerate().skip(1) {
            for (number, demands) in candidates.iter().enumerate() {
                let own = u32::try_from(package).expect("few packages");
                let at = u32::try_from(number).expect("few versions");
                let refuses = |demand: &Demand| {
                    demand.target == own
                        && !demand.intervals.iter().any(|(low, high)| (*low..*high).contains(&at))
                };
                if demands.iter().any(refuses) {
                    continue;
                }
                let others = demands.iter().filter(|demand| demand.target != own);
                entries.push(CatalogEntry {
                    id: name(own),
                    version: Version::parse(&format!("1.{number}.0")).expect("a version"),
                    requires: others.map(|one| (name(one.target), requirement(one))).collect(),
                    optional: Vec::new(),
                    yanked: false,
                });
            }
        }
        let roots = self.packages[0][0].iter();
        let roots = roots
            .map(|demand| Root { id: name(demand.target), requirement: requirement(demand) })
            .collect();
        (Catalog::build(entries).expect("a catalog"), roots)
    }
}

/// The name of a package; names ascend with the numbers.
pub fn name(package: u32) -> String {
    format!("p{package:06}")
}

fn requirement(demand: &Demand) -> Requirement {
    let parts: Vec<String> = demand
        .intervals
        .iter()
        .filter(|(low, high)| low < high)
        .map(|(low, high)| format!(">=1.{low}.0 <1.{high}.0"))
        .collect();
    let text = if parts.is_empty() { "<0.0.0-0".to_owned() } else { parts.join(" || ") };
    Requirement::parse(&text, Dialect::Npm).expect("a requirement")
}
