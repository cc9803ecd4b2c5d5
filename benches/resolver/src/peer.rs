//! The peer: PubGrub as a crate, over the same numbers.

use std::cell::Cell;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

use pubgrub::{
    Dependencies, DependencyProvider, PackageResolutionStatistics, PubGrubError, resolve,
};
use version_ranges::Ranges;

use crate::problem::Problem;

type Candidates = Ranges<u32>;

/// The peer took too long.
#[derive(Debug)]
pub struct Late;

impl std::fmt::Display for Late {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("late")
    }
}

impl std::error::Error for Late {}

/// A problem as the peer reads it.
pub struct Peer {
    demands: Vec<Vec<Vec<(u32, Candidates)>>>,
    started: Cell<Instant>,
    calls: Cell<u64>,
    limit: Duration,
}

impl Peer {
    pub fn new(problem: &Problem, limit: Duration) -> Self {
        let read = |demand: &crate::problem::Demand| {
            let spans = demand.intervals.iter().filter(|(low, high)| low < high);
            let union = |all: Candidates, (low, high): &(u32, u32)| {
                all.union(&Candidates::between(*low, *high))
            };
            (demand.target, spans.fold(Candidates::empty(), union))
        };
        let demands = problem
            .packages
            .iter()
            .map(|candidates| {
                candidates.iter().map(|demands| demands.iter().map(read).collect()).collect()
            })
            .collect();
        Self { demands, started: Cell::new(Instant::now()), calls: Cell::new(0), limit }
    }

    /// Whether there is a solution; nothing if it took too long.
    pub fn solve(&self) -> Option<bool> {
        self.started.set(Instant::now());
        self.calls.set(0);
        match resolve(self, 0u32, 0u32) {
            Ok(_) => Some(true),
            Err(PubGrubError::NoSolution(_)) => Some(false),
            Err(_) => None,
        }
    }
}

impl DependencyProvider for Peer {
    type P = u32;
    type V = u32;
    type VS = Candidates;
    type M = String;
    type Err = Late;
    type Priority = (u32, Reverse<u64>);

    fn should_cancel(&self) -> Result<(), Late> {
        self.calls.set(self.calls.get() + 1);
        let late = self.calls.get() % 256 == 0 && self.started.get().elapsed() > self.limit;
        if late { Err(Late) } else { Ok(()) }
    }

    fn choose_version(&self, package: &u32, range: &Candidates) -> Result<Option<u32>, Late> {
        let count = u32::try_from(self.demands[*package as usize].len()).expect("few versions");
        Ok((0..count).rev().find(|version| range.contains(version)))
    }

    /// Packages of conflicts first, then those with the fewest candidates: the documented
    /// recommendation.
    fn prioritize(
        &self,
        package: &u32,
        range: &Candidates,
        statistics: &PackageResolutionStatistics,
    ) -> Self::Priority {
        let count = u32::try_from(self.demands[*package as usize].len()).expect("few versions");
        let left = (0..count).filter(|version| range.contains(version)).count();
        if left == 0 {
            return (u32::MAX, Reverse(0));
        }
        (statistics.conflict_count(), Reverse(left as u64))
    }

    fn get_dependencies(
        &self,
        package: &u32,
        version: &u32,
    ) -> Result<Dependencies<u32, Candidates, String>, Late> {
        let demands = &self.demands[*package as usize][*version as usize];
        Ok(Dependencies::Available(demands.iter().cloned().collect()))
    }
}
