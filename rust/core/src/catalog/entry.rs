//! `CatalogEntry`: what a catalog is told about one version of one package.

use crate::version::{Requirement, Version};

/// One version of one package and what it asks of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogEntry {
    /// The package; 1–255 bytes, compared byte for byte.
    pub id: String,
    /// The exact version, build metadata included.
    pub version: Version,
    /// Packages that must be there, and which of their versions will do. An id may come twice:
    /// then both requirements hold.
    pub requires: Vec<(String, Requirement)>,
    /// Packages that may be there: the requirement holds whenever they are (spec 00, decision 10).
    pub optional: Vec<(String, Requirement)>,
    /// A candidate only where a lock pins it (spec 00, decision 13).
    pub yanked: bool,
}
