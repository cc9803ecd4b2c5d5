//! Portable paths: one rule list for manifests, archives, packs, uploads and URLs.
//!
//! [`check`] applies the rules to one path, in a fixed order; the first that fails names the error.
//! [`collisions`] applies the rules that hold between the paths of one package.
//!
//! Rules that look at characters use one Unicode version, [`UNICODE_VERSION`]. Characters it does
//! not assign are refused, so that machines with older and newer tables agree: normal forms of
//! assigned characters never change.

mod character;
mod error;
mod fold;
mod name;
mod portable;
mod reserved;

pub use error::{CODES, PathError};
pub use fold::{Collision, CollisionKind, check_set, collisions, fold_key};
pub use name::{IdError, MAX_ID_BYTES, MAX_NAME_BYTES, check_id, is_skill_id, is_strict_name};
pub use portable::{MAX_COMPONENT_BYTES, MAX_PATH_BYTES, check, is_safe_component};

/// The Unicode version of the tables behind normal forms, case folding and character classes.
pub const UNICODE_VERSION: &str = "18.0.0";
