//! `SkillCheck`: what a check finds, skill by skill while it goes on.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use metier_core::diagnostic::Diagnostic as CoreDiagnostic;
use metier_core::load::Summary;
use metier_core::load::discovery::{DiscoveryOptions, Found, check};
use pyo3::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::error::Failure;
use crate::load::{Limits, diagnostics, label, options};

/// Skills that are handed over together; waking the other side for each would cost more than
/// checking it.
const BATCH: usize = 64;

/// How long a skill waits for others to be handed over with it, if more are found.
const BATCH_TIME: Duration = Duration::from_millis(50);

/// Batches that may wait to be taken; the check stands still while there are more.
const WAITING: usize = 1;

/// Id, version, form, digest and tree digest.
type Identity = (String, String, &'static str, String, String);
/// Path, findings, whether it is shadowed, and what loaded.
type CheckedRow = (String, Vec<Diagnostic>, bool, Option<Identity>);

/// A check under way in threads of its own. Dropping it ends them.
#[pyclass(module = "metier._core", frozen)]
pub(crate) struct SkillCheck(Mutex<Work>);

struct Work {
    /// Absent once everything was taken.
    found: Option<Receiver<Vec<Found<Summary>>>>,
    thread: Option<JoinHandle<Vec<CoreDiagnostic>>>,
    findings: Vec<CoreDiagnostic>,
}

#[pymethods]
impl SkillCheck {
    /// Starts to check every skill at or below a folder, those below a skill too.
    #[new]
    #[pyo3(signature = (root, *, profile, follow_links, jobs, skill_json_limits, skill_md_limits, reject_hard_links))]
    fn new(
        root: PathBuf,
        profile: &str,
        follow_links: bool,
        jobs: usize,
        skill_json_limits: Limits,
        skill_md_limits: Limits,
        reject_hard_links: bool,
    ) -> PyResult<Self> {
        let trust = "retrieved_untrusted";
        let skill = options(profile, trust, skill_json_limits, skill_md_limits, reject_hard_links)?;
        let limits = metier_core::limits::DiscoveryLimits::default();
        let options = DiscoveryOptions { skill, limits, follow_links, nested: true, jobs };
        let (sender, receiver) = sync_channel(WAITING);
        let label = label(&root);
        let work = move || {
            let mut batch = Batch { skills: Vec::new(), since: Instant::now(), sender };
            let findings = check(&root, &label, &options, &mut |found| batch.add(found));
            let _ = batch.send();
            findings
        };
        let thread = thread::Builder::new().name("metier-check".to_owned()).spawn(work);
        let thread = thread.map_err(|error| {
            Failure::new("LoadError", "filesystem_error", format!("no thread: {error}"))
        })?;
        let (found, thread) = (Some(receiver), Some(thread));
        Ok(Self(Mutex::new(Work { found, thread, findings: Vec::new() })))
    }

    /// The skills checked since the last call, at least one unless `seconds` pass; `None` after
    /// the last.
    fn take(&self, py: Python<'_>, seconds: f64) -> Option<Vec<CheckedRow>> {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, 3600.0) } else { 3600.0 };
        let found = py.detach(|| self.wait(Duration::from_secs_f64(seconds)))?;
        Some(found.into_iter().map(row).collect())
    }

    /// The findings of the search itself; empty until `take` gave `None`.
    fn findings(&self) -> Vec<Diagnostic> {
        let work = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        diagnostics(work.findings.clone())
    }
}

impl SkillCheck {
    fn wait(&self, time: Duration) -> Option<Vec<Found<Summary>>> {
        let mut work = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match work.found.as_ref()?.recv_timeout(time) {
            Ok(skills) => Some(skills),
            Err(RecvTimeoutError::Timeout) => Some(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => {
                work.finish();
                None
            }
        }
    }
}

/// Skills that were found and not handed over yet.
struct Batch {
    skills: Vec<Found<Summary>>,
    since: Instant,
    sender: SyncSender<Vec<Found<Summary>>>,
}

impl Batch {
    fn add(&mut self, found: Found<Summary>) -> ControlFlow<()> {
        self.skills.push(found);
        if self.skills.len() < BATCH && self.since.elapsed() < BATCH_TIME {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Breaks where nobody takes the skills any more.
    fn send(&mut self) -> ControlFlow<()> {
        self.since = Instant::now();
        match self.sender.send(std::mem::take(&mut self.skills)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl Work {
    fn finish(&mut self) {
        self.found = None;
        if let Some(thread) = self.thread.take() {
            self.findings = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    }
}

fn row(found: Found<Summary>) -> CheckedRow {
    let identity = found.outcome.package.map(|summary| {
        (
            summary.id,
            summary.version.text().to_owned(),
            summary.form.as_str(),
            summary.digest.to_string(),
            summary.tree.to_string(),
        )
    });
    (found.path, diagnostics(found.outcome.diagnostics), found.shadowed, identity)
}
