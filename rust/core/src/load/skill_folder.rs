//! Loading a skill that has no `skill.json`, from a folder or from its one file.

use std::collections::HashSet;
use std::path::Path;

use super::LoadOutcome;
use super::directory;
use super::finding::{Findings, FsCodes};
use super::skill::SkillOptions;
use super::source::file_uri;
use crate::diagnostic::{Location, Severity};
use crate::fs::{self, Entry, EntryKind, FileContent, Folder, Walk};
use crate::package::{
    File, Origin, Package, Provenance, SkillMd, SkillMdInput, check_references, read_skill_file,
    skill_md_manifest,
};
use crate::path;

/// One skill while it is loaded.
pub(super) struct SkillFolder<'a> {
    pub(super) folder: &'a Folder,
    /// The path of the folder, or of the one file, for name and provenance alone.
    pub(super) location: &'a Path,
    pub(super) options: &'a SkillOptions,
    /// How a link, or a path that breaks a rule, counts.
    pub(super) stray: Severity,
    /// How an entry that never belongs to a skill counts.
    pub(super) left_out: Severity,
    pub(super) findings: Findings<'a>,
}

/// Files that were read, and their bytes in all.
struct Files {
    list: Vec<File>,
    bytes: u64,
}

impl<'a> SkillFolder<'a> {
    /// A skill that is loaded by its profile.
    pub(super) fn new(
        folder: &'a Folder,
        location: &'a Path,
        options: &'a SkillOptions,
        findings: Findings<'a>,
    ) -> Self {
        let stray = options.profile.severity();
        Self { folder, location, options, stray, left_out: Severity::Information, findings }
    }

    /// Loads the skill that `skill_file` describes and whose files are those of `walk`.
    pub(super) fn load(mut self, walk: &Walk, skill_file: &str) -> LoadOutcome {
        match self.read(walk, skill_file) {
            Some((skill, files)) => self.package(skill, files, skill_file),
            None => self.findings.refuse(),
        }
    }

    /// The skill that `skill_file` describes, and the files of `walk` in the order of their paths;
    /// `None` exactly when a finding is an error.
    pub(super) fn read(&mut self, walk: &Walk, skill_file: &str) -> Option<(SkillMd, Vec<File>)> {
        if !self.check_options() {
            return None;
        }
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
            return None;
        }
        self.files(&paths, skill_file)
    }

    /// Loads the skill that is the file `name` of the folder and nothing else.
    pub(super) fn load_single(mut self, name: &str) -> LoadOutcome {
        if !self.check_options() {
            return self.findings.refuse();
        }
        match self.files(&[name.to_owned()], name) {
            Some((skill, files)) => self.package(skill, files, name),
            None => self.findings.refuse(),
        }
    }

    fn check_options(&mut self) -> bool {
        let checked = directory::check_options(&self.options.limits.skill_md);
        checked.map_err(|message| self.findings.error("invalid_options", "", message)).is_ok()
    }

    /// Reads the skill file, and the rest only if nothing refuses the skill.
    fn files(&mut self, paths: &[String], skill_file: &str) -> Option<(SkillMd, Vec<File>)> {
        let mut files = Files { list: Vec::with_capacity(paths.len()), bytes: 0 };
        let own = paths.iter().filter(|path| *path == skill_file);
        let others = paths.iter().filter(|path| *path != skill_file);
        if !self.read_files(own, &mut files) {
            return None;
        }
        let skill = self.read_skill(&files.list, paths, skill_file)?;
        if self.findings.has_error() || !self.read_files(others, &mut files) {
            return None;
        }
        files.list.sort_by(|left, right| left.path.as_bytes().cmp(right.path.as_bytes()));
        Some((skill, files.list))
    }

    /// The paths of the files that make the skill; everything else found is reported.
    fn usable_paths(&mut self, walk: &Walk, skill_file: &str) -> Vec<String> {
        let severity = self.stray;
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
                EntryKind::Other if entry.path == skill_file.as_bytes() => {
                    let message = format!("{skill_file} is neither a file nor a folder");
                    self.findings.error("resource_not_regular", &shown, message);
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
                let severity = self.stray;
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
            self.findings.add(self.left_out, "left_out", &shown, message);
        }
    }

    /// Reads each file once into `files`; `false` when one can't be part of the skill.
    fn read_files<'p>(
        &mut self,
        paths: impl Iterator<Item = &'p String>,
        files: &mut Files,
    ) -> bool {
        let limits = self.options.limits.skill_md;
        let mut reader = self.folder.reader();
        for path in paths {
            let content = match reader.read(path, limits.max_resource_bytes) {
                Ok(content) => content,
                Err(error) => {
                    self.findings.file_system(path, &error, FsCodes::RESOURCE);
                    return false;
                }
            };
            if content.links > 1 && self.options.reject_hard_links {
                let message = directory::hard_link_message(content.links);
                self.findings.error("hard_link", path, message);
                return false;
            }
            files.bytes = files.bytes.saturating_add(content.bytes.len() as u64);
            if files.bytes > limits.max_package_bytes {
                let message = format!("more than {} bytes in all", limits.max_package_bytes);
                self.findings.error("package_too_large", "", message);
                return false;
            }
            let FileContent { bytes, executable, .. } = content;
            files.list.push(File::new(path.clone(), bytes, executable));
        }
        true
    }

    /// Reads what the skill file says and checks what it points at among `paths`.
    fn read_skill(
        &mut self,
        files: &[File],
        paths: &[String],
        skill_file: &str,
    ) -> Option<SkillMd> {
        let file = files.iter().find(|file| file.path == skill_file)?;
        let folder_name = fs::folder_name(self.location);
        let place = self.findings.place(skill_file);
        let path_label = place.path.unwrap_or_default();
        let outcome = read_skill_file(&SkillMdInput {
            bytes: &file.bytes,
            folder_name: folder_name.as_deref(),
            file_name: skill_file,
            path_label: &path_label,
            profile: self.options.profile,
            in_pack: false,
            given_version: self.options.version.as_deref(),
            limits: self.options.limits.skill_md,
        });
        self.findings.list.extend(outcome.diagnostics);
        let places = places(paths);
        let exists = |path: &str| places.contains(path);
        self.findings.list.extend(check_references(&outcome.references, &path_label, exists));
        outcome.skill
    }

    fn package(mut self, skill: SkillMd, files: Vec<File>, skill_file: &str) -> LoadOutcome {
        let body = skill.skill_body();
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

/// The files and the folders that hold them, so that each of a body's links costs one look.
fn places(paths: &[String]) -> HashSet<&str> {
    let mut places: HashSet<&str> = paths.iter().map(String::as_str).collect();
    for path in paths {
        places.extend(path.match_indices('/').filter_map(|(end, _)| path.get(..end)));
    }
    places
}
