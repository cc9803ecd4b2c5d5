//! The compiled index a resolver works on.
