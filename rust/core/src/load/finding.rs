//! What loading one folder gives, and how its findings are written down.

use crate::diagnostic::{CodeEntry, Diagnostic, Location, Severity};
use crate::fs::FsError;
use crate::package::Package;

/// The package of a folder, if it could be made, and everything noticed on the way.
///
/// Where a check keeps no bytes, a [`Summary`](super::Summary) stands for the package.
#[derive(Debug)]
pub struct LoadOutcome<T = Package> {
    /// The verified package; absent exactly when a diagnostic is an error.
    pub package: Option<T>,
    /// Findings in the order of the checks that made them.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> LoadOutcome<T> {
    /// The same findings, and what `keep` makes of the package.
    pub(super) fn map<U>(self, keep: impl FnOnce(T) -> U) -> LoadOutcome<U> {
        LoadOutcome { package: self.package.map(keep), diagnostics: self.diagnostics }
    }
}

/// Codes given by the loaders themselves; those of files and folders, manifests, frontmatter,
/// paths and packages stand in their modules.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "invalid_options", meaning: "a loader's limits contradict each other" },
    CodeEntry { code: "invalid_path", meaning: "a path breaks a portable-path rule" },
    CodeEntry { code: "root_not_found", meaning: "the folder to load does not exist" },
    CodeEntry { code: "root_not_directory", meaning: "what should be a folder is a file" },
    CodeEntry { code: "reparse_point", meaning: "a link where the contract allows none" },
    CodeEntry { code: "hard_link", meaning: "a file that has a second name somewhere" },
    CodeEntry {
        code: "case_collision",
        meaning: "two names that are one on file systems that fold case or normalize",
    },
    CodeEntry { code: "manifest_missing", meaning: "the folder has no manifest" },
    CodeEntry { code: "manifest_too_large", meaning: "the manifest is over its limit" },
    CodeEntry { code: "manifest_invalid", meaning: "skill.json breaks its contract" },
    CodeEntry { code: "resource_count_exceeded", meaning: "more files than the limit" },
    CodeEntry {
        code: "undeclared_directory",
        meaning: "a folder that holds none of the declared resources",
    },
    CodeEntry {
        code: "resource_not_regular",
        meaning: "a folder, device, socket or pipe where a file should be",
    },
    CodeEntry { code: "resource_too_large", meaning: "a file is over its limit" },
    CodeEntry { code: "package_too_large", meaning: "the files together are over the limit" },
    CodeEntry {
        code: "foreign_skill_json",
        meaning: "a skill.json without schema_version beside a SKILL.md: another tool's file",
    },
    CodeEntry {
        code: "skill_file_missing",
        meaning: "the folder has neither skill.json nor SKILL.md, or the file named is not there",
    },
    CodeEntry {
        code: "skill_file_ambiguous",
        meaning: "SKILL.md, or SKILL.yaml, stands in the folder in two spellings",
    },
    CodeEntry {
        code: "skill_yaml_unused",
        meaning: "a SKILL.yaml beside a SKILL.md, which counts as an ordinary resource",
    },
    CodeEntry { code: "link_ignored", meaning: "a link was left out, never followed" },
    CodeEntry { code: "left_out", meaning: "a file or folder that never belongs to a skill" },
    CodeEntry {
        code: "skill_json_not_sealed",
        meaning: "sealing would replace a skill.json that it did not write",
    },
    CodeEntry {
        code: "skill_form_not_sealed",
        meaning: "a SKILL.yaml, or a skill in one file, which no skill.json can stand for",
    },
    CodeEntry { code: "nested_skills", meaning: "skills below a skill, which are its resources" },
    CodeEntry { code: "shadowed", meaning: "another skill of the same name comes first" },
    CodeEntry { code: "no_skills", meaning: "no skill was found below the folder" },
];

/// Collects the findings of one folder, all of them placed relative to one label.
pub(super) struct Findings<'a> {
    /// How the caller named the folder; `""` for paths relative to it.
    label: &'a str,
    pub(super) list: Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(label: &'a str) -> Self {
        Self { label, list: Vec::new() }
    }

    /// The place of `relative` as the caller would name it.
    pub(super) fn place(&self, relative: &str) -> Location {
        Location::of_path(join(self.label, relative))
    }

    pub(super) fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        relative: &str,
        message: impl Into<String>,
    ) {
        let place = self.place(relative);
        self.list.push(Diagnostic::new(severity, code, message, place));
    }

    pub(super) fn error(&mut self, code: &'static str, relative: &str, message: impl Into<String>) {
        self.add(Severity::Error, code, relative, message);
    }

    /// Adds advice to the finding added last.
    pub(super) fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.list.last_mut() {
            last.help = Some(help.into());
        }
    }

    /// Places findings whose paths are those of the package relative to the label.
    pub(super) fn relate(&self, findings: &mut [Diagnostic]) {
        for finding in findings {
            if let Some(path) = finding.location.path.take() {
                finding.location.path = Some(join(self.label, &path));
            }
        }
    }

    /// Adds findings whose paths are those of the package.
    pub(super) fn adopt(&mut self, mut findings: Vec<Diagnostic>) {
        self.relate(&mut findings);
        self.list.append(&mut findings);
    }

    pub(super) fn has_error(&self) -> bool {
        self.list.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// A failure of the file system at `relative`, under the contract's code for it.
    pub(super) fn file_system(&mut self, relative: &str, error: &FsError, codes: FsCodes) {
        let code = match error {
            FsError::NotFound { .. } => codes.not_found,
            FsError::NotAFolder { .. } => codes.not_a_folder,
            FsError::NotAFile { .. } => "resource_not_regular",
            FsError::Link { .. } => "reparse_point",
            FsError::TooLarge { .. } => codes.too_large,
            FsError::PermissionDenied { .. } => "permission_denied",
            FsError::EntryCountExceeded { .. } => "entry_count_exceeded",
            FsError::DepthExceeded { .. } => "entry_depth_exceeded",
            _ => "filesystem_error",
        };
        self.error(code, relative, error.to_string());
        if code == "permission_denied" {
            self.help("let this user read it, or run as one who may");
        }
    }

    pub(super) fn refuse<T>(self) -> LoadOutcome<T> {
        LoadOutcome { package: None, diagnostics: self.list }
    }
}

/// The codes that depend on what was being opened.
#[derive(Clone, Copy)]
pub(super) struct FsCodes {
    pub(super) not_found: &'static str,
    pub(super) not_a_folder: &'static str,
    pub(super) too_large: &'static str,
}

impl FsCodes {
    pub(super) const ROOT: Self = Self {
        not_found: "root_not_found",
        not_a_folder: "root_not_directory",
        too_large: "package_too_large",
    };
    pub(super) const MANIFEST: Self = Self {
        not_found: "manifest_missing",
        not_a_folder: "resource_not_regular",
        too_large: "manifest_too_large",
    };
    pub(super) const SKILL_FILE: Self = Self {
        not_found: "skill_file_missing",
        not_a_folder: "skill_file_missing",
        too_large: "skill_file_too_large",
    };
    pub(super) const RESOURCE: Self = Self {
        not_found: "resource_missing",
        not_a_folder: "resource_missing",
        too_large: "resource_too_large",
    };
}

/// `label` and `relative` as one path, without doubling separators.
pub(super) fn join(label: &str, relative: &str) -> String {
    match (label, relative) {
        ("", "") => ".".to_owned(),
        ("", relative) => relative.to_owned(),
        (label, "" | ".") => label.to_owned(),
        (label, relative) if label.ends_with('/') => format!("{label}{relative}"),
        (label, relative) => format!("{label}/{relative}"),
    }
}
