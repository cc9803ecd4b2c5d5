//! How a sealed manifest differs from what sealing would write now.

use super::manifest::{Manifest, ResourceDescriptor};
use crate::diagnostic::{CodeEntry, Diagnostic, Location, Severity};

/// One way in which `skill.json` is not current.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealDifference {
    /// There is no `skill.json`.
    #[error("there is no skill.json")]
    Missing,
    /// A file is not declared.
    #[error("the file was added")]
    FileAdded {
        /// Its path.
        path: String,
    },
    /// A declared file is gone.
    #[error("the file was removed")]
    FileRemoved {
        /// Its path.
        path: String,
    },
    /// A file has other bytes.
    #[error("the file was changed")]
    FileChanged {
        /// Its path.
        path: String,
    },
    /// A file has another executable bit.
    #[error("the file is {now}, and was {before}", now = mode(*executable), before = mode(!*executable))]
    ModeChanged {
        /// Its path.
        path: String,
        /// Whether it is executable now.
        executable: bool,
    },
    /// A resource is declared as something else.
    #[error("the file is declared otherwise: its id, kind, media type or metadata differ")]
    ResourceDiffers {
        /// Its path.
        path: String,
    },
    /// A field of the manifest says something else than the frontmatter.
    #[error("`{field}` is not what the frontmatter says")]
    FieldDiffers {
        /// The field.
        field: &'static str,
    },
    /// The manifest says the same in other words.
    #[error("skill.json says the same in other bytes than sealing writes")]
    TextDiffers,
}

fn mode(executable: bool) -> &'static str {
    if executable { "executable" } else { "not executable" }
}

impl SealDifference {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing => "seal_missing",
            Self::FileAdded { .. } => "seal_file_added",
            Self::FileRemoved { .. } => "seal_file_removed",
            Self::FileChanged { .. } => "seal_file_changed",
            Self::ModeChanged { .. } => "seal_mode_changed",
            Self::ResourceDiffers { .. } => "seal_resource_differs",
            Self::FieldDiffers { .. } => "seal_field_differs",
            Self::TextDiffers => "seal_text_differs",
        }
    }

    /// The difference as a finding; its path is that of the package.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let location = match self {
            Self::FileAdded { path }
            | Self::FileRemoved { path }
            | Self::FileChanged { path }
            | Self::ModeChanged { path, .. }
            | Self::ResourceDiffers { path } => Location::of_path(path),
            Self::FieldDiffers { field } => Location {
                json_path: Some(format!("$.{field}")),
                ..Location::of_path(super::MANIFEST_FILE)
            },
            Self::Missing | Self::TextDiffers => Location::of_path(super::MANIFEST_FILE),
        };
        Diagnostic::new(Severity::Error, self.code(), self.to_string(), location)
    }
}

/// Codes of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "seal_missing", meaning: "the folder was never sealed" },
    CodeEntry { code: "seal_file_added", meaning: "a file came after the folder was sealed" },
    CodeEntry { code: "seal_file_removed", meaning: "a sealed file is gone" },
    CodeEntry { code: "seal_file_changed", meaning: "a sealed file has other bytes now" },
    CodeEntry {
        code: "seal_mode_changed",
        meaning: "a sealed file has another executable bit now",
    },
    CodeEntry {
        code: "seal_resource_differs",
        meaning: "a sealed file is declared otherwise than sealing declares it",
    },
    CodeEntry {
        code: "seal_field_differs",
        meaning: "a field of skill.json is not what the frontmatter says",
    },
    CodeEntry {
        code: "seal_text_differs",
        meaning: "the text of skill.json is not byte for byte what sealing writes",
    },
];

/// What differs between `old` and `new`: files by path, then fields in the contract's order.
///
/// Metadata differs where a pair does, whatever the order. O(n log n) for n resources.
pub fn seal_differences(old: &Manifest, new: &Manifest) -> Vec<SealDifference> {
    let mut differences = file_differences(&old.resources, &new.resources);
    let fields = [
        ("id", old.id == new.id),
        ("version", old.version == new.version),
        ("name", old.name == new.name),
        ("description", old.description == new.description),
        ("tags", old.tags == new.tags),
        ("deprecated", old.deprecated == new.deprecated),
        ("instructions", old.instructions == new.instructions),
        ("requires", old.requires == new.requires),
        ("metadata", sorted(&old.metadata) == sorted(&new.metadata)),
    ];
    let differing = fields.into_iter().filter(|(_, same)| !same);
    differences.extend(differing.map(|(field, _)| SealDifference::FieldDiffers { field }));
    differences
}

fn sorted(pairs: &[(String, String)]) -> Vec<&(String, String)> {
    let mut sorted: Vec<_> = pairs.iter().collect();
    sorted.sort();
    sorted
}

fn by_path(resources: &[ResourceDescriptor]) -> Vec<&ResourceDescriptor> {
    let mut sorted: Vec<_> = resources.iter().collect();
    sorted.sort_by(|left, right| left.path.as_bytes().cmp(right.path.as_bytes()));
    sorted
}

fn file_differences(old: &[ResourceDescriptor], new: &[ResourceDescriptor]) -> Vec<SealDifference> {
    let old_paths: std::collections::HashMap<&str, &ResourceDescriptor> =
        old.iter().map(|one| (one.path.as_str(), one)).collect();
    let new_paths: std::collections::HashSet<&str> =
        new.iter().map(|one| one.path.as_str()).collect();
    let mut differences = Vec::new();
    for resource in by_path(new) {
        match old_paths.get(resource.path.as_str()) {
            Some(before) => differences.extend(difference(before, resource)),
            None => differences.push(SealDifference::FileAdded { path: resource.path.clone() }),
        }
    }
    for resource in by_path(old) {
        if !new_paths.contains(resource.path.as_str()) {
            differences.push(SealDifference::FileRemoved { path: resource.path.clone() });
        }
    }
    differences
}

fn difference(before: &ResourceDescriptor, now: &ResourceDescriptor) -> Vec<SealDifference> {
    let path = || now.path.clone();
    let mut differences = Vec::new();
    if before.sha256 != now.sha256 || before.size != now.size {
        differences.push(SealDifference::FileChanged { path: path() });
    }
    let executable = super::seal::is_marked_executable(now);
    if super::seal::is_marked_executable(before) != executable {
        differences.push(SealDifference::ModeChanged { path: path(), executable });
    } else if sorted(&before.metadata) != sorted(&now.metadata)
        || before.id != now.id
        || before.kind != now.kind
        || before.media_type != now.media_type
    {
        differences.push(SealDifference::ResourceDiffers { path: path() });
    }
    differences
}
