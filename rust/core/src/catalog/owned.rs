//! The numbers of the groups that a package owns.

use std::ops::Range;

use super::index::Catalog;

impl Catalog {
    /// The numbers of the groups that any version of a package belongs to.
    pub(crate) fn owned_groups(&self, package: usize) -> Range<usize> {
        self.packages.get(package).map_or(0..0, |row| row.groups.clone())
    }
}
