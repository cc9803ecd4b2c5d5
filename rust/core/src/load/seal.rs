//! Sealing a folder: what its `skill.json` should be, and whether it is that already.
//!
//! A folder is sealed only if the strict loader takes it afterwards: a link, a file that never
//! belongs to a skill, a folder without files, or more than the loader's limits is refused. So is
//! replacing a `skill.json` that sealing did not write. Nothing is written here.

use std::path::Path;

use super::authority::markdown_file;
use super::directory::{self, check_entries, hard_link_message};
use super::finding::{Findings, FsCodes};
use super::named_file::{Named, named};
use super::skill::{SkillLimits, SkillOptions};
use super::skill_folder::SkillFolder;
use super::source::file_uri;
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs::{EntryKind, Folder, Walk, WalkBounds};
use crate::limits::{JsonLimits, PackageLimits};
use crate::package::{
    MANIFEST_FILE, Manifest, Origin, Package, Profile, Provenance, SEAL_VERSION, SealDifference,
    TrustLevel, seal_differences, seal_version, single_file_stem, unsealable_field,
};

/// How a folder is sealed.
#[derive(Debug, Clone, Copy)]
pub struct SealOptions {
    /// Bounds of the loader that is to take the folder.
    pub limits: PackageLimits,
    /// Whether a file with a second name is refused.
    pub reject_hard_links: bool,
    /// Whether a `skill.json` that sealing did not write may be replaced.
    pub replace: bool,
}

impl Default for SealOptions {
    fn default() -> Self {
        Self { limits: PackageLimits::SKILL_JSON, reject_hard_links: true, replace: false }
    }
}

/// A folder that can be sealed.
#[derive(Debug)]
pub struct Seal {
    /// The package that the folder is once its `skill.json` is written; that file is among its own.
    pub package: Package,
    /// How the folder's `skill.json` differs from that; none where it is current.
    pub differences: Vec<Diagnostic>,
}

/// What came of looking at a folder.
#[derive(Debug)]
pub struct SealOutcome {
    /// Absent exactly when a diagnostic is an error.
    pub seal: Option<Seal>,
    /// Every finding of reading the skill and of what stands against sealing it.
    pub diagnostics: Vec<Diagnostic>,
}

/// The code for a skill whose form no `skill.json` can hold.
pub(super) const FORM: &str = "skill_form_not_sealed";

/// Findings of the lenient reader that lose what the author asked for.
const LOSSES: &[&str] = &["requires_invalid", "version_invalid"];

/// Reads the `SKILL.md` skill in the folder at `path` and makes its `skill.json`.
///
/// The skill is read under the lenient profile. Diagnostics are placed relative to `label`. Each
/// file is read once; cost is linear in the bytes.
pub fn seal_folder(path: &Path, label: &str, options: &SealOptions) -> SealOutcome {
    let (path, label) = match named(path, label) {
        Named::Folder(path, label) => (path, label),
        Named::Single { name, label, .. } => {
            let mut findings = Findings::new(label);
            findings.error(FORM, name, "a skill in one file has no folder to seal");
            let stem = single_file_stem(name).unwrap_or(name);
            findings.help(format!("move it to `{stem}/SKILL.md`"));
            return refused(findings);
        }
    };
    let mut findings = Findings::new(label);
    if let Err(message) = directory::check_options(&options.limits) {
        findings.error("invalid_options", "", message);
        return refused(findings);
    }
    let bounds = WalkBounds { left_out: true, ..WalkBounds::of_package(&options.limits) };
    let opened = Folder::open(path).and_then(|folder| Ok((folder.walk(&bounds)?, folder)));
    match opened {
        Ok((walk, folder)) => seal_opened(&folder, &walk, path, findings, options),
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            refused(findings)
        }
    }
}

fn refused(findings: Findings<'_>) -> SealOutcome {
    SealOutcome { seal: None, diagnostics: findings.list }
}

fn seal_opened(
    folder: &Folder,
    walk: &Walk,
    location: &Path,
    mut findings: Findings<'_>,
    options: &SealOptions,
) -> SealOutcome {
    let Some(file) = markdown_file(walk, &mut findings) else { return refused(findings) };
    let present = read_present(folder, walk, &mut findings, options);
    let skill_options = skill_options(options);
    let mut reader = SkillFolder {
        folder,
        location,
        options: &skill_options,
        stray: Severity::Error,
        left_out: Severity::Error,
        findings,
    };
    let read = reader.read::<Package>(&without_manifest(walk), &file, &mut Vec::new());
    let mut findings = reader.findings;
    escalate(&mut findings.list);
    let Some((skill, files)) = read.filter(|_| !findings.has_error()) else {
        return refused(findings);
    };
    let sealed = crate::package::seal(skill, &files, &file);
    findings.adopt(sealed.diagnostics);
    check_entries(&walk.entries, &sealed.manifest, &mut findings);
    let (text, count) = (sealed.text, files.len());
    let bytes = files.iter().map(|file| file.bytes.len() as u64).sum();
    let entries = walk.entries.len() + usize::from(!has_manifest(walk));
    check_limits(&text, [count, entries], bytes, &mut findings, &options.limits);
    if findings.has_error() {
        return refused(findings);
    }
    let differences = present.differences(&sealed.manifest, &text, &findings);
    let provenance = Provenance {
        origin: Origin::Local,
        source_uri: file_uri(location),
        trust: TrustLevel::RetrievedUntrusted,
    };
    match Package::from_skill_json(sealed.manifest, text, files, provenance) {
        Ok(package) => {
            let seal = Some(Seal { package, differences });
            SealOutcome { seal, diagnostics: findings.list }
        }
        Err(error) => {
            findings.error(error.code(), error.path().unwrap_or(""), error.to_string());
            refused(findings)
        }
    }
}

fn skill_options(options: &SealOptions) -> SkillOptions {
    SkillOptions {
        profile: Profile::Lenient,
        limits: SkillLimits { skill_json: options.limits, skill_md: options.limits },
        reject_hard_links: options.reject_hard_links,
        ..SkillOptions::default()
    }
}

fn has_manifest(walk: &Walk) -> bool {
    walk.entries.iter().any(|entry| entry.path == MANIFEST_FILE.as_bytes())
}

fn without_manifest(walk: &Walk) -> Walk {
    let mut walk = walk.clone();
    walk.entries.retain(|entry| entry.path != MANIFEST_FILE.as_bytes());
    walk
}

/// What a sealed manifest would not say is no matter for a warning.
fn escalate(findings: &mut [Diagnostic]) {
    for finding in findings {
        if LOSSES.contains(&finding.code) {
            finding.severity = Severity::Error;
        }
    }
}

/// The loader's limits on what was counted: files and entries, bytes of files, the manifest's text.
fn check_limits(
    text: &[u8],
    [files, entries]: [usize; 2],
    bytes: u64,
    findings: &mut Findings<'_>,
    limits: &PackageLimits,
) {
    let manifest = text.len() as u64;
    if files > limits.max_resources {
        let message = format!("{files} resources, more than {}", limits.max_resources);
        findings.error("resource_count_exceeded", "", message);
    }
    if entries > limits.max_entries {
        let message = format!("{entries} entries, more than {}", limits.max_entries);
        findings.error("entry_count_exceeded", "", message);
    }
    if manifest > limits.max_manifest_bytes {
        let message = format!("{manifest} bytes, more than {}", limits.max_manifest_bytes);
        findings.error("manifest_too_large", MANIFEST_FILE, message);
    }
    if bytes.saturating_add(manifest) > limits.max_package_bytes {
        let message = format!("more than {} bytes in all", limits.max_package_bytes);
        findings.error("package_too_large", "", message);
    }
}

/// The `skill.json` that stands in the folder.
enum Present {
    Nothing,
    /// Anything that may be replaced, as asked.
    Other,
    Sealed(Box<Manifest>, Vec<u8>),
}

fn read_present(
    folder: &Folder,
    walk: &Walk,
    findings: &mut Findings<'_>,
    options: &SealOptions,
) -> Present {
    let manifest = walk.entries.iter().find(|entry| entry.path == MANIFEST_FILE.as_bytes());
    match manifest.map(|entry| entry.kind) {
        None => return Present::Nothing,
        Some(EntryKind::File) => {}
        Some(_) => {
            let message = "skill.json is no regular file, and is never replaced";
            findings.error("resource_not_regular", MANIFEST_FILE, message);
            return Present::Other;
        }
    }
    let content = match folder.read(MANIFEST_FILE, options.limits.max_manifest_bytes) {
        Ok(content) => content,
        Err(error) => {
            findings.file_system(MANIFEST_FILE, &error, FsCodes::MANIFEST);
            return Present::Other;
        }
    };
    if content.links > 1 && options.reject_hard_links {
        findings.error("hard_link", MANIFEST_FILE, hard_link_message(content.links));
        return Present::Other;
    }
    match sealed_before(&content.bytes) {
        Ok(manifest) => Present::Sealed(Box::new(manifest), content.bytes),
        Err(reason) => {
            if !options.replace {
                let message = format!("skill.json was not written by sealing: {reason}");
                findings.error("skill_json_not_sealed", MANIFEST_FILE, message);
                findings.help("keep a copy, then seal with --force, or leave the folder as it is");
            }
            Present::Other
        }
    }
}

/// The manifest, if sealing alone can have written it; else why not.
fn sealed_before(bytes: &[u8]) -> Result<Manifest, String> {
    let manifest = Manifest::parse(bytes, &JsonLimits::default()).map_err(|breaches| {
        let first = breaches.first().map(|breach| breach.message.as_str());
        format!("it breaks its contract: {}", first.unwrap_or_default())
    })?;
    match (seal_version(&manifest), unsealable_field(&manifest)) {
        (None, _) => Err("it has no `metier.sealed`".to_owned()),
        (Some(SEAL_VERSION), None) => Ok(manifest),
        (Some(SEAL_VERSION), Some(field)) => {
            Err(format!("it has `{field}`, which sealing never writes"))
        }
        (Some(other), _) => {
            Err(format!("it has version '{other}' of sealing, expected '{SEAL_VERSION}'"))
        }
    }
}

impl Present {
    fn differences(&self, new: &Manifest, text: &[u8], findings: &Findings<'_>) -> Vec<Diagnostic> {
        let found = match self {
            Self::Nothing => vec![SealDifference::Missing],
            Self::Other => vec![SealDifference::TextDiffers],
            Self::Sealed(_, bytes) if bytes == text => Vec::new(),
            Self::Sealed(old, _) => match seal_differences(old, new) {
                none if none.is_empty() => vec![SealDifference::TextDiffers],
                some => some,
            },
        };
        let found = found.iter().map(SealDifference::to_diagnostic);
        let mut found: Vec<Diagnostic> = found.collect();
        findings.relate(&mut found);
        found
    }
}
