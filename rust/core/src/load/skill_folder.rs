//! Loading a skill that has no `skill.json`, from a folder or from its one file.

use std::path::Path;

use super::LoadOutcome;
use super::directory;
use super::finding::{Findings, FsCodes};
use super::kept::Kept;
use super::skill::SkillOptions;
use super::source::file_uri;
use crate::diagnostic::{Location, Severity};
use crate::fs::{self, Entry, EntryKind, Folder, Walk};
use crate::package::{
    Origin, Provenance, SkillMd, SkillMdInput, check_references, read_skill_file,
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
    pub(super) fn load<T: Kept>(
        mut self,
        walk: &Walk,
        skill_file: &str,
        buffer: &mut Vec<u8>,
    ) -> LoadOutcome<T> {
        match self.read::<T>(walk, skill_file, buffer) {
            Some((skill, files)) => self.keep(skill, files, skill_file),
            None => self.findings.refuse(),
        }
    }

    /// The skill that `skill_file` describes, and the files of `walk` in the order of their paths;
    /// `None` exactly when a finding is an error.
    pub(super) fn read<T: Kept>(
        &mut self,
        walk: &Walk,
        skill_file: &str,
        buffer: &mut Vec<u8>,
    ) -> Option<(SkillMd, Vec<T::File>)> {
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
        self.files::<T>(&paths, skill_file, buffer)
    }

    /// Loads the skill that is the file `name` of the folder and nothing else.
    pub(super) fn load_single<T: Kept>(mut self, name: &str) -> LoadOutcome<T> {
        if !self.check_options() {
            return self.findings.refuse();
        }
        match self.files::<T>(&[name], name, &mut Vec::new()) {
            Some((skill, files)) => self.keep(skill, files, name),
            None => self.findings.refuse(),
        }
    }

    fn check_options(&mut self) -> bool {
        let checked = directory::check_options(&self.options.limits.skill_md);
        checked.map_err(|message| self.findings.error("invalid_options", "", message)).is_ok()
    }

    /// Reads the skill file, and the rest only if nothing refuses the skill; files by path.
    fn files<T: Kept>(
        &mut self,
        paths: &[&str],
        skill_file: &str,
        buffer: &mut Vec<u8>,
    ) -> Option<(SkillMd, Vec<T::File>)> {
        let own = paths.iter().position(|path| *path == skill_file)?;
        let max_bytes = self.options.limits.skill_md.max_resource_bytes;
        let content = match self.folder.read(skill_file, max_bytes) {
            Ok(content) => content,
            Err(error) => {
                self.findings.file_system(skill_file, &error, FsCodes::RESOURCE);
                return None;
            }
        };
        let mut bytes = 0;
        if !self.takes(skill_file, content.bytes.len() as u64, content.links, &mut bytes) {
            return None;
        }
        let skill = self.read_skill(&content.bytes, paths, skill_file)?;
        if self.findings.has_error() {
            return None;
        }
        let mut own_file = Some(T::file(skill_file.to_owned(), content));
        let mut files = Vec::with_capacity(paths.len());
        let mut reader = self.folder.reader();
        for (index, path) in paths.iter().enumerate() {
            if index == own {
                files.extend(own_file.take());
                continue;
            }
            match T::read(&mut reader, path, max_bytes, buffer) {
                Ok(read) if self.takes(path, read.size, read.links, &mut bytes) => {
                    files.push(read.file);
                }
                Ok(_) => return None,
                Err(error) => {
                    self.findings.file_system(path, &error, FsCodes::RESOURCE);
                    return None;
                }
            }
        }
        Some((skill, files))
    }

    /// Whether a file of so many bytes and names can be part of the skill, whose bytes it adds to.
    fn takes(&mut self, path: &str, size: u64, links: u64, bytes: &mut u64) -> bool {
        if links > 1 && self.options.reject_hard_links {
            self.findings.error("hard_link", path, directory::hard_link_message(links));
            return false;
        }
        *bytes = bytes.saturating_add(size);
        let max = self.options.limits.skill_md.max_package_bytes;
        if *bytes > max {
            let message = format!("more than {max} bytes in all");
            self.findings.error("package_too_large", "", message);
            return false;
        }
        true
    }

    /// The paths of the files that make the skill; everything else found is reported.
    fn usable_paths<'w>(&mut self, walk: &'w Walk, skill_file: &str) -> Vec<&'w str> {
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

    fn add_path<'w>(&mut self, entry: &'w Entry, paths: &mut Vec<&'w str>) {
        match path::check(&entry.path) {
            Ok(relative) => paths.push(relative),
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

    /// Reads what the skill file says and checks what it points at among `paths`.
    fn read_skill(&mut self, bytes: &[u8], paths: &[&str], skill_file: &str) -> Option<SkillMd> {
        let folder_name = fs::folder_name(self.location);
        let place = self.findings.place(skill_file);
        let path_label = place.path.unwrap_or_default();
        let outcome = read_skill_file(&SkillMdInput {
            bytes,
            folder_name: folder_name.as_deref(),
            file_name: skill_file,
            path_label: &path_label,
            profile: self.options.profile,
            in_pack: false,
            given_version: self.options.version.as_deref(),
            limits: self.options.limits.skill_md,
        });
        self.findings.list.extend(outcome.diagnostics);
        let exists = |path: &str| is_place(paths, path);
        self.findings.list.extend(check_references(&outcome.references, &path_label, exists));
        outcome.skill
    }

    fn keep<T: Kept>(
        mut self,
        skill: SkillMd,
        files: Vec<T::File>,
        skill_file: &str,
    ) -> LoadOutcome<T> {
        let provenance = || Provenance {
            origin: Origin::Local,
            source_uri: file_uri(self.location),
            trust: self.options.trust,
        };
        match T::of_skill(skill, files, skill_file, provenance) {
            Ok(kept) => LoadOutcome { package: Some(kept), diagnostics: self.findings.list },
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

/// Whether `path` is one of `paths`, which are sorted by their bytes, or a folder above one.
fn is_place(paths: &[&str], path: &str) -> bool {
    if paths.binary_search(&path).is_ok() {
        return true;
    }
    let folder = format!("{path}/");
    let next = paths.partition_point(|known| **known < *folder);
    paths.get(next).is_some_and(|known| known.starts_with(&folder))
}
