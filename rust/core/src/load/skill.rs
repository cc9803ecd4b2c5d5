//! One skill from one folder: by `skill.json` where that is the contract's, else by `SKILL.md`,
//! else by `SKILL.yaml`; or from one file `NAME.skill.md`.
//!
//! Under the lenient profile a departure is a warning wherever a real host would load the skill;
//! under the strict profile the same code is an error (spec 00, decision 1).

use std::path::Path;

use super::LoadOutcome;
use super::authority::{Authority, authority};
use super::directory::{self, DirectoryOptions};
use super::finding::{Findings, FsCodes};
use super::kept::Kept;
use super::named_file::{Named, named};
use super::skill_folder::SkillFolder;
use crate::fs::{Folder, FsError, Walk, WalkBounds};
use crate::limits::PackageLimits;
use crate::package::{Profile, TrustLevel};

/// The name of the file that makes a folder a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// How a skill folder is loaded.
#[derive(Debug, Clone)]
pub struct SkillOptions {
    /// Which departures are errors.
    pub profile: Profile,
    /// Bounds of a `SKILL.md` skill and of a `skill.json` package.
    pub limits: SkillLimits,
    /// The version to take where the skill names none.
    pub version: Option<String>,
    /// What the host trusts the folder to be.
    pub trust: TrustLevel,
    /// Whether a file with a second name is refused.
    pub reject_hard_links: bool,
}

impl Default for SkillOptions {
    fn default() -> Self {
        Self {
            profile: Profile::Lenient,
            limits: SkillLimits::default(),
            version: None,
            trust: TrustLevel::RetrievedUntrusted,
            reject_hard_links: true,
        }
    }
}

/// The two sets of bounds a skill folder may fall under.
#[derive(Debug, Clone, Copy)]
pub struct SkillLimits {
    /// For folders with a `skill.json`.
    pub skill_json: PackageLimits,
    /// For folders with a `SKILL.md` alone.
    pub skill_md: PackageLimits,
}

impl Default for SkillLimits {
    fn default() -> Self {
        Self { skill_json: PackageLimits::SKILL_JSON, skill_md: PackageLimits::SKILL_MD }
    }
}

/// Loads the skill in the folder at `path`; diagnostics are placed relative to `label`.
///
/// A path to the skill's own `SKILL.md`, `SKILL.yaml` or `skill.json` means its folder. A path to
/// a file `NAME.skill.md` is that skill alone, whatever stands beside it.
pub fn load_skill(path: &Path, label: &str, options: &SkillOptions) -> LoadOutcome {
    let (path, label) = match named(path, label) {
        Named::Folder(path, label) => (path, label),
        Named::Single { folder, name, label } => {
            return load_named_single(folder, path, name, label, options);
        }
    };
    let mut findings = Findings::new(label);
    match Folder::open(path) {
        Ok(folder) => load_folder(&folder, path, label, options, &mut Vec::new()),
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            if matches!(error, FsError::Link { .. }) {
                findings.help("name the folder the link leads to");
            }
            findings.refuse()
        }
    }
}

fn load_named_single(
    folder: &Path,
    path: &Path,
    name: &str,
    label: &str,
    options: &SkillOptions,
) -> LoadOutcome {
    let mut findings = Findings::new(label);
    match Folder::open_following(folder) {
        Ok(folder) => SkillFolder::new(&folder, path, options, findings).load_single(name),
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            findings.refuse()
        }
    }
}

/// Loads an opened skill folder; `location` is its path, for its name and provenance alone.
pub(super) fn load_folder<T: Kept>(
    folder: &Folder,
    location: &Path,
    label: &str,
    options: &SkillOptions,
    buffer: &mut Vec<u8>,
) -> LoadOutcome<T> {
    let limits = &options.limits;
    let bounds = WalkBounds {
        max_entries: max_entries(options),
        left_out: true,
        ..WalkBounds::of_package(&limits.skill_md)
    };
    let walk = folder.walk(&bounds);
    load_walked(folder, location, walk.as_ref(), Findings::new(label), options, buffer)
}

/// Entries of a skill folder, whichever of its files is read.
pub(super) fn max_entries(options: &SkillOptions) -> usize {
    options.limits.skill_md.max_entries.max(options.limits.skill_json.max_entries)
}

/// [`load_folder`] of a folder whose entries are known, or why they are not.
pub(super) fn load_walked<T: Kept>(
    folder: &Folder,
    location: &Path,
    walk: Result<&Walk, &FsError>,
    mut findings: Findings<'_>,
    options: &SkillOptions,
    buffer: &mut Vec<u8>,
) -> LoadOutcome<T> {
    let walk = match walk {
        Ok(walk) => walk,
        Err(error) => {
            findings.file_system("", error, FsCodes::ROOT);
            return findings.refuse();
        }
    };
    match authority(folder, walk, &mut findings, options) {
        Authority::SkillJson => {
            directory::load_folder(folder, location, findings, &directory_options(options))
                .map(T::of_package)
        }
        Authority::SkillFile(file) => {
            SkillFolder::new(folder, location, options, findings).load(walk, &file, buffer)
        }
        Authority::None => findings.refuse(),
    }
}

fn directory_options(options: &SkillOptions) -> DirectoryOptions {
    DirectoryOptions {
        limits: options.limits.skill_json,
        trust: options.trust,
        reject_hard_links: options.reject_hard_links,
    }
}
