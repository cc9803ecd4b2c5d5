//! Strict JSON and its canonical form.

mod value;

pub use value::{Member, Node, Number, Value};
