//! Reading `SKILL.md` text.

use std::collections::HashSet;

use metier_core::limits::PackageLimits;
use metier_core::package as core;
use pyo3::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::error::Failure;
use crate::skill_md::SkillMd;

/// Reads one `SKILL.md`: the skill, or `None` if a diagnostic is an error, and every diagnostic.
#[pyfunction]
#[pyo3(signature = (data, *, folder, file="SKILL.md", path="SKILL.md", profile="lenient", version=None, in_pack=false))]
#[expect(clippy::too_many_arguments, reason = "one keyword a field of the input")]
pub(crate) fn read_skill_md(
    py: Python<'_>,
    data: &[u8],
    folder: Option<&str>,
    file: &str,
    path: &str,
    profile: &str,
    version: Option<&str>,
    in_pack: bool,
) -> PyResult<(Option<SkillMd>, Vec<Diagnostic>)> {
    let input = core::SkillMdInput {
        bytes: data,
        folder_name: folder,
        file_name: file,
        path_label: path,
        profile: read_profile(profile)?,
        in_pack,
        given_version: version,
        limits: PackageLimits::SKILL_MD,
    };
    let outcome = py.detach(|| core::read_skill_md(&input));
    let skill = outcome.skill.map(|skill| {
        let body = data.get(skill.body.clone()).unwrap_or_default();
        SkillMd::new(skill, String::from_utf8_lossy(body).into_owned())
    });
    Ok((skill, outcome.diagnostics.into_iter().map(Into::into).collect()))
}

/// The warnings for what the body of a `SKILL.md` points at. `paths` are the files and folders
/// of the skill.
#[pyfunction]
#[pyo3(signature = (skill, paths, *, path="SKILL.md"))]
#[expect(clippy::needless_pass_by_value, reason = "the set is made for this call")]
pub(crate) fn check_skill_references(
    py: Python<'_>,
    skill: &Bound<'_, SkillMd>,
    paths: HashSet<String>,
    path: &str,
) -> Vec<Diagnostic> {
    let skill = skill.get();
    let found = py.detach(|| {
        let references = skill.found_references();
        core::check_references(&references, path, |target| paths.contains(target))
    });
    found.into_iter().map(Into::into).collect()
}

/// The tools of an `allowed-tools` text: white space and commas separate outside parentheses.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn split_tools(text: &str) -> Vec<String> {
    core::split_tools(text)
}

fn read_profile(word: &str) -> PyResult<core::Profile> {
    core::Profile::from_word(word).ok_or_else(|| {
        let message = format!("`{word}` is no profile, expected `strict` or `lenient`");
        Failure::new("ConfigurationError", "unknown_profile", message).into()
    })
}
