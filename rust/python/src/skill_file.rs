//! What one skill file says, from disk or from a package.

use std::path::PathBuf;

use metier_core::limits::PackageLimits;
use metier_core::load::{SkillFileOptions, read_skill_at as read};
use metier_core::package::Form;
use pyo3::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::load::{Limits, applied, label, profile_named};
use crate::package::VerifiedPackage;
use crate::skill_md::SkillMd;

/// Reads one skill file from disk and nothing else of its folder.
#[pyfunction]
#[pyo3(signature = (path, *, is_yaml, profile, version, in_pack, limits, reject_hard_links))]
#[expect(clippy::too_many_arguments, reason = "one argument an option")]
pub(crate) fn read_skill_at(
    py: Python<'_>,
    path: PathBuf,
    is_yaml: bool,
    profile: &str,
    version: Option<&str>,
    in_pack: bool,
    limits: Limits,
    reject_hard_links: bool,
) -> PyResult<(Option<SkillMd>, Vec<Diagnostic>)> {
    let options = SkillFileOptions {
        profile: profile_named(profile)?,
        is_yaml,
        version,
        in_pack,
        limits: applied(limits, PackageLimits::SKILL_MD),
        reject_hard_links,
    };
    let outcome = py.detach(|| read(&path, &label(&path), &options));
    let skill = outcome.skill.map(|(skill, instructions)| SkillMd::new(skill, instructions));
    Ok((skill, outcome.diagnostics.into_iter().map(Into::into).collect()))
}

/// What the skill file of a package says; `None` for a package with a `skill.json`.
#[pyfunction]
#[pyo3(signature = (package, /))]
pub(crate) fn skill_of(py: Python<'_>, package: &Bound<'_, VerifiedPackage>) -> Option<SkillMd> {
    let package = &package.get().0;
    if package.form() != Form::SkillMd {
        return None;
    }
    py.detach(|| {
        let skill = package.skill()?;
        let own = package.manifest().instructions.first()?;
        let bytes = &package.resource(own)?.1.bytes;
        let instructions = skill.instruction_text(bytes).to_owned();
        Some(SkillMd::new(skill, instructions))
    })
}
