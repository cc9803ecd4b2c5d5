//! Choosing one exact version of each package.
//!
//! [`resolve`] returns the *defined* answer of spec 04: a property of the catalog, the roots and
//! the locks, not of the search. `engine` decides whether a valid set exists under assumptions,
//! `answer` asks it until the answer is fixed, and `verify` looks at every edge of the
//! result without them. Where there is no valid set, `core` finds a small set of facts to blame
//! and `explain` says so in sentences and as data.
//!
//! Nothing here recurses, and every bound is a counter.

mod analysis;
mod answer;
mod blame;
mod budget;
mod conflict;
mod core;
mod counters;
mod domain;
mod engine;
mod error;
mod explain;
mod facts;
mod graph;
mod line;
mod many;
mod members;
mod model;
mod nogood;
mod order;
mod outcome;
mod problem;
mod proof;
mod prose;
mod queue;
mod refutation;
mod request;
mod resolution;
mod restart;
mod retention;
mod search;
mod suggest;
mod sweep;
mod table;
mod verify;

pub use conflict::{Claim, Conflict, ConflictFact, Derivation, FactKind, Premise, Suggestion};
pub use counters::{Counters, Limit};
pub use error::{CODES, ResolveError};
pub use many::resolve_many;
pub use outcome::{
    LimitReached, Link, Outcome, RequirementEdge, Resolution, ResolvedPackage, SkippedOptional,
};
pub use problem::Root;
pub use refutation::Refutation;
pub use request::{Prefer, ResolveOptions, resolve};
pub use verify::Breach;
