//! Versions that can't be chosen at all, known without a search.

use super::engine::Engine;
use crate::catalog::set;

/// Groups looked at before the rest is left to the search.
const MAX_GROUPS: usize = 1 << 18;
/// Times that all groups are looked at; dependencies come first, so few are needed.
const ROUNDS: usize = 8;

impl Engine<'_> {
    /// Reads the requirements of every version of every package that can be reached, and rules out
    /// the versions whose requirement nothing can meet, until nothing changes; at level 0. The
    /// nogood violated, if one is. O(groups) for each of a few rounds.
    pub(super) fn sweep(&mut self) -> Option<usize> {
        self.reach();
        for _ in 0..ROUNDS {
            let before = self.domains.trail_len();
            for place in (0..self.domains.len()).rev() {
                let violated = self.sweep_package(place).or_else(|| self.propagate());
                if violated.is_some() {
                    return violated;
                }
            }
            if self.domains.trail_len() == before {
                break;
            }
        }
        None
    }

    /// Touches what some version of a package touched may require.
    fn reach(&mut self) {
        let mut groups = 0;
        let mut place = 0;
        while place < self.domains.len() && groups < MAX_GROUPS {
            for group in self.problem.catalog.groups_owned(self.domains.package(place)) {
                groups += 1;
                self.place(group.target);
            }
            place += 1;
        }
    }

    fn sweep_package(&mut self, place: usize) -> Option<usize> {
        let catalog = self.problem.catalog;
        for number in catalog.owned_groups(self.domains.package(place)) {
            let Some(group) = catalog.group(number).filter(|group| !group.optional) else {
                continue;
            };
            let Some(target) = self.domains.place(group.target) else { continue };
            let idle = set::is_disjoint(self.domains.get(place), &group.owners)
                || !set::is_disjoint(self.domains.get(target), catalog.allowed(group));
            if idle {
                continue;
            }
            let nogood = self.load(number);
            if self.check(nogood) {
                return Some(nogood);
            }
        }
        None
    }
}
