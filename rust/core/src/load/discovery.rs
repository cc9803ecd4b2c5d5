//! Finding every skill below a folder (spec 02, discovery).
//!
//! A folder with `skill.json`, `SKILL.md` or `SKILL.yaml` is a skill, and what lies below it is its
//! own. Elsewhere a file `NAME.skill.md` is one. Every folder is entered, hidden ones such as
//! `.claude` included, but those that never belong to a skill. Links are followed only when asked,
//! and only to skill folders inside the root. Skills come in the order of their paths, links among
//! them, so the same tree gives the same answer everywhere.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::finding::{Findings, FsCodes, join};
use super::in_order::{in_order, thread_count};
use super::kept::Kept;
use super::named_file::{Named, named};
use super::search::{Candidate, Leftovers, Search};
use super::skill::{SkillOptions, load_folder, load_walked, max_entries};
use super::skill_folder::SkillFolder;
use super::{LoadOutcome, Summary};
use crate::diagnostic::{Diagnostic, Severity};
use crate::digest::Sha256Digest;
use crate::fs::{self, Folder, Survey};
use crate::limits::DiscoveryLimits;
use crate::package::Package;
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
    /// Threads that load; 0 is one for each core. The answer doesn't depend on it.
    pub jobs: usize,
}

/// One skill that was found.
#[derive(Debug)]
pub struct Found<T = Package> {
    /// The folder, or the one file, as the caller would name it.
    pub path: String,
    /// What loading it gave; a shadowed skill has its package and a `shadowed` finding.
    pub outcome: LoadOutcome<T>,
    /// Whether a skill of the same id and version came first.
    pub shadowed: bool,
}

/// Loads every skill below `root`, handing each to `sink` in the order of the paths.
///
/// Returns the findings that belong to no skill. `root` may itself be a skill, may be a link, and
/// may be a skill's own file, which stands for that skill.
/// Memory is bounded by the names beside the folders above the current skill, those below it, and
/// a few skills a thread.
pub fn discover(
    root: &Path,
    label: &str,
    options: &DiscoveryOptions,
    sink: &mut dyn FnMut(Found),
) -> Vec<Diagnostic> {
    find(root, label, options, &mut |found| {
        sink(found);
        ControlFlow::Continue(())
    })
}

/// Checks every skill below `root` as [`discover`] does, file by file, and keeps none of them.
///
/// Files are hashed piece by piece: beside the skill's own file no thread holds more than 256 KiB
/// of one, `skill.json` packages apart. Nothing more is looked at once `sink` breaks.
pub fn check(
    root: &Path,
    label: &str,
    options: &DiscoveryOptions,
    sink: &mut dyn FnMut(Found<Summary>) -> ControlFlow<()>,
) -> Vec<Diagnostic> {
    find(root, label, options, sink)
}

type Sink<'a, T> = &'a mut dyn FnMut(Found<T>) -> ControlFlow<()>;

fn find<T: Kept>(
    root: &Path,
    label: &str,
    options: &DiscoveryOptions,
    sink: Sink<'_, T>,
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
    let loader = Loader { folder: &folder, root, label, options };
    let mut order = Order { severity: options.skill.profile.severity(), first: HashMap::new() };
    let mut found = 0_usize;
    let mut of_links = Vec::new();
    let mut emit = |mut loaded: Loaded<T>| {
        of_links.append(&mut loaded.of_search);
        let Some((path, outcome)) = loaded.skill else { return ControlFlow::Continue(()) };
        found += 1;
        sink(order.place(path, outcome))
    };
    if let Some(name) = single {
        let _ = emit(loader.single(name));
    } else {
        let search = Mutex::new(Search::new(&folder, &options.limits, options.nested));
        let next = || search.lock().unwrap_or_else(PoisonError::into_inner).next();
        let worker = || {
            let mut buffer = Vec::new();
            move |candidate| loader.load(candidate, &mut buffer)
        };
        in_order(thread_count(options.jobs), next, worker, &mut emit);
        let search = search.into_inner().unwrap_or_else(PoisonError::into_inner);
        report(search.leftovers, &mut findings);
    }
    findings.list.append(&mut of_links);
    if found == 0 && !findings.has_error() {
        findings.error("no_skills", "", "no folder here or below holds a SKILL.md or skill.json");
        findings.help("make one with `metier init NAME`");
    }
    findings.list
}

/// Says what could not be searched.
fn report(mut leftovers: Leftovers, findings: &mut Findings<'_>) {
    if let Some(error) = &leftovers.root {
        findings.file_system("", error, FsCodes::ROOT);
    }
    leftovers.refused.sort_unstable_by(|left, right| left.0.cmp(&right.0));
    for (path, error) in &leftovers.refused {
        findings.file_system(&String::from_utf8_lossy(path), error, FsCodes::RESOURCE);
    }
    leftovers.nameless.sort_unstable();
    for path in &leftovers.nameless {
        if let Err(error) = path::check(path) {
            let shown = String::from_utf8_lossy(path);
            findings.error(error.code(), &shown, format!("{error}; the skill is not loaded"));
            findings.help("rename the folder");
        }
    }
}

/// What came of one candidate: a skill, or why there is none.
struct Loaded<T> {
    skill: Option<(String, LoadOutcome<T>)>,
    of_search: Vec<Diagnostic>,
}

/// Loads candidates; one for all threads.
#[derive(Clone, Copy)]
struct Loader<'a> {
    folder: &'a Folder,
    root: &'a Path,
    label: &'a str,
    options: &'a DiscoveryOptions,
}

impl Loader<'_> {
    fn load<T: Kept>(self, candidate: Candidate, buffer: &mut Vec<u8>) -> Loaded<T> {
        match candidate {
            Candidate::Folder { path, folder, survey, nested } => {
                self.skill(&folder, &path, &survey, nested, buffer)
            }
            Candidate::Nested { path, inner, survey } => match self.folder.open_folder(&path) {
                Ok(folder) => {
                    self.skill(&folder, &path, &survey.below(inner.as_bytes()), 0, buffer)
                }
                Err(error) => self.closed(&path, &error),
            },
            Candidate::Single { path } => self.single(&path),
            Candidate::Link { path } => self.link(&path, buffer),
        }
    }

    /// Loads one skill folder.
    fn skill<T: Kept>(
        self,
        folder: &Folder,
        path: &str,
        survey: &Survey,
        nested: usize,
        buffer: &mut Vec<u8>,
    ) -> Loaded<T> {
        let label = join(self.label, path);
        let location = self.root.join(path);
        let options = &self.options.skill;
        let walk = survey.whole(max_entries(options));
        let findings = Findings::new(&label);
        let mut outcome =
            load_walked(folder, &location, walk.as_ref().copied(), findings, options, buffer);
        if nested > 0 {
            let mut notes = Findings::new(&label);
            let (skills, are) = if nested == 1 { ("skill", "is") } else { ("skills", "are") };
            let message = format!("{nested} more {skills} below this one, which {are} part of it");
            notes.add(Severity::Information, "nested_skills", "", message);
            outcome.diagnostics.append(&mut notes.list);
        }
        Loaded { skill: Some((label, outcome)), of_search: Vec::new() }
    }

    /// Loads one skill that is a file.
    fn single<T: Kept>(self, path: &str) -> Loaded<T> {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folder = match self.folder.open_folder(above) {
            Ok(folder) => folder,
            Err(error) => return self.closed(above, &error),
        };
        let label = join(self.label, above);
        let location = self.root.join(path);
        let findings = Findings::new(&label);
        let skill = SkillFolder::new(&folder, &location, &self.options.skill, findings);
        let outcome = skill.load_single(name);
        Loaded { skill: Some((join(self.label, path), outcome)), of_search: Vec::new() }
    }

    /// Loads the skill a link leads to; every link that is not followed is reported.
    fn link<T: Kept>(self, path: &str, buffer: &mut Vec<u8>) -> Loaded<T> {
        let ignored = |why: &str| {
            let mut findings = Findings::new(self.label);
            findings.add(Severity::Warning, "link_ignored", path, format!("a link {why}"));
            Loaded { skill: None, of_search: findings.list }
        };
        if !self.options.follow_links {
            return ignored("is not followed unless asked");
        }
        let target: PathBuf = match fs::folder_behind_link(self.root, path) {
            Ok(target) => target,
            Err(error) => return ignored(&format!("is not followed: {error}")),
        };
        let folder = match Folder::open(&target) {
            Ok(folder) => folder,
            Err(error) => return self.closed(path, &error),
        };
        let label = join(self.label, path);
        let outcome = load_folder(&folder, &target, &label, &self.options.skill, buffer);
        if outcome.diagnostics.iter().any(|finding| finding.code == "skill_file_missing") {
            return ignored("to a folder that is no skill is not followed");
        }
        Loaded { skill: Some((label, outcome)), of_search: Vec::new() }
    }

    /// Reports a folder that can't be opened.
    fn closed<T>(self, path: &str, error: &fs::FsError) -> Loaded<T> {
        let mut findings = Findings::new(self.label);
        findings.file_system(path, error, FsCodes::ROOT);
        Loaded { skill: None, of_search: findings.list }
    }
}

/// Which skill of several with one id and version comes first.
struct Order {
    severity: Severity,
    /// Where each id and version was found first, and with which content.
    first: HashMap<(String, String), (String, Sha256Digest)>,
}

impl Order {
    /// A skill in its place, reported where its id and version were found before: the first wins.
    fn place<T: Kept>(&mut self, label: String, mut outcome: LoadOutcome<T>) -> Found<T> {
        let shadowed = self.shadowed(&label, &mut outcome);
        Found { path: label, outcome, shadowed }
    }

    fn shadowed<T: Kept>(&mut self, label: &str, outcome: &mut LoadOutcome<T>) -> bool {
        let Some(package) = &outcome.package else { return false };
        let (id, version, content) = package.identity();
        let key = (id.to_owned(), version.to_owned());
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
        findings.add(self.severity, "shadowed", "", message);
        findings.help("rename one of them, or give it another version");
        outcome.diagnostics.append(&mut findings.list);
        true
    }
}
