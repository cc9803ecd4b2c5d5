//! Finding every skill below a folder (spec 02, discovery).
//!
//! A folder with `skill.json` or `SKILL.md` is a skill, and what lies below it is its own. Every
//! folder is entered, hidden ones such as `.claude` included, but those that never belong to a
//! skill. Links are followed only when asked, and only to folders inside the root. Skills come in
//! the order of their paths, so the same tree gives the same answer everywhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::LoadOutcome;
use super::finding::{Findings, FsCodes, join};
use super::skill::{SKILL_FILE, SkillOptions, load_folder};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs::{self, EntryKind, Folder, Survey, Walk, WalkBounds};
use crate::limits::DiscoveryLimits;
use crate::package::MANIFEST_FILE;

/// How skills are searched for.
#[derive(Debug, Clone, Default)]
pub struct DiscoveryOptions {
    /// How each is loaded.
    pub skill: SkillOptions,
    /// Bounds of the search.
    pub limits: DiscoveryLimits,
    /// Whether links to folders inside the root are followed.
    pub follow_links: bool,
}

/// One skill folder that was found.
#[derive(Debug)]
pub struct Found {
    /// The folder, as the caller would name it.
    pub path: String,
    /// What loading it gave; a shadowed skill has its package and a `shadowed` finding.
    pub outcome: LoadOutcome,
    /// Whether a skill of the same id and version came first.
    pub shadowed: bool,
}

/// Loads every skill below `root`, handing each to `sink` in the order of the paths.
///
/// Returns the findings that belong to no skill. `root` may itself be a skill, and may be a link.
/// Memory is bounded by the names below the root and one skill at a time.
pub fn discover(
    root: &Path,
    label: &str,
    options: &DiscoveryOptions,
    sink: &mut dyn FnMut(Found),
) -> Vec<Diagnostic> {
    let mut findings = Findings::new(label);
    let folder = match Folder::open_following(root) {
        Ok(folder) => folder,
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            return findings.list;
        }
    };
    let mut search = Search { root, label, options, sink, first: HashMap::new(), found: 0 };
    search.folder(&folder, root, "", &mut findings);
    if search.found == 0 && !findings.has_error() {
        findings.error("no_skills", "", "no folder here or below holds a SKILL.md or skill.json");
        findings.help("make one with `metier init NAME`");
    }
    findings.list
}

struct Search<'a> {
    root: &'a Path,
    label: &'a str,
    options: &'a DiscoveryOptions,
    sink: &'a mut dyn FnMut(Found),
    /// Where each id and version was found first.
    first: HashMap<(String, String), String>,
    found: usize,
}

impl Search<'_> {
    /// Loads the skills below one opened folder; `prefix` is its path from the root.
    fn folder(
        &mut self,
        folder: &Folder,
        location: &Path,
        prefix: &str,
        findings: &mut Findings<'_>,
    ) {
        let bounds = WalkBounds {
            max_entries: self.options.limits.max_entries,
            max_depth: self.options.limits.max_depth,
            max_path_bytes: WalkBounds::MAX_PATH_BYTES,
            left_out: true,
        };
        let Survey { walk, refused } = match folder.survey(&bounds) {
            Ok(survey) => survey,
            Err(error) => {
                findings.file_system(prefix, &error, FsCodes::ROOT);
                return;
            }
        };
        let (skills, nested) = skill_folders(&walk);
        for (path, error) in &refused {
            let shown = String::from_utf8_lossy(path);
            if inside(&skills, &shown).is_none() {
                findings.file_system(&join(prefix, &shown), error, FsCodes::RESOURCE);
            }
        }
        let mut linked = self.links(&walk, &skills, prefix, findings);
        for relative in &skills {
            let below = nested.get(relative).copied().unwrap_or(0);
            self.skill(folder, location, prefix, relative, below, findings);
        }
        while let Some((path, target)) = linked.pop_first() {
            self.linked(&path, &target, findings);
        }
    }

    /// Loads one skill folder and hands it on.
    fn skill(
        &mut self,
        folder: &Folder,
        location: &Path,
        prefix: &str,
        relative: &str,
        nested: usize,
        findings: &mut Findings<'_>,
    ) {
        let path = join(prefix, relative);
        let opened;
        let skill_folder = if relative.is_empty() {
            folder
        } else {
            match folder.open_folder(relative) {
                Ok(inner) => {
                    opened = inner;
                    &opened
                }
                Err(error) => return findings.file_system(&path, &error, FsCodes::ROOT),
            }
        };
        let label = join(self.label, &path);
        let location = location.join(relative);
        let mut outcome = load_folder(skill_folder, &location, &label, &self.options.skill);
        if nested > 0 {
            let mut notes = Findings::new(&label);
            let message = format!(
                "{nested} more skill {} below this one, which are its resources",
                if nested == 1 { "folder" } else { "folders" }
            );
            notes.add(Severity::Information, "nested_skills", "", message);
            outcome.diagnostics.append(&mut notes.list);
        }
        let shadowed = self.shadowed(&label, &mut outcome);
        self.found += 1;
        (self.sink)(Found { path: label, outcome, shadowed });
    }

    /// Reports a skill whose id and version were found before; the first by path wins.
    fn shadowed(&mut self, label: &str, outcome: &mut LoadOutcome) -> bool {
        let Some(package) = &outcome.package else { return false };
        let manifest = package.manifest();
        let key = (manifest.id.clone(), manifest.version.text().to_owned());
        let Some(first) = self.first.get(&key) else {
            self.first.insert(key, label.to_owned());
            return false;
        };
        let severity = self.options.skill.profile.severity();
        let mut findings = Findings::new(label);
        let message = format!("'{}' {} was found before, in {first}, which is used", key.0, key.1);
        findings.add(severity, "shadowed", "", message);
        findings.help("rename one of them, or give it another version");
        outcome.diagnostics.append(&mut findings.list);
        true
    }

    /// The links to follow, by path; every link that is not followed is reported.
    fn links(
        &self,
        walk: &Walk,
        skills: &BTreeSet<String>,
        prefix: &str,
        findings: &mut Findings<'_>,
    ) -> BTreeMap<String, PathBuf> {
        let mut followed = BTreeMap::new();
        for entry in walk.entries.iter().filter(|entry| entry.kind == EntryKind::Link) {
            let shown = String::from_utf8_lossy(&entry.path);
            if inside(skills, &shown).is_some() {
                continue;
            }
            let path = join(prefix, &shown);
            if !self.options.follow_links {
                let message = "a link, which is not followed unless asked";
                findings.add(Severity::Warning, "link_ignored", &path, message);
                continue;
            }
            match fs::folder_behind_link(self.root, &path) {
                Ok(target) => {
                    followed.insert(path, target);
                }
                Err(error) => {
                    let message = format!("a link that is not followed: {error}");
                    findings.add(Severity::Warning, "link_ignored", &path, message);
                }
            }
        }
        followed
    }

    /// Loads the skill a link leads to; a linked folder that is no skill is left alone.
    fn linked(&mut self, path: &str, target: &Path, findings: &mut Findings<'_>) {
        let folder = match Folder::open(target) {
            Ok(folder) => folder,
            Err(error) => return findings.file_system(path, &error, FsCodes::ROOT),
        };
        let label = join(self.label, path);
        let mut outcome = load_folder(&folder, target, &label, &self.options.skill);
        let missing = |finding: &Diagnostic| finding.code == "skill_file_missing";
        if outcome.diagnostics.iter().any(missing) {
            let message = "a link to a folder that is no skill, which is not searched";
            findings.add(Severity::Warning, "link_ignored", path, message);
            return;
        }
        let shadowed = self.shadowed(&label, &mut outcome);
        self.found += 1;
        (self.sink)(Found { path: label, outcome, shadowed });
    }
}

/// The topmost skill folders of a walk, and how many more lie below each.
fn skill_folders(walk: &Walk) -> (BTreeSet<String>, BTreeMap<String, usize>) {
    let mut folders = BTreeSet::new();
    for entry in &walk.entries {
        if entry.kind == EntryKind::Folder {
            continue;
        }
        let Ok(path) = std::str::from_utf8(&entry.path) else { continue };
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name == MANIFEST_FILE && entry.kind == EntryKind::File
            || name.eq_ignore_ascii_case(SKILL_FILE)
        {
            folders.insert(folder.to_owned());
        }
    }
    let mut topmost = BTreeSet::new();
    let mut nested: BTreeMap<String, usize> = BTreeMap::new();
    for folder in folders {
        // Sorted order puts a folder before everything below it.
        match inside(&topmost, &folder) {
            Some(above) => *nested.entry(above.to_owned()).or_default() += 1,
            None => {
                topmost.insert(folder);
            }
        }
    }
    (topmost, nested)
}

/// The member of `folders` that is `path` or one of the folders above it.
fn inside<'a>(folders: &'a BTreeSet<String>, path: &str) -> Option<&'a str> {
    if let Some(root) = folders.get("") {
        return Some(root);
    }
    let mut candidate = Some(path);
    while let Some(current) = candidate {
        if let Some(found) = folders.get(current) {
            return Some(found);
        }
        candidate = current.rsplit_once('/').map(|(above, _)| above);
    }
    None
}
