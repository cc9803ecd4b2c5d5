//! Sealing: the `skill.json` that says what a `SKILL.md` folder holds (spec 02).
//!
//! The id is the name; each file is a resource with its size, hash and a readable id; the only
//! instructions are the file `SKILL.md`. `metadata["metier.sealed"]` is the version of this
//! mapping, and under it `metadata["metier.executable"]` of a resource is its executable bit
//! (spec 01). A sealed package is read by its manifest, so its instructions are the whole file,
//! frontmatter included.

use super::file::File;
use super::manifest::{Manifest, ResourceDescriptor, ResourceKind};
use super::resource_id::resource_ids;
use super::seal_text::seal_text;
use super::skill_md::SkillMd;
use super::skill_md_manifest::skill_md_manifest;
use crate::diagnostic::{CodeEntry, Diagnostic, Location, Severity};
use crate::json::Value;
use crate::limits::JsonLimits;
use crate::version::Dialect;

/// Version of the mapping, the value of `metadata["metier.sealed"]`.
pub const SEAL_VERSION: &str = "1";

/// Key that marks a sealed manifest.
const SEALED: &str = "metier.sealed";

/// Key that marks an executable file of a sealed manifest.
const EXECUTABLE: &str = "metier.executable";

/// Keys of frontmatter metadata that a sealed manifest says in its own fields.
const SAID_ELSEWHERE: &[&str] =
    &[SEALED, EXECUTABLE, "metier.requires", "metier.requires.tools", "version"];

/// Keys that hold a skill back; that the manifest does not say them is worth a warning.
const NARROWING: &[&str] = &[
    "allowed_tools",
    "approval_required_for",
    "autonomy_level",
    "disallowed_tools",
    "invocation_mode",
];

/// Something that stands against sealing a skill, or is lost by it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealProblem {
    /// The strict dialect has no words for a range.
    #[error("the requirement `{id}@{range}` can't be said in skill.json, which has no `||`")]
    RequirementNotStrict {
        /// Id of the skill required.
        id: String,
        /// Its range as written.
        range: String,
    },
    /// A reference is no text.
    #[error("'{path}' is not UTF-8, so it can't be knowledge; it is sealed as an asset")]
    KnowledgeNotText {
        /// Path of the file.
        path: String,
    },
    /// The contract has no place for some keys of the frontmatter.
    #[error("skill.json has no place for what stays in the frontmatter alone: {keys}")]
    FieldsNotCarried {
        /// The keys, with commas.
        keys: String,
        /// Whether one of them holds the skill back.
        narrowing: bool,
    },
}

impl SealProblem {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::RequirementNotStrict { .. } => "requirement_not_strict",
            Self::KnowledgeNotText { .. } => "knowledge_not_text",
            Self::FieldsNotCarried { .. } => "fields_not_carried",
        }
    }

    fn diagnostic(&self, skill_file: &str) -> Diagnostic {
        let (severity, path, json_path) = match self {
            Self::RequirementNotStrict { .. } => {
                (Severity::Error, skill_file, Some("$.metadata[\"metier.requires\"]"))
            }
            Self::KnowledgeNotText { path } => (Severity::Warning, path.as_str(), None),
            Self::FieldsNotCarried { narrowing: true, .. } => (Severity::Warning, skill_file, None),
            Self::FieldsNotCarried { .. } => (Severity::Information, skill_file, None),
        };
        let mut location = Location::of_path(path);
        location.json_path = json_path.map(str::to_owned);
        let finding = Diagnostic::new(severity, self.code(), self.to_string(), location);
        match self {
            Self::RequirementNotStrict { .. } => {
                finding.with_help("write one range, such as `>=1.2.0 <3.0.0`")
            }
            _ => finding,
        }
    }
}

/// Codes of this module; what the contract refuses has the contract's.
pub const CODES: &[CodeEntry] = &[
    CodeEntry {
        code: "requirement_not_strict",
        meaning: "a range in `metier.requires` has no form in the strict dialect of skill.json",
    },
    CodeEntry {
        code: "knowledge_not_text",
        meaning: "a file below `references/` is not UTF-8 and was sealed as an asset",
    },
    CodeEntry {
        code: "fields_not_carried",
        meaning: "keys of the frontmatter have no place in skill.json",
    },
];

/// What sealing a skill would write.
#[derive(Debug, Clone, PartialEq)]
pub struct Sealed {
    /// The manifest.
    pub manifest: Manifest,
    /// Its text, the bytes of `skill.json`.
    pub text: Vec<u8>,
    /// What stands against it (errors) or is lost; paths are those of the package.
    pub diagnostics: Vec<Diagnostic>,
}

/// Makes the manifest of a skill that consists of `files`, with `skill_file` among them.
///
/// The text has been read back by the contract: every breach is an error among the diagnostics,
/// and the text is a manifest exactly if none is. Same files, same bytes. O(size of the files).
pub fn seal(skill: SkillMd, files: &[File], skill_file: &str) -> Sealed {
    let mut problems = Vec::new();
    let keys = keys_not_carried(&skill);
    if !keys.is_empty() {
        let narrowing = keys.iter().any(|key| NARROWING.contains(&key.as_str()));
        let keys = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        problems.push(SealProblem::FieldsNotCarried { keys, narrowing });
    }
    let mut manifest = skill_md_manifest(skill, files, skill_file);
    for skill in &manifest.requires.skills {
        if skill.version.dialect() != Dialect::Strict {
            let (id, range) = (skill.id.clone(), skill.version.text().to_owned());
            problems.push(SealProblem::RequirementNotStrict { id, range });
        }
    }
    name_resources(&mut manifest, skill_file);
    mark_resources(&mut manifest, files, &mut problems);
    manifest.metadata.retain(|(key, _)| !SAID_ELSEWHERE.contains(&key.as_str()));
    manifest.metadata.push((SEALED.to_owned(), SEAL_VERSION.to_owned()));
    let text = seal_text(&manifest);
    let mut diagnostics: Vec<Diagnostic> =
        problems.iter().map(|problem| problem.diagnostic(skill_file)).collect();
    let refused = diagnostics.iter().any(|finding| finding.severity == Severity::Error);
    if let (false, Err(breaches)) = (refused, Manifest::parse(&text, &JsonLimits::default())) {
        diagnostics.extend(breaches.into_iter().map(|breach| of_skill(breach, skill_file)));
    }
    Sealed { manifest, text, diagnostics }
}

/// The version of the mapping that made a manifest; `None` if it was not made by sealing.
pub fn seal_version(manifest: &Manifest) -> Option<&str> {
    let (_, version) = manifest.metadata.iter().find(|(key, _)| key == SEALED)?;
    Some(version)
}

/// The paths of the executable files of a sealed manifest; `None` if it was not made by sealing.
pub fn sealed_executables(manifest: &Manifest) -> Option<Vec<String>> {
    seal_version(manifest)?;
    let marked = manifest.resources.iter().filter(|resource| is_marked_executable(resource));
    Some(marked.map(|resource| resource.path.clone()).collect())
}

/// Whether a sealed manifest says that a file is executable.
pub(super) fn is_marked_executable(resource: &ResourceDescriptor) -> bool {
    resource.metadata.iter().any(|(key, value)| key == EXECUTABLE && value == "true")
}

/// A field that sealing never writes and that `manifest` has.
pub fn unsealable_field(manifest: &Manifest) -> Option<&'static str> {
    let open = |schema: &Value| matches!(schema, Value::Object(members) if members.is_empty());
    let fields = [
        ("examples", manifest.examples.is_empty()),
        ("input_modes", manifest.input_modes.is_empty()),
        ("output_modes", manifest.output_modes.is_empty()),
        ("input_schema", open(&manifest.input_schema)),
        ("output_schema", open(&manifest.output_schema)),
        ("requires.capabilities", manifest.requires.capabilities.is_empty()),
        ("requires.knowledge", manifest.requires.knowledge.is_empty()),
    ];
    fields.into_iter().find(|(_, absent)| !absent).map(|(name, _)| name)
}

fn name_resources(manifest: &mut Manifest, skill_file: &str) {
    let paths: Vec<&str> = manifest.resources.iter().map(|one| one.path.as_str()).collect();
    let ids = resource_ids(&paths);
    for (resource, id) in manifest.resources.iter_mut().zip(ids) {
        resource.id = id;
    }
    let instructions = manifest.resources.iter().find(|one| one.path == skill_file);
    manifest.instructions = instructions.map(|one| one.id.clone()).into_iter().collect();
}

/// Marks what is executable, and takes what is no text from the knowledge.
fn mark_resources(manifest: &mut Manifest, files: &[File], problems: &mut Vec<SealProblem>) {
    for (resource, file) in manifest.resources.iter_mut().zip(files) {
        if file.executable {
            resource.metadata.push((EXECUTABLE.to_owned(), "true".to_owned()));
        }
        let knowledge = resource.kind == ResourceKind::Knowledge;
        if knowledge && simdutf8::basic::from_utf8(&file.bytes).is_err() {
            resource.kind = ResourceKind::Asset;
            problems.push(SealProblem::KnowledgeNotText { path: resource.path.clone() });
        }
    }
}

/// A breach of the contract, told of the file that led to it.
fn of_skill(mut breach: Diagnostic, skill_file: &str) -> Diagnostic {
    let json_path = breach.location.json_path.take();
    if json_path.as_deref() == Some("$.id") {
        let help = "a sealed skill's name is its id: ASCII letters, digits, `.`, `_` and `-`";
        breach.help = Some(help.to_owned());
    }
    breach.location = Location { json_path, ..Location::of_path(skill_file) };
    breach
}

fn keys_not_carried(skill: &SkillMd) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let mut key = |name: &str, present: bool| {
        if present {
            keys.push(name.to_owned());
        }
    };
    key("license", skill.license.is_some());
    key("compatibility", skill.compatibility.is_some());
    key("allowed-tools", skill.allowed_tools.is_some());
    for name in skill.agent33.keys_beyond_manifest() {
        key(name, true);
    }
    if let Value::Object(members) = &skill.extensions {
        for member in members {
            key(&member.key, true);
        }
    }
    for (name, value) in &skill.metadata {
        key(&format!("metadata.{name}"), !matches!(value, Value::String(_)));
    }
    keys
}
