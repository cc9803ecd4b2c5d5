//! Versions and requirements on them.
//!
//! A [`Version`] is SemVer 2.0.0 text; a [`Requirement`] is a set of versions, read by one of three
//! [`Dialect`]s and kept as a union of [`Alternative`]s, each one exact version or one interval.
//! Both are plain values: reading is linear in the text, matching allocates nothing.

mod cargo;
mod error;
mod interval;
mod normal;
mod npm;
mod partial;
mod requirement;
mod scanner;
mod strict;
#[expect(clippy::module_inception, reason = "the file is named by the noun it defines")]
mod version;

pub use error::{CODES, RequirementError, VersionError};
pub use interval::{Alternative, Bound, Interval};
pub use requirement::{Dialect, MAX_REQUIREMENT_BYTES, Requirement};
pub use version::Version;
