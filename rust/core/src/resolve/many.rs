//! `resolve_many`: several problems over one catalog, on as many cores as there are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::error::ResolveError;
use super::outcome::Outcome;
use super::problem::Root;
use super::request::{ResolveOptions, resolve};
use crate::catalog::Catalog;
use crate::version::Version;

/// Resolves each list of roots by itself, as [`resolve`] does; outcomes in the order of problems.
///
/// Threads share the work, and each outcome is what it would be alone. The error is that of the
/// first problem with one.
pub fn resolve_many(
    catalog: &Catalog,
    problems: &[Vec<Root>],
    locked: &[(String, Version)],
    options: &ResolveOptions,
) -> Result<Vec<Outcome>, ResolveError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(problems.len()));
    let work = || {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(roots) = problems.get(number) else { break };
            own.push((number, resolve(catalog, roots, locked, options)));
        }
        done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(own);
    };
    thread::scope(|scope| {
        for _ in 1..cores.min(problems.len()) {
            // Where no thread can be had, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let mut outcomes = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    outcomes.sort_unstable_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}
