//! `load_skill`, `load_directory` and `discover`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use metier_core::diagnostic::Diagnostic as CoreDiagnostic;
use metier_core::limits::PackageLimits;
use metier_core::load::directory::{self, DirectoryOptions};
use metier_core::load::discovery::{DiscoveryOptions, Found, discover as find};
use metier_core::load::{LoadOutcome, SkillLimits, SkillOptions, load_skill as load_one};
use metier_core::package::Profile;
use pyo3::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::error::Failure;
use crate::package::VerifiedPackage;
use crate::package_state::trust_level;

/// Manifest bytes, resources, resource bytes, package bytes, entries; `None` keeps the default.
pub(crate) type Limits = (Option<u64>, Option<usize>, Option<u64>, Option<u64>, Option<usize>);
/// The package, if there is one, and all findings.
type Loaded = (Option<VerifiedPackage>, Vec<Diagnostic>);
/// Path, package, findings, and whether it is shadowed.
type FoundRow = (String, Option<VerifiedPackage>, Vec<Diagnostic>, bool);

/// Loads the skill in one folder.
#[pyfunction]
#[pyo3(signature = (path, *, profile, version, trust, skill_json_limits, skill_md_limits, reject_hard_links))]
#[expect(clippy::too_many_arguments, reason = "one argument an option")]
pub(crate) fn load_skill(
    py: Python<'_>,
    path: PathBuf,
    profile: &str,
    version: Option<String>,
    trust: &str,
    skill_json_limits: Limits,
    skill_md_limits: Limits,
    reject_hard_links: bool,
) -> PyResult<Loaded> {
    let options = SkillOptions {
        version,
        ..options(profile, trust, skill_json_limits, skill_md_limits, reject_hard_links)?
    };
    let label = label(&path);
    Ok(loaded(py.detach(|| load_one(&path, &label, &options))))
}

/// Loads the `skill.json` package in a folder below a root.
#[pyfunction]
#[pyo3(signature = (root, relative, *, trust, limits, reject_hard_links))]
pub(crate) fn load_directory(
    py: Python<'_>,
    root: PathBuf,
    relative: &str,
    trust: &str,
    limits: Limits,
    reject_hard_links: bool,
) -> PyResult<Loaded> {
    let options = DirectoryOptions {
        limits: applied(limits, PackageLimits::SKILL_JSON),
        trust: trust_level(trust)?,
        reject_hard_links,
    };
    Ok(loaded(py.detach(|| directory::load(&root, relative, "", &options))))
}

/// Loads every skill at or below a folder.
#[pyfunction]
#[pyo3(signature = (root, *, profile, follow_links, trust, skill_json_limits, skill_md_limits, reject_hard_links))]
#[expect(clippy::too_many_arguments, reason = "one argument an option")]
pub(crate) fn discover(
    py: Python<'_>,
    root: PathBuf,
    profile: &str,
    follow_links: bool,
    trust: &str,
    skill_json_limits: Limits,
    skill_md_limits: Limits,
    reject_hard_links: bool,
) -> PyResult<(Vec<FoundRow>, Vec<Diagnostic>)> {
    let skill = options(profile, trust, skill_json_limits, skill_md_limits, reject_hard_links)?;
    let options = DiscoveryOptions { skill, follow_links, ..DiscoveryOptions::default() };
    let label = label(&root);
    let (found, findings) = py.detach(|| {
        let mut rows = Vec::new();
        let findings = find(&root, &label, &options, &mut |found| rows.push(row(found)));
        (rows, findings)
    });
    Ok((found, diagnostics(findings)))
}

fn row(found: Found) -> FoundRow {
    let (package, findings) = loaded(found.outcome);
    (found.path, package, findings, found.shadowed)
}

pub(crate) fn options(
    profile: &str,
    trust: &str,
    skill_json_limits: Limits,
    skill_md_limits: Limits,
    reject_hard_links: bool,
) -> Result<SkillOptions, Failure> {
    Ok(SkillOptions {
        profile: profile_named(profile)?,
        limits: SkillLimits {
            skill_json: applied(skill_json_limits, PackageLimits::SKILL_JSON),
            skill_md: applied(skill_md_limits, PackageLimits::SKILL_MD),
        },
        version: None,
        trust: trust_level(trust)?,
        reject_hard_links,
    })
}

pub(crate) fn profile_named(word: &str) -> Result<Profile, Failure> {
    Profile::from_word(word).ok_or_else(|| {
        let message = format!("profile is 'lenient' or 'strict', got '{word}'");
        Failure::new("ConfigurationError", "unknown_profile", message)
    })
}

pub(crate) fn applied(limits: Limits, default: PackageLimits) -> PackageLimits {
    PackageLimits {
        max_manifest_bytes: limits.0.unwrap_or(default.max_manifest_bytes),
        max_resources: limits.1.unwrap_or(default.max_resources),
        max_resource_bytes: limits.2.unwrap_or(default.max_resource_bytes),
        max_package_bytes: limits.3.unwrap_or(default.max_package_bytes),
        max_entries: limits.4.unwrap_or(default.max_entries),
    }
}

pub(crate) fn label(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn loaded(outcome: LoadOutcome) -> Loaded {
    let package = outcome.package.map(|package| VerifiedPackage(Arc::new(package)));
    (package, diagnostics(outcome.diagnostics))
}

pub(crate) fn diagnostics(findings: Vec<CoreDiagnostic>) -> Vec<Diagnostic> {
    findings.into_iter().map(Into::into).collect()
}
