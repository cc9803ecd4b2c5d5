//! How far a long piece of work has come, for another thread to look at.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that work adds to and anyone may read at any time. They only grow.
///
/// The three are read one by one: they need not belong to the same instant.
#[derive(Debug, Default)]
pub struct Progress {
    files: AtomicU64,
    bytes: AtomicU64,
    total_files: AtomicU64,
}

impl Progress {
    /// Files done.
    pub fn files(&self) -> u64 {
        self.files.load(Ordering::Relaxed)
    }

    /// Bytes read.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Files to do, as far as they are known; 0 until the listing is complete.
    pub fn total_files(&self) -> u64 {
        self.total_files.load(Ordering::Relaxed)
    }

    /// Counts files as done.
    pub fn add_files(&self, count: u64) {
        self.files.fetch_add(count, Ordering::Relaxed);
    }

    /// Counts bytes as read.
    pub fn add_bytes(&self, count: u64) {
        self.bytes.fetch_add(count, Ordering::Relaxed);
    }

    /// Counts files as to do.
    pub fn add_total_files(&self, count: u64) {
        self.total_files.fetch_add(count, Ordering::Relaxed);
    }
}
