//! Versions and requirements on them.

mod requirement;
#[expect(clippy::module_inception, reason = "the file is named by the noun it defines")]
mod version;

pub use requirement::{Dialect, Requirement};
pub use version::Version;
