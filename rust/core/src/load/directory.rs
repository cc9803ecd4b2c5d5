//! The `skill.json` loader: the strict contract, in the contract's order of checks.
//!
//! The first failing check names the code: path of the package, root, package folder, manifest,
//! resource count, everything found below the folder, then each declared resource in the
//! manifest's order (spec 02; all breaches of the manifest itself are listed).

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::LoadOutcome;
use super::finding::{Findings, FsCodes};
use super::source::file_uri;
use crate::diagnostic::Severity;
use crate::fs::{Entry, EntryKind, Folder, WalkBounds};
use crate::limits::{JsonLimits, PackageLimits};
use crate::package::{File, MANIFEST_FILE, Manifest, Origin, Package, Provenance, TrustLevel};
use crate::path;

/// How a `skill.json` folder is loaded.
#[derive(Debug, Clone, Copy)]
pub struct DirectoryOptions {
    /// Bounds; `max_manifest_bytes` and `max_resource_bytes` fit in `max_package_bytes`.
    pub limits: PackageLimits,
    /// What the host trusts the folder to be.
    pub trust: TrustLevel,
    /// Whether a file with a second name is refused.
    pub reject_hard_links: bool,
}

impl Default for DirectoryOptions {
    fn default() -> Self {
        Self {
            limits: PackageLimits::SKILL_JSON,
            trust: TrustLevel::RetrievedUntrusted,
            reject_hard_links: true,
        }
    }
}

/// Loads the package in the folder `relative` of `root`.
///
/// Diagnostics are placed relative to `label`. Reads each file once; cost is linear in the bytes.
pub fn load(root: &Path, relative: &str, label: &str, options: &DirectoryOptions) -> LoadOutcome {
    let mut findings = Findings::new(label);
    if let Err(message) = check_options(&options.limits) {
        findings.error("invalid_options", "", message);
        return findings.refuse();
    }
    if let Err(error) = path::check(relative.as_bytes()) {
        findings.error("invalid_path", relative, error.to_string());
        return findings.refuse();
    }
    let folder = match Folder::open(root) {
        Ok(folder) => folder,
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            return findings.refuse();
        }
    };
    let package = match folder.open_folder(relative) {
        Ok(package) => package,
        Err(error) => {
            findings.file_system(relative, &error, FsCodes::ROOT);
            return findings.refuse();
        }
    };
    let label = super::finding::join(label, relative);
    load_folder(&package, &root.join(relative), Findings::new(&label), options)
}

/// Limits that contradict each other are refused before anything is opened.
pub(super) fn check_options(limits: &PackageLimits) -> Result<(), String> {
    let zero = [
        ("max_manifest_bytes", limits.max_manifest_bytes == 0),
        ("max_resource_bytes", limits.max_resource_bytes == 0),
        ("max_package_bytes", limits.max_package_bytes == 0),
        ("max_resources", limits.max_resources == 0),
        ("max_entries", limits.max_entries == 0),
    ];
    if let Some((name, _)) = zero.iter().find(|(_, is_zero)| *is_zero) {
        return Err(format!("{name} is 0, which would refuse every package"));
    }
    for (name, value) in [
        ("max_manifest_bytes", limits.max_manifest_bytes),
        ("max_resource_bytes", limits.max_resource_bytes),
    ] {
        if value > limits.max_package_bytes {
            return Err(format!(
                "{name} is {value}, more than max_package_bytes, {}",
                limits.max_package_bytes
            ));
        }
    }
    Ok(())
}

/// Loads an opened package folder; `location` is its path, for the provenance alone.
pub(super) fn load_folder(
    folder: &Folder,
    location: &Path,
    mut findings: Findings<'_>,
    options: &DirectoryOptions,
) -> LoadOutcome {
    if let Err(message) = check_options(&options.limits) {
        findings.error("invalid_options", "", message);
        return findings.refuse();
    }
    let Some((manifest, manifest_bytes)) = read_manifest(folder, &mut findings, options) else {
        return findings.refuse();
    };
    let count = manifest.resources.len();
    if count > options.limits.max_resources {
        let message = format!("{count} resources, more than {}", options.limits.max_resources);
        findings.error("resource_count_exceeded", MANIFEST_FILE, message);
        return findings.refuse();
    }
    match folder.walk(&WalkBounds::of_package(&options.limits)) {
        Ok(walk) => check_entries(&walk.entries, &manifest, &mut findings),
        Err(error) => findings.file_system("", &error, FsCodes::ROOT),
    }
    if findings.has_error() {
        return findings.refuse();
    }
    let Some(files) =
        read_resources(folder, &manifest, manifest_bytes.len() as u64, &mut findings, options)
    else {
        return findings.refuse();
    };
    let provenance =
        Provenance { origin: Origin::Local, source_uri: file_uri(location), trust: options.trust };
    match Package::from_skill_json(manifest, manifest_bytes, files, provenance) {
        Ok(package) => LoadOutcome { package: Some(package), diagnostics: findings.list },
        Err(error) => {
            findings.error(error.code(), error.path().unwrap_or(""), error.to_string());
            findings.refuse()
        }
    }
}

fn read_manifest(
    folder: &Folder,
    findings: &mut Findings<'_>,
    options: &DirectoryOptions,
) -> Option<(Manifest, Vec<u8>)> {
    let content = match folder.read(MANIFEST_FILE, options.limits.max_manifest_bytes) {
        Ok(content) => content,
        Err(error) => {
            findings.file_system(MANIFEST_FILE, &error, FsCodes::MANIFEST);
            return None;
        }
    };
    if content.links > 1 && options.reject_hard_links {
        findings.error("hard_link", MANIFEST_FILE, hard_link_message(content.links));
        return None;
    }
    match Manifest::parse(&content.bytes, &JsonLimits::default()) {
        Ok(manifest) => Some((manifest, content.bytes)),
        Err(breaches) => {
            let count = breaches.len();
            let places = if count == 1 { "one place" } else { "several places" };
            let message = format!("skill.json breaks its contract in {places}");
            findings.error("manifest_invalid", MANIFEST_FILE, message);
            for mut breach in breaches {
                breach.location.path = findings.place(MANIFEST_FILE).path;
                findings.list.push(breach);
            }
            None
        }
    }
}

pub(super) fn hard_link_message(links: u64) -> String {
    format!("the file has {links} names, so somebody outside the folder can change it")
}

/// Checks everything found below the folder against what the manifest declares.
pub(super) fn check_entries(entries: &[Entry], manifest: &Manifest, findings: &mut Findings<'_>) {
    let declared: HashSet<&str> =
        manifest.resources.iter().map(|resource| resource.path.as_str()).collect();
    let folders: HashSet<&str> = declared.iter().flat_map(|path| ancestors(path)).collect();
    let mut keys: HashMap<String, &str> = HashMap::with_capacity(entries.len());
    for entry in entries {
        let shown = String::from_utf8_lossy(&entry.path);
        if entry.kind == EntryKind::Link {
            findings.error("reparse_point", &shown, "a link, which a package can't contain");
            continue;
        }
        let relative = match path::check(&entry.path) {
            Ok(relative) => relative,
            Err(error) => {
                findings.error("invalid_path", &shown, error.to_string());
                continue;
            }
        };
        if let Some(first) = keys.insert(path::fold_key(relative), relative) {
            let message = format!("'{relative}' and '{first}' are one name where case is folded");
            findings.error("case_collision", relative, message);
            continue;
        }
        match entry.kind {
            EntryKind::File if relative == MANIFEST_FILE || declared.contains(relative) => {}
            EntryKind::File => {
                findings.error(
                    "undeclared_resource",
                    relative,
                    "the file is not declared in skill.json",
                );
                findings.help("declare it under resources, or remove it");
            }
            EntryKind::Folder if folders.contains(relative) || declared.contains(relative) => {}
            EntryKind::Folder => {
                findings.error(
                    "undeclared_directory",
                    relative,
                    "the folder holds none of the declared resources",
                );
            }
            EntryKind::Link | EntryKind::Other => {
                findings.error("resource_not_regular", relative, "neither a file nor a folder");
            }
        }
    }
}

/// Every folder above a path: `a/b/c` gives `a/b` and `a`.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(index, _)| path.get(..index))
}

/// Reads the declared files in the manifest's order; stops at the first that fails.
fn read_resources(
    folder: &Folder,
    manifest: &Manifest,
    manifest_bytes: u64,
    findings: &mut Findings<'_>,
    options: &DirectoryOptions,
) -> Option<Vec<File>> {
    let mut files = Vec::with_capacity(manifest.resources.len() + 1);
    let mut total = manifest_bytes;
    let mut reader = folder.reader();
    for resource in &manifest.resources {
        let path = resource.path.as_str();
        let content = match reader.read(path, options.limits.max_resource_bytes) {
            Ok(content) => content,
            Err(error) => {
                findings.file_system(path, &error, FsCodes::RESOURCE);
                return None;
            }
        };
        if content.links > 1 && options.reject_hard_links {
            findings.error("hard_link", path, hard_link_message(content.links));
            return None;
        }
        total = total.saturating_add(content.bytes.len() as u64);
        let file = File::new(path.to_owned(), content.bytes, content.executable);
        if let Err(error) = crate::package::verify_file(resource, &file) {
            findings.add(Severity::Error, error.code(), path, error.to_string());
            findings.help("seal the skill anew if the change is meant, else restore the file");
            return None;
        }
        if total > options.limits.max_package_bytes {
            let limit = options.limits.max_package_bytes;
            findings.error("package_too_large", "", format!("more than {limit} bytes in all"));
            return None;
        }
        files.push(file);
    }
    Some(files)
}
