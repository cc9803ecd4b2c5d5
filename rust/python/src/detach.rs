//! When work is worth letting other Python threads run.

use pyo3::prelude::*;

/// Bytes of input from which on giving up the interpreter costs less than it gains.
const WORTH_IT: usize = 4096;

/// Does `work` on `bytes` bytes of input, detached from the interpreter unless they are few.
pub(crate) fn when_large<T: Send>(
    py: Python<'_>,
    bytes: usize,
    work: impl FnOnce() -> T + Send,
) -> T {
    if bytes < WORTH_IT { work() } else { py.detach(work) }
}
