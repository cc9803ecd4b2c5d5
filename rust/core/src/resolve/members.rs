//! Packages chosen, with their versions.
#![expect(clippy::indexing_slicing, reason = "the table holds places among the rows")]

use super::table::Table;

/// Members by package of the catalog, with the bit of their version, in the order of adding.
#[derive(Debug, Default)]
pub(super) struct Members {
    rows: Vec<(usize, usize)>,
    spots: Table,
}

impl Members {
    /// The bit of a member's version.
    pub(super) fn get(&self, package: usize) -> Option<usize> {
        self.spots.get(package).map(|spot| self.rows[spot].1)
    }

    /// Where a member stands.
    pub(super) fn spot(&self, package: usize) -> Option<usize> {
        self.spots.get(package)
    }

    /// Whether a package is a member.
    pub(super) fn contains(&self, package: usize) -> bool {
        self.spots.get(package).is_some()
    }

    /// Adds a member that is none yet.
    pub(super) fn insert(&mut self, package: usize, bit: usize) {
        self.spots.insert(package, self.rows.len());
        self.rows.push((package, bit));
    }

    /// Packages and bits in the order of adding.
    pub(super) fn rows(&self) -> &[(usize, usize)] {
        &self.rows
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}
