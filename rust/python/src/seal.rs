//! `seal_skill` and `fix_skill`.

use std::path::PathBuf;
use std::sync::Arc;

use metier_core::limits::PackageLimits;
use metier_core::load::fix::{FileFix, fix_skill as fix_one};
use metier_core::load::seal::{Seal, SealOptions, seal_folder};
use metier_core::load::{SkillLimits, SkillOptions};
use metier_core::package::MANIFEST_FILE;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::diagnostic::Diagnostic;
use crate::load::{Limits, applied, diagnostics, label};
use crate::package::VerifiedPackage;

/// The package as it is once sealed, the bytes of its `skill.json`, and what differs.
type Sealed<'py> = (VerifiedPackage, Bound<'py, PyBytes>, Vec<Diagnostic>);
/// The file as the caller would name it, its bytes before and after, and code and line of each edit.
type Fixed<'py> = (String, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<(&'static str, u32)>);

/// What the `skill.json` of a folder should be; writes nothing.
#[pyfunction]
#[pyo3(signature = (path, *, replace, limits, reject_hard_links))]
pub(crate) fn seal_skill(
    py: Python<'_>,
    path: PathBuf,
    replace: bool,
    limits: Limits,
    reject_hard_links: bool,
) -> (Option<Sealed<'_>>, Vec<Diagnostic>) {
    let limits = applied(limits, PackageLimits::SKILL_JSON);
    let options = SealOptions { limits, reject_hard_links, replace };
    let label = label(&path);
    let outcome = py.detach(|| seal_folder(&path, &label, &options));
    let sealed = outcome.seal.map(|seal| sealed(py, seal));
    (sealed, diagnostics(outcome.diagnostics))
}

fn sealed(py: Python<'_>, seal: Seal) -> Sealed<'_> {
    let text = seal.package.file(MANIFEST_FILE).map(|file| PyBytes::new(py, &file.bytes));
    let text = text.unwrap_or_else(|| PyBytes::new(py, b""));
    (VerifiedPackage(Arc::new(seal.package)), text, diagnostics(seal.differences))
}

/// The edits that put a skill's own file right; writes nothing.
#[pyfunction]
#[pyo3(signature = (path, *, limits))]
pub(crate) fn fix_skill(py: Python<'_>, path: PathBuf, limits: Limits) -> Option<Fixed<'_>> {
    let skill_md = applied(limits, PackageLimits::SKILL_MD);
    let limits = SkillLimits { skill_md, ..SkillLimits::default() };
    let options = SkillOptions { limits, ..SkillOptions::default() };
    let label = label(&path);
    let found = py.detach(|| fix_one(&path, &label, &options))?;
    let FileFix { path, before, after, fixes } = found;
    let fixes = fixes.into_iter().map(|fix| (fix.code, fix.line)).collect();
    Some((path, PyBytes::new(py, &before), PyBytes::new(py, &after), fixes))
}
