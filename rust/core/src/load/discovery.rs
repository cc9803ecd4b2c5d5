//! Finding every skill below a folder (spec 02, discovery).
//!
//! A folder with `skill.json`, `SKILL.md` or `SKILL.yaml` is a skill, and what lies below it is its
//! own. Elsewhere a file `NAME.skill.md` is one. Every folder is entered, hidden ones such as
//! `.claude` included, but those that never belong to a skill. Links are followed only when asked,
//! and only to skill folders inside the root. Skills come in the order of their paths, links among
//! them, so the same tree gives the same answer everywhere.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::LoadOutcome;
use super::candidates::{Candidate, candidates};
use super::finding::{Findings, FsCodes, join};
use super::named_file::{Named, named};
use super::skill::{SkillOptions, load_folder};
use super::skill_folder::SkillFolder;
use crate::diagnostic::{Diagnostic, Severity};
use crate::digest::Sha256Digest;
use crate::fs::{self, Folder, Survey, WalkBounds};
use crate::limits::DiscoveryLimits;
use crate::path;

/// How skills are searched for.
#[derive(Debug, Clone, Default)]
pub struct DiscoveryOptions {
    /// How each is loaded.
    pub skill: SkillOptions,
    /// Bounds of the search.
    pub limits: DiscoveryLimits,
    /// Whether links to folders inside the root are followed.
    pub follow_links: bool,
    /// Whether skill folders below a skill are loaded as skills of their own too.
    pub nested: bool,
}

/// One skill that was found.
#[derive(Debug)]
pub struct Found {
    /// The folder, or the one file, as the caller would name it.
    pub path: String,
    /// What loading it gave; a shadowed skill has its package and a `shadowed` finding.
    pub outcome: LoadOutcome,
    /// Whether a skill of the same id and version came first.
    pub shadowed: bool,
}

/// Loads every skill below `root`, handing each to `sink` in the order of the paths.
///
/// Returns the findings that belong to no skill. `root` may itself be a skill, may be a link, and
/// may be a skill's own file, which stands for that skill.
/// Memory is bounded by the names below the root and one skill at a time.
pub fn discover(
    root: &Path,
    label: &str,
    options: &DiscoveryOptions,
    sink: &mut dyn FnMut(Found),
) -> Vec<Diagnostic> {
    let (root, label, single) = match named(root, label) {
        Named::Folder(root, label) => (root, label, None),
        Named::Single { folder, name, label } => (folder, label, Some(name)),
    };
    let mut findings = Findings::new(label);
    let folder = match Folder::open_following(root) {
        Ok(folder) => folder,
        Err(error) => {
            findings.file_system("", &error, FsCodes::ROOT);
            return findings.list;
        }
    };
    let mut search = Search { root, label, options, sink, first: HashMap::new(), found: 0 };
    match single {
        Some(name) => search.single(&folder, name, &mut findings),
        None => search.folder(&folder, &mut findings),
    }
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
    /// Where each id and version was found first, and with which content.
    first: HashMap<(String, String), (String, Sha256Digest)>,
    found: usize,
}

impl Search<'_> {
    /// Loads the skills below the opened root.
    fn folder(&mut self, folder: &Folder, findings: &mut Findings<'_>) {
        let bounds = WalkBounds {
            max_entries: self.options.limits.max_entries,
            max_depth: self.options.limits.max_depth,
            max_path_bytes: WalkBounds::MAX_PATH_BYTES,
            left_out: true,
        };
        let Survey { walk, refused } = match folder.survey(&bounds) {
            Ok(survey) => survey,
            Err(error) => return findings.file_system("", &error, FsCodes::ROOT),
        };
        let candidates = candidates(&walk, self.options.nested);
        for (path, error) in &refused {
            let shown = String::from_utf8_lossy(path);
            if candidates.is_outside(&shown) {
                findings.file_system(&shown, error, FsCodes::RESOURCE);
            }
        }
        for path in &candidates.nameless {
            let shown = String::from_utf8_lossy(path);
            if let (true, Err(error)) = (candidates.is_outside(&shown), path::check(path)) {
                findings.error(error.code(), &shown, format!("{error}; the skill is not loaded"));
                findings.help("rename the folder");
            }
        }
        for (path, candidate) in candidates.by_path {
            match candidate {
                Candidate::Folder { nested } => self.skill(folder, &path, nested, findings),
                Candidate::Single => self.single(folder, &path, findings),
                Candidate::Link => self.link(&path, findings),
            }
        }
    }

    /// Loads one skill folder and hands it on.
    fn skill(&mut self, root: &Folder, path: &str, nested: usize, findings: &mut Findings<'_>) {
        let Some(folder) = open_below(root, path, findings) else { return };
        let label = join(self.label, path);
        let location = self.root.join(path);
        let folder = folder.as_ref().unwrap_or(root);
        let mut outcome = load_folder(folder, &location, &label, &self.options.skill);
        if nested > 0 {
            let mut notes = Findings::new(&label);
            let (skills, are) = if nested == 1 { ("skill", "is") } else { ("skills", "are") };
            let message = format!("{nested} more {skills} below this one, which {are} part of it");
            notes.add(Severity::Information, "nested_skills", "", message);
            outcome.diagnostics.append(&mut notes.list);
        }
        self.hand_on(label, outcome);
    }

    /// Loads one skill that is a file.
    fn single(&mut self, root: &Folder, path: &str, findings: &mut Findings<'_>) {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let Some(folder) = open_below(root, above, findings) else { return };
        let label = join(self.label, above);
        let location = self.root.join(path);
        let folder = folder.as_ref().unwrap_or(root);
        let findings = Findings::new(&label);
        let skill = SkillFolder::new(folder, &location, &self.options.skill, findings);
        let outcome = skill.load_single(name);
        self.hand_on(join(self.label, path), outcome);
    }

    /// Loads the skill a link leads to; every link that is not followed is reported.
    fn link(&mut self, path: &str, findings: &mut Findings<'_>) {
        let mut ignore = |why: &str| {
            findings.add(Severity::Warning, "link_ignored", path, format!("a link {why}"));
        };
        if !self.options.follow_links {
            return ignore("is not followed unless asked");
        }
        let target: PathBuf = match fs::folder_behind_link(self.root, path) {
            Ok(target) => target,
            Err(error) => return ignore(&format!("is not followed: {error}")),
        };
        let folder = match Folder::open(&target) {
            Ok(folder) => folder,
            Err(error) => return findings.file_system(path, &error, FsCodes::ROOT),
        };
        let label = join(self.label, path);
        let outcome = load_folder(&folder, &target, &label, &self.options.skill);
        if outcome.diagnostics.iter().any(|finding| finding.code == "skill_file_missing") {
            return ignore("to a folder that is no skill is not followed");
        }
        self.hand_on(label, outcome);
    }

    /// Hands on a skill, reported where its id and version were found before: the first wins.
    fn hand_on(&mut self, label: String, mut outcome: LoadOutcome) {
        let shadowed = self.shadowed(&label, &mut outcome);
        self.found += 1;
        (self.sink)(Found { path: label, outcome, shadowed });
    }

    fn shadowed(&mut self, label: &str, outcome: &mut LoadOutcome) -> bool {
        let Some(package) = &outcome.package else { return false };
        let manifest = package.manifest();
        let key = (manifest.id.clone(), manifest.version.text().to_owned());
        let content = package.tree().digest;
        let Some((first, first_content)) = self.first.get(&key) else {
            self.first.insert(key, (label.to_owned(), content));
            return false;
        };
        let same = if *first_content == content { "the same" } else { "other" };
        let message = format!(
            "'{}' {} was found before, in {first}, which is used; this one has {same} content",
            key.0, key.1
        );
        let mut findings = Findings::new(label);
        findings.add(self.options.skill.profile.severity(), "shadowed", "", message);
        findings.help("rename one of them, or give it another version");
        outcome.diagnostics.append(&mut findings.list);
        true
    }
}

/// Opens a folder below the root, `Some(None)` for the root itself; reports what keeps it closed.
#[expect(clippy::option_option, reason = "the root is open already, and a failure is no folder")]
fn open_below(root: &Folder, path: &str, findings: &mut Findings<'_>) -> Option<Option<Folder>> {
    if path.is_empty() {
        return Some(None);
    }
    match root.open_folder(path) {
        Ok(folder) => Some(Some(folder)),
        Err(error) => {
            findings.file_system(path, &error, FsCodes::ROOT);
            None
        }
    }
}
