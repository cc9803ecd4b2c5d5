//! Strict JSON (RFC 8259) and its canonical form (RFC 8785).
//!
//! [`parse()`] accepts the grammar and nothing else: no byte order mark, no two equal keys in an
//! object, no lone surrogate, no number that a double can't carry. Each refusal has a code, the
//! byte offset, line and column, and the path of the value concerned.
//!
//! [`canonicalize`] and [`canonical::to_canonical`] give the one text that equal values have.
//!
//! ```
//! use metier_core::json;
//! use metier_core::limits::JsonLimits;
//!
//! let refused = json::parse(br#"{"a": [1, 01]}"#, &JsonLimits::default()).unwrap_err();
//! assert_eq!((refused.code(), refused.offset, refused.path.as_str()), ("invalid_number", 11, "$.a[1]"));
//!
//! assert_eq!(json::canonicalize(br#"{"b": 1.0, "a": 1E30}"#)?, br#"{"a":1e+30,"b":1}"#);
//! # Ok::<(), json::JsonError>(())
//! ```

pub mod canonical;
mod error;
mod number;
mod parse;
mod position;
mod string;
mod tape;
mod value;

pub use canonical::canonicalize;
pub use error::{CODES, CanonicalError, JsonError, JsonErrorKind};
pub use number::{MAX_SAFE_INTEGER, is_safe};
pub use parse::parse;
pub use position::{Step, path_text, position};
pub use value::{Member, Node, Number, Value};
