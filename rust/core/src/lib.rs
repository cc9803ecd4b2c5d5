//! The core of metier: every rule about bytes, paths, versions, frontmatter and resolution.
//!
//! The crate knows no Python and does nothing but compute: only [`fs`] opens files.
//! Input from outside never makes it panic; each module has one error enum whose variants carry
//! the data of the failure and whose `code()` is stable.
//!
//! Reading order follows a skill's life: bytes become [`json`] or [`text`], are named by
//! [`digest`] and [`path`], gathered by [`fs`] or an [`archive`] into a [`package`], ordered by [`version`],
//! compiled into a [`catalog`] and chosen by [`resolve`].
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

pub mod archive;
pub mod catalog;
mod codes;
pub mod diagnostic;
pub mod digest;
pub mod fs;
pub mod json;
pub mod limits;
pub mod load;
pub mod package;
pub mod path;
pub mod resolve;
pub mod text;
pub mod version;

pub use codes::codes;
