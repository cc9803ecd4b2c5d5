//! The compiled index a resolver works on.
//!
//! [`Catalog::build`] takes [`CatalogEntry`] values in any order: ids are interned in byte order,
//! the versions of each ranked by their total order, and each requirement becomes the set of
//! candidates that satisfy it, worked out once however many versions share it.

mod build;
mod entry;
mod error;
mod index;
mod owned;
pub(crate) mod set;

pub use entry::CatalogEntry;
pub use error::{CODES, CatalogError};
pub use index::Catalog;
pub(crate) use index::Group;
