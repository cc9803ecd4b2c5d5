//! One skill from one folder: by `skill.json` where that is the contract's, else by `SKILL.md`.
//!
//! Under the lenient profile a departure is a warning wherever a real host would load the skill;
//! under the strict profile the same code is an error (spec 00, decision 1).

use std::path::Path;

use super::LoadOutcome;
use super::directory::{self, DirectoryOptions};
use super::finding::{Findings, FsCodes};
use super::source::file_uri;
use crate::diagnostic::{Location, Severity};
use crate::fs::{Entry, EntryKind, FileContent, Folder, FsError, Walk, WalkBounds};
use crate::json::{self, Value};
use crate::limits::{JsonLimits, PackageLimits};
use crate::package::{
    File, MANIFEST_FILE, Origin, Package, Profile, Provenance, SkillMd, SkillMdInput, TrustLevel,
    body_references, check_references, read_skill_md, skill_md_manifest,
};
use crate::path;

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
/// A path to the skill's own `SKILL.md` or `skill.json` means its folder.
pub fn load_skill(path: &Path, label: &str, options: &SkillOptions) -> LoadOutcome {
    let (path, label) = folder_of(path, label);
    let mut findings = Findings::new(label);
    match Folder::open(path) {
        Ok(folder) => load_folder(&folder, path, label, options),
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            if matches!(error, FsError::Link { .. }) {
                findings.help("name the folder the link leads to");
            }
            findings.refuse()
        }
    }
}

fn folder_of<'a>(path: &'a Path, label: &'a str) -> (&'a Path, &'a str) {
    let is_skill_file = path
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| name == MANIFEST_FILE || name.eq_ignore_ascii_case(SKILL_FILE));
    match path.parent() {
        Some(parent) if is_skill_file => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            let label = label.rsplit_once('/').map_or(".", |(folder, _)| folder);
            (parent, label)
        }
        _ => (path, label),
    }
}

/// Loads an opened skill folder; `location` is its path, for its name and provenance alone.
pub(super) fn load_folder(
    folder: &Folder,
    location: &Path,
    label: &str,
    options: &SkillOptions,
) -> LoadOutcome {
    let mut findings = Findings::new(label);
    let limits = &options.limits;
    let bounds = WalkBounds {
        max_entries: limits.skill_md.max_entries.max(limits.skill_json.max_entries),
        left_out: true,
        ..WalkBounds::of_package(&limits.skill_md)
    };
    let walk = match folder.walk(&bounds) {
        Ok(walk) => walk,
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            return findings.refuse();
        }
    };
    match authority(folder, &walk, &mut findings, options) {
        Authority::SkillJson => {
            directory::load_folder(folder, location, findings, &directory_options(options))
        }
        Authority::SkillMd(file) => {
            if let Err(message) = directory::check_options(&options.limits.skill_md) {
                findings.error("invalid_options", "", message);
                return findings.refuse();
            }
            SkillFolder { folder, location, options, findings }.load(&walk, &file)
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

/// Which file says what the skill is.
enum Authority {
    SkillJson,
    SkillMd(String),
    None,
}

fn authority(
    folder: &Folder,
    walk: &Walk,
    findings: &mut Findings<'_>,
    options: &SkillOptions,
) -> Authority {
    let at_root = |name: &str| walk.entries.iter().any(|entry| entry.path == name.as_bytes());
    let spellings: Vec<String> = walk
        .entries
        .iter()
        .filter(|entry| entry.kind != EntryKind::Folder)
        .filter_map(|entry| std::str::from_utf8(&entry.path).ok())
        .filter(|name| name.eq_ignore_ascii_case(SKILL_FILE))
        .map(str::to_owned)
        .collect();
    if at_root(MANIFEST_FILE) && !(spellings.len() == 1 && is_foreign(folder, findings, options)) {
        return Authority::SkillJson;
    }
    match spellings.as_slice() {
        [] => {
            findings.error(
                "skill_file_missing",
                "",
                "the folder has neither SKILL.md nor skill.json",
            );
            findings.help("add a SKILL.md, or name the folder that has one");
            Authority::None
        }
        [only] => Authority::SkillMd(only.clone()),
        several => {
            let message = format!("SKILL.md stands here in {} spellings", several.len());
            let names = several.join(", ");
            findings.error("skill_file_ambiguous", "", message);
            findings.help(format!("keep one of {names}"));
            Authority::None
        }
    }
}

/// Whether the `skill.json` beside a `SKILL.md` belongs to another tool.
///
/// The contract's manifests all carry `schema_version`; a JSON object without one never was such
/// a manifest. Anything else, broken JSON included, is left to the strict contract to refuse.
fn is_foreign(folder: &Folder, findings: &mut Findings<'_>, options: &SkillOptions) -> bool {
    let limit = options.limits.skill_json.max_manifest_bytes;
    let Ok(content) = folder.read(MANIFEST_FILE, limit) else { return false };
    let Ok(node) = json::parse(&content.bytes, &JsonLimits::default()) else { return false };
    let Value::Object(members) = node.value else { return false };
    if members.iter().any(|member| member.key == "schema_version") {
        return false;
    }
    findings.add(
        options.profile.severity(),
        "foreign_skill_json",
        MANIFEST_FILE,
        "skill.json has no schema_version, so it is another tool's file; SKILL.md is read instead",
    );
    findings.help("rename it, or make it a manifest with `metier seal`");
    true
}

/// One `SKILL.md` folder while it is loaded.
struct SkillFolder<'a> {
    folder: &'a Folder,
    location: &'a Path,
    options: &'a SkillOptions,
    findings: Findings<'a>,
}

impl SkillFolder<'_> {
    fn load(mut self, walk: &Walk, skill_file: &str) -> LoadOutcome {
        let paths = self.usable_paths(walk, skill_file);
        self.note_left_out(walk);
        let limits = &self.options.limits.skill_md;
        if paths.len() > limits.max_resources.saturating_add(1) {
            let message = format!(
                "{} files beside {skill_file}, more than {}",
                paths.len() - 1,
                limits.max_resources
            );
            self.findings.error("resource_count_exceeded", "", message);
            return self.findings.refuse();
        }
        let files = self.read_files(&paths);
        let Some(files) = files else { return self.findings.refuse() };
        let Some(skill) = self.read_skill(&files, skill_file) else {
            return self.findings.refuse();
        };
        if self.findings.has_error() {
            return self.findings.refuse();
        }
        self.package(skill, files, skill_file)
    }

    /// The paths of the files that make the skill; everything else found is reported.
    fn usable_paths(&mut self, walk: &Walk, skill_file: &str) -> Vec<String> {
        let severity = self.options.profile.severity();
        let mut paths = Vec::with_capacity(walk.entries.len());
        for entry in &walk.entries {
            let shown = String::from_utf8_lossy(&entry.path);
            match entry.kind {
                EntryKind::Folder => {}
                EntryKind::Link if entry.path == skill_file.as_bytes() => {
                    let message = format!("{skill_file} is a link, which is never followed");
                    self.findings.error("reparse_point", &shown, message);
                    self.findings.help("replace the link by the file");
                }
                EntryKind::Link => {
                    let message = "a link, which is never followed; it is left out of the skill";
                    self.findings.add(severity, "link_ignored", &shown, message);
                    self.findings.help("replace the link by what it leads to, or remove it");
                }
                EntryKind::Other => {
                    let message = "neither a file nor a folder; it is left out of the skill";
                    self.findings.add(severity, "resource_not_regular", &shown, message);
                }
                EntryKind::File => self.add_path(entry, &mut paths),
            }
        }
        for collision in path::collisions(&paths) {
            let (Some(first), Some(second)) =
                (paths.get(collision.first), paths.get(collision.second))
            else {
                continue;
            };
            let message = format!(
                "'{second}' and '{first}' are one name where case is folded or text composed"
            );
            self.findings.add(severity, "case_collision", second, message);
            self.findings.help("rename one of them");
        }
        paths
    }

    fn add_path(&mut self, entry: &Entry, paths: &mut Vec<String>) {
        match path::check(&entry.path) {
            Ok(relative) => paths.push(relative.to_owned()),
            Err(error) => {
                let shown = String::from_utf8_lossy(&entry.path);
                let severity = self.options.profile.severity();
                let message = format!("{error}; the file is left out of the skill");
                self.findings.add(severity, error.code(), &shown, message);
                self.findings.help("rename the file");
            }
        }
    }

    fn note_left_out(&mut self, walk: &Walk) {
        for left_out in &walk.left_out {
            let shown = String::from_utf8_lossy(&left_out.path);
            let message = "never part of a skill; left out";
            self.findings.add(Severity::Information, "left_out", &shown, message);
        }
    }

    /// Reads every file once; `None` when one can't be part of the skill.
    fn read_files(&mut self, paths: &[String]) -> Option<Vec<File>> {
        let limits = self.options.limits.skill_md;
        let mut files = Vec::with_capacity(paths.len());
        let mut total = 0_u64;
        let mut reader = self.folder.reader();
        for path in paths {
            let content = match reader.read(path, limits.max_resource_bytes) {
                Ok(content) => content,
                Err(error) => {
                    self.findings.file_system(path, &error, FsCodes::RESOURCE);
                    return None;
                }
            };
            if content.links > 1 && self.options.reject_hard_links {
                let message = directory::hard_link_message(content.links);
                self.findings.error("hard_link", path, message);
                return None;
            }
            total = total.saturating_add(content.bytes.len() as u64);
            if total > limits.max_package_bytes {
                let message = format!("more than {} bytes in all", limits.max_package_bytes);
                self.findings.error("package_too_large", "", message);
                return None;
            }
            let FileContent { bytes, executable, .. } = content;
            files.push(File::new(path.clone(), bytes, executable));
        }
        Some(files)
    }

    fn read_skill(&mut self, files: &[File], skill_file: &str) -> Option<SkillMd> {
        let file = files.iter().find(|file| file.path == skill_file)?;
        let folder_name = std::path::absolute(self.location)
            .ok()
            .and_then(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
            .unwrap_or_default();
        let place = self.findings.place(skill_file);
        let path_label = place.path.unwrap_or_default();
        let outcome = read_skill_md(&SkillMdInput {
            bytes: &file.bytes,
            folder_name: Some(&folder_name),
            file_name: skill_file,
            path_label: &path_label,
            profile: self.options.profile,
            in_pack: false,
            given_version: self.options.version.as_deref(),
            limits: self.options.limits.skill_md,
        });
        self.findings.list.extend(outcome.diagnostics);
        let skill = outcome.skill?;
        let exists = |path: &str| {
            let inside = format!("{}/", path.trim_end_matches('/'));
            files.iter().any(|file| file.path == path || file.path.starts_with(&inside))
        };
        let body =
            file.bytes.get(skill.body.clone()).and_then(|body| std::str::from_utf8(body).ok());
        let references = body_references(body.unwrap_or_default(), skill.body_line);
        self.findings.list.extend(check_references(&references, &path_label, exists));
        Some(skill)
    }

    fn package(mut self, skill: SkillMd, files: Vec<File>, skill_file: &str) -> LoadOutcome {
        let body = skill.body.clone();
        let manifest = skill_md_manifest(skill, &files, skill_file);
        let provenance = Provenance {
            origin: Origin::Local,
            source_uri: file_uri(self.location),
            trust: self.options.trust,
        };
        match Package::from_skill_md(manifest, files, body, provenance) {
            Ok(package) => LoadOutcome { package: Some(package), diagnostics: self.findings.list },
            Err(error) => {
                let place: Location = self.findings.place(error.path().unwrap_or(""));
                self.findings.error(error.code(), "", error.to_string());
                if let Some(last) = self.findings.list.last_mut() {
                    last.location = place;
                }
                self.findings.refuse()
            }
        }
    }
}
