//! Work on several threads whose results come in the order of the jobs.
//!
//! Jobs are made one at a time, under a lock; each is done by whichever thread is free. The calling
//! thread works too and hands on the results. No more than [`AHEAD`] jobs a thread are out or
//! waiting to be handed on, so a slow one bounds what is held.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Jobs a thread that may be out at once.
const AHEAD: usize = 8;

/// Jobs that are done before another thread is started for the rest.
const ALONE: usize = 8;

/// More threads than any machine gains from.
const MAX_THREADS: usize = 64;

/// Threads that are meant by `jobs`: 0 is one for each core.
pub(super) fn thread_count(jobs: usize) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    (if jobs == 0 { cores() } else { jobs }).min(MAX_THREADS)
}

/// Does every job that `next` makes and hands the results to `emit` in the order of the jobs.
///
/// `worker` makes one function a thread. Nothing more is begun once `emit` breaks.
pub(super) fn in_order<J, R, W>(
    threads: usize,
    next: impl FnMut() -> Option<J> + Send,
    worker: impl Fn() -> W + Sync,
    emit: &mut dyn FnMut(R) -> ControlFlow<()>,
) where
    R: Send,
    W: FnMut(J) -> R,
{
    let mut next = next;
    let mut own = worker();
    let alone = if threads > 1 { ALONE } else { usize::MAX };
    let mut first = (0..alone).map_while(|_| next());
    if first.by_ref().try_for_each(|job| emit(own(job))).is_break() {
        return;
    }
    let Some(job) = next() else { return };
    let line = Line::new(next, threads.saturating_mul(AHEAD));
    thread::scope(|scope| {
        // A system that grants no more threads gets by with those it has.
        for _ in 1..threads {
            let work = || line.work(worker());
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let _stop = StopOnDrop(&line);
        if emit(own(job)).is_continue() {
            line.work_and_emit(own, emit);
        }
    });
}

/// The jobs to come, and the results that wait for those before them.
struct Line<N, R> {
    next: Mutex<N>,
    state: Mutex<State<R>>,
    changed: Condvar,
    max_out: usize,
}

struct State<R> {
    ready: BTreeMap<usize, R>,
    /// Jobs that were given out.
    taken: usize,
    /// Results that were handed on.
    emitted: usize,
    /// There are no more jobs, or nobody wants their results.
    ended: bool,
    /// Threads that wait for a change; to wake nobody would cost a system call.
    waiting: usize,
}

/// Ends the work of all threads, also where the one that hands on the results panics.
struct StopOnDrop<'line, N, R>(&'line Line<N, R>);

impl<N, R> Drop for StopOnDrop<'_, N, R> {
    fn drop(&mut self) {
        self.0.change(|state| state.ended = true);
    }
}

impl<J, R, N: FnMut() -> Option<J>> Line<N, R> {
    /// The next job and its place, where there is one; waits for room if `patient`.
    fn take(&self, patient: bool) -> Option<(usize, J)> {
        // Held while the number is given, so that numbers follow the order of the jobs.
        let mut next = lock(&self.next);
        let mut state = lock(&self.state);
        while !state.ended && state.taken - state.emitted >= self.max_out {
            if !patient {
                return None;
            }
            drop(next);
            drop(self.wait_for_change(state));
            next = lock(&self.next);
            state = lock(&self.state);
        }
        if state.ended {
            return None;
        }
        let index = state.taken;
        state.taken += 1;
        drop(state);
        let job = next();
        if job.is_none() {
            self.change(|state| {
                state.taken -= 1;
                state.ended = true;
            });
        }
        Some((index, job?))
    }

    fn work<W: FnMut(J) -> R>(&self, mut work: W) {
        let _stop = StopOnPanic(self);
        while let Some((index, job)) = self.take(true) {
            let result = work(job);
            self.change(|state| state.ready.insert(index, result));
        }
    }

    /// Works as well; hands on what is ready first.
    fn work_and_emit<W: FnMut(J) -> R>(
        &self,
        mut work: W,
        emit: &mut dyn FnMut(R) -> ControlFlow<()>,
    ) {
        loop {
            while let Some(result) = self.ready() {
                if emit(result).is_break() {
                    return;
                }
            }
            if let Some((index, job)) = self.take(false) {
                let result = work(job);
                self.change(|state| state.ready.insert(index, result));
            } else if !self.wait() {
                return;
            }
        }
    }
}

/// Ends the work where a thread panics, whose result would be waited for in vain.
struct StopOnPanic<'line, N, R>(&'line Line<N, R>);

impl<N, R> Drop for StopOnPanic<'_, N, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.change(|state| {
                state.ended = true;
                state.taken = state.emitted;
            });
        }
    }
}

impl<N, R> Line<N, R> {
    fn new(next: N, max_out: usize) -> Self {
        let state =
            State { ready: BTreeMap::new(), taken: 0, emitted: 0, ended: false, waiting: 0 };
        Self { next: Mutex::new(next), state: Mutex::new(state), changed: Condvar::new(), max_out }
    }

    fn change<T>(&self, change: impl FnOnce(&mut State<R>) -> T) -> T {
        let mut state = lock(&self.state);
        let changed = change(&mut state);
        self.wake(state);
        changed
    }

    fn wake(&self, state: MutexGuard<'_, State<R>>) {
        let waiting = state.waiting;
        drop(state);
        if waiting > 0 {
            self.changed.notify_all();
        }
    }

    fn wait_for_change<'state>(
        &self,
        mut state: MutexGuard<'state, State<R>>,
    ) -> MutexGuard<'state, State<R>> {
        state.waiting += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// The next result in order, if it is there.
    fn ready(&self) -> Option<R> {
        let mut state = lock(&self.state);
        let index = state.emitted;
        let result = state.ready.remove(&index)?;
        state.emitted += 1;
        self.wake(state);
        Some(result)
    }

    /// Waits for the next result; `false` once all were handed on.
    fn wait(&self) -> bool {
        let mut state = lock(&self.state);
        loop {
            if state.ready.contains_key(&state.emitted) {
                return true;
            }
            if state.ended && state.taken <= state.emitted {
                return false;
            }
            if !state.ended && state.taken - state.emitted < self.max_out {
                return true;
            }
            state = self.wait_for_change(state);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::thread;
    use std::time::Duration;

    use super::in_order;

    fn numbers(threads: usize, jobs: u64, stop_at: u64) -> Vec<u64> {
        let mut left = 0..jobs;
        let mut results = Vec::new();
        let worker = || {
            |job: u64| {
                // Early jobs take longest.
                thread::sleep(Duration::from_micros((job * 7919) % 300));
                job * 2
            }
        };
        in_order(threads, || left.next(), worker, &mut |result| {
            results.push(result);
            if result == stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        results
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs_whatever_the_threads() {
        for threads in [1, 2, 3, 8] {
            for jobs in [0, 1, 8, 9, 10, 300] {
                let expected: Vec<u64> = (0..jobs).map(|job| job * 2).collect();
                assert_eq!(numbers(threads, jobs, u64::MAX), expected);
            }
        }
    }

    #[test]
    fn nothing_is_handed_on_after_a_break() {
        for threads in [1, 2, 8] {
            assert_eq!(numbers(threads, 10_000, 100).len(), 51);
            assert_eq!(numbers(threads, 10_000, 6).len(), 4);
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_a_thread_is_a_panic_of_the_caller() {
        let main = thread::current().id();
        let mut left = 0..1000;
        let worker = || {
            |_: u64| {
                thread::sleep(Duration::from_millis(1));
                assert!(thread::current().id() == main, "not the calling thread");
            }
        };
        in_order(2, || left.next(), worker, &mut |()| ControlFlow::Continue(()));
    }
}
