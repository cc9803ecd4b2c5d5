//! Why a catalog is not built.

use crate::diagnostic::CodeEntry;

/// Why a catalog is not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    /// An id of no bytes or of more than 255.
    #[error("got a package id of {length} bytes, expected 1 to {maximum}: `{id}`")]
    InvalidId {
        /// The id, cut after 64 characters.
        id: String,
        /// Its bytes.
        length: usize,
        /// The most there may be.
        maximum: usize,
    },
    /// The same id and version twice.
    #[error("got `{id}@{version}` twice, expected each version of a package once")]
    DuplicateVersion {
        /// The package.
        id: String,
        /// The version, build metadata included.
        version: String,
    },
    /// A version that requires its own package.
    #[error("got a requirement of `{id}@{version}` on `{id}` itself")]
    SelfRequirement {
        /// The package.
        id: String,
        /// The version.
        version: String,
    },
}

impl CatalogError {
    /// The stable `snake_case` code of this failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidId { .. } => "catalog_id_invalid",
            Self::DuplicateVersion { .. } => "catalog_version_duplicate",
            Self::SelfRequirement { .. } => "catalog_self_requirement",
        }
    }
}

/// Every code of [`CatalogError`].
pub const CODES: &[CodeEntry] = &[
    CodeEntry {
        code: "catalog_id_invalid",
        meaning: "A package id of a catalog is empty or has more than 255 bytes.",
    },
    CodeEntry {
        code: "catalog_version_duplicate",
        meaning: "A catalog was given the same version of a package twice.",
    },
    CodeEntry {
        code: "catalog_self_requirement",
        meaning: "A version in a catalog requires its own package.",
    },
];
