//! The verified package: bytes, digests and provenance of one skill, immutable.
//!
//! The only ways to make a [`Package`] recompute every size and hash, so holding one is the proof
//! that its bytes are what its manifest declares (spec 00, decision 4).

use std::ops::Range;

use super::manifest::{Manifest, ResourceDescriptor, ResourceKind};
use super::seal::{is_marked_executable, seal_version};
use super::trust::{Origin, Provenance, TrustLevel};
use crate::diagnostic::CodeEntry;
use crate::digest::package::{
    DirectoryResource, EmbeddedResource, directory_digest, embedded_digest,
};
use crate::digest::tree::{TreeDigest, TreeEntry};
use crate::digest::{Sha256Digest, sha256};

/// Name of the manifest file of the strict contract.
pub const MANIFEST_FILE: &str = "skill.json";

/// What the package was read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A folder with `skill.json`.
    SkillJson,
    /// A folder with `SKILL.md` alone, or one of its other forms: `SKILL.yaml`, `NAME.skill.md`.
    SkillMd,
    /// Made in memory.
    Embedded,
}

impl Form {
    /// The word for the form.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SkillJson => "skill.json",
            Self::SkillMd => "SKILL.md",
            Self::Embedded => "embedded",
        }
    }

    /// The form with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::SkillJson, Self::SkillMd, Self::Embedded]
            .into_iter()
            .find(|form| form.as_str() == word)
    }
}

/// One file of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Portable path from the package folder.
    pub path: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether the file is meant to be run by somebody.
    pub executable: bool,
    /// Digest of the bytes.
    pub sha256: Sha256Digest,
}

impl File {
    /// A file with its digest computed.
    pub fn new(path: String, bytes: Vec<u8>, executable: bool) -> Self {
        let sha256 = sha256(&bytes);
        Self { path, bytes, executable, sha256 }
    }
}

/// Bytes that don't make the package their manifest declares.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    /// A declared resource has no bytes.
    #[error("resource '{id}' has no content")]
    ResourceMissing {
        /// Id of the resource.
        id: String,
    },
    /// Bytes were given for an id that is not declared.
    #[error("content given for '{id}', which the manifest does not declare")]
    ResourceUndeclared {
        /// The undeclared id.
        id: String,
    },
    /// The length differs from the declared size.
    #[error("size of '{path}': got {actual} bytes, expected {expected}")]
    SizeMismatch {
        /// Path of the file.
        path: String,
        /// Declared bytes.
        expected: u64,
        /// Bytes found.
        actual: u64,
    },
    /// The hash differs from the declared one.
    #[error("SHA-256 of '{path}': got {actual}, expected {expected}")]
    DigestMismatch {
        /// Path of the file.
        path: String,
        /// Declared digest.
        expected: Sha256Digest,
        /// Digest of the bytes found.
        actual: Sha256Digest,
    },
    /// Instructions, prompts and knowledge are text.
    #[error("'{path}' is not UTF-8, which {kind} must be (byte {offset})", kind = kind.as_str())]
    NotUtf8 {
        /// Path of the file.
        path: String,
        /// Kind of the resource.
        kind: ResourceKind,
        /// Offset of the first byte that is not UTF-8.
        offset: usize,
    },
    /// The manifest has no canonical text.
    #[error("the manifest has no canonical form: {reason}")]
    NotCanonical {
        /// Why.
        reason: String,
    },
}

impl PackageError {
    /// The stable code of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ResourceMissing { .. } => "resource_missing",
            Self::ResourceUndeclared { .. } => "undeclared_resource",
            Self::SizeMismatch { .. } => "resource_size_mismatch",
            Self::DigestMismatch { .. } => "resource_digest_mismatch",
            Self::NotUtf8 { .. } => "resource_not_utf8",
            Self::NotCanonical { .. } => "package_invalid",
        }
    }

    /// Path of the file concerned, if one is.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::SizeMismatch { path, .. }
            | Self::DigestMismatch { path, .. }
            | Self::NotUtf8 { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// Codes of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "resource_missing", meaning: "a declared resource has no file or bytes" },
    CodeEntry {
        code: "undeclared_resource",
        meaning: "a file or bytes that the manifest does not declare",
    },
    CodeEntry {
        code: "resource_size_mismatch",
        meaning: "a resource is longer or shorter than the manifest says",
    },
    CodeEntry {
        code: "resource_digest_mismatch",
        meaning: "the SHA-256 of a resource is not the one in the manifest",
    },
    CodeEntry {
        code: "resource_not_utf8",
        meaning: "an instructions, prompt or knowledge resource is not UTF-8 text",
    },
    CodeEntry { code: "package_invalid", meaning: "manifest and bytes make no package together" },
];

/// Where the instructions of a skill without `skill.json` are taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillBody {
    /// The bytes of the skill file that follow the frontmatter.
    InFile(Range<usize>),
    /// A text that a `SKILL.yaml` has as a value.
    Text(String),
}

impl From<Range<usize>> for SkillBody {
    fn from(body: Range<usize>) -> Self {
        Self::InFile(body)
    }
}

/// A verified package. It can't be altered; its parts are read through accessors.
#[derive(Debug, Clone, PartialEq)]
pub struct Package {
    form: Form,
    manifest: Manifest,
    /// Sorted by path bytes; for an embedded package without its manifest.
    files: Vec<File>,
    digest: Sha256Digest,
    tree: TreeDigest,
    provenance: Provenance,
    /// The instructions of a skill without `skill.json`.
    body: Option<SkillBody>,
}

impl Package {
    /// Verifies a `skill.json` folder: `manifest_bytes` and one file a declared resource.
    ///
    /// `files` may come in any order. The executable bit is taken from the manifest where it is
    /// sealed, else from the file.
    pub fn from_skill_json(
        manifest: Manifest,
        manifest_bytes: Vec<u8>,
        mut files: Vec<File>,
        provenance: Provenance,
    ) -> Result<Self, PackageError> {
        verify(&manifest, &files)?;
        verify_text(&manifest, &files)?;
        seal_modes(&manifest, &mut files);
        let resources: Vec<DirectoryResource<'_>> = manifest
            .resources
            .iter()
            .map(|resource| DirectoryResource {
                path: &resource.path,
                kind: resource.kind.as_str(),
                size: resource.size,
                sha256: resource.sha256,
            })
            .collect();
        let digest = directory_digest(&manifest_bytes, &resources);
        drop(resources);
        files.push(File::new(MANIFEST_FILE.to_owned(), manifest_bytes, false));
        Ok(Self::assembled(Form::SkillJson, manifest, files, Some(digest), provenance, None))
    }

    /// Makes the package of a folder with a `SKILL.md` or `SKILL.yaml`. `manifest` declares exactly `files`.
    pub fn from_skill_md(
        manifest: Manifest,
        files: Vec<File>,
        body: impl Into<SkillBody>,
        provenance: Provenance,
    ) -> Result<Self, PackageError> {
        verify(&manifest, &files)?;
        let body = Some(body.into());
        Ok(Self::assembled(Form::SkillMd, manifest, files, None, provenance, body))
    }

    /// Builds a package in memory from a manifest and the bytes of each resource, by id.
    pub fn embedded(
        manifest: Manifest,
        contents: Vec<(String, Vec<u8>)>,
        trust: TrustLevel,
    ) -> Result<Self, PackageError> {
        let canonical = manifest
            .canonical_bytes()
            .map_err(|error| PackageError::NotCanonical { reason: error.to_string() })?;
        let mut files = files_by_id(&manifest, contents)?;
        verify(&manifest, &files)?;
        verify_text(&manifest, &files)?;
        seal_modes(&manifest, &mut files);
        let resources: Vec<EmbeddedResource<'_>> = manifest
            .resources
            .iter()
            .filter_map(|resource| {
                let file = files.iter().find(|file| file.path == resource.path)?;
                Some(EmbeddedResource {
                    id: &resource.id,
                    path: &resource.path,
                    content: &file.bytes,
                })
            })
            .collect();
        let digest = embedded_digest(&canonical, &resources);
        drop(resources);
        let provenance = Provenance { origin: Origin::Embedded, source_uri: None, trust };
        files.push(File::new(MANIFEST_FILE.to_owned(), canonical, false));
        Ok(Self::assembled(Form::Embedded, manifest, files, Some(digest), provenance, None))
    }

    /// `digest` is absent where the tree digest is the content identity.
    fn assembled(
        form: Form,
        manifest: Manifest,
        mut files: Vec<File>,
        digest: Option<Sha256Digest>,
        provenance: Provenance,
        body: Option<SkillBody>,
    ) -> Self {
        files.sort_by(|left, right| left.path.as_bytes().cmp(right.path.as_bytes()));
        let entries = files
            .iter()
            .map(|file| TreeEntry {
                path: file.path.clone(),
                executable: file.executable,
                size: file.bytes.len() as u64,
                sha256: file.sha256,
            })
            .collect();
        let tree = TreeDigest::of(entries);
        let digest = digest.unwrap_or(tree.digest);
        Self { form, manifest, files, digest, tree, provenance, body }
    }

    /// What the package was read as.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Every file, the manifest included, by path bytes.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The content digest: the package digest of its form, or the tree digest of a `SKILL.md` skill.
    pub fn digest(&self) -> Sha256Digest {
        self.digest
    }

    /// The tree digest of all files.
    pub fn tree(&self) -> &TreeDigest {
        &self.tree
    }

    /// Where the bytes came from and how far they are trusted.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        let index =
            self.files.binary_search_by(|file| file.path.as_bytes().cmp(path.as_bytes())).ok()?;
        self.files.get(index)
    }

    /// The declared resource with an id, and its file.
    pub fn resource(&self, id: &str) -> Option<(&ResourceDescriptor, &File)> {
        let descriptor = self.manifest.resources.iter().find(|resource| resource.id == id)?;
        Some((descriptor, self.file(&descriptor.path)?))
    }

    /// The text an instruction resource contributes: all of it, but of `SKILL.md` only the body
    /// and of `SKILL.yaml` only the value of `instructions`.
    pub fn instruction_text(&self, id: &str) -> Option<&str> {
        let (_, file) = self.resource(id)?;
        let is_instruction = self.manifest.instructions.iter().any(|entry| entry == id);
        let bytes = match &self.body {
            Some(SkillBody::Text(text)) if is_instruction => return Some(text),
            Some(SkillBody::InFile(body)) if is_instruction => file.bytes.get(body.clone())?,
            _ => &file.bytes,
        };
        std::str::from_utf8(bytes).ok()
    }
}

fn files_by_id(
    manifest: &Manifest,
    contents: Vec<(String, Vec<u8>)>,
) -> Result<Vec<File>, PackageError> {
    let mut files = Vec::with_capacity(contents.len() + 1);
    for (id, bytes) in contents {
        let Some(resource) = manifest.resources.iter().find(|resource| resource.id == id) else {
            return Err(PackageError::ResourceUndeclared { id });
        };
        files.push(File::new(resource.path.clone(), bytes, false));
    }
    Ok(files)
}

/// Checks that `files` are exactly what `manifest` declares, by size, hash and encoding.
fn verify(manifest: &Manifest, files: &[File]) -> Result<(), PackageError> {
    let pairs = || manifest.resources.iter().zip(files);
    // A manifest made from its files has them in its own order.
    if manifest.resources.len() == files.len()
        && pairs().all(|(resource, file)| resource.path == file.path)
    {
        return pairs().try_for_each(|(resource, file)| verify_file(resource, file));
    }
    let by_path: std::collections::HashMap<&str, &File> =
        files.iter().map(|file| (file.path.as_str(), file)).collect();
    for resource in &manifest.resources {
        let file = by_path
            .get(resource.path.as_str())
            .ok_or_else(|| PackageError::ResourceMissing { id: resource.id.clone() })?;
        verify_file(resource, file)?;
    }
    if files.len() == manifest.resources.len() {
        return Ok(());
    }
    let undeclared = files
        .iter()
        .find(|file| manifest.resources.iter().all(|resource| resource.path != file.path))
        .map_or_else(String::new, |file| file.path.clone());
    Err(PackageError::ResourceUndeclared { id: undeclared })
}

pub(crate) fn verify_file(resource: &ResourceDescriptor, file: &File) -> Result<(), PackageError> {
    let path = || resource.path.clone();
    let actual = file.bytes.len() as u64;
    if actual != resource.size {
        return Err(PackageError::SizeMismatch { path: path(), expected: resource.size, actual });
    }
    if file.sha256 != resource.sha256 {
        return Err(PackageError::DigestMismatch {
            path: path(),
            expected: resource.sha256,
            actual: file.sha256,
        });
    }
    Ok(())
}

/// Checks that what is read as text is text (spec 02, skill.json).
fn verify_text(manifest: &Manifest, files: &[File]) -> Result<(), PackageError> {
    for resource in &manifest.resources {
        let kind = resource.kind;
        if !matches!(
            kind,
            ResourceKind::Instructions | ResourceKind::Prompt | ResourceKind::Knowledge
        ) {
            continue;
        }
        let Some(file) = files.iter().find(|file| file.path == resource.path) else { continue };
        if let Err(error) = simdutf8::compat::from_utf8(&file.bytes) {
            let offset = error.valid_up_to();
            return Err(PackageError::NotUtf8 { path: resource.path.clone(), kind, offset });
        }
    }
    Ok(())
}

/// Takes executable bits from a sealed manifest, which is the package's own record of them.
fn seal_modes(manifest: &Manifest, files: &mut [File]) {
    if seal_version(manifest).is_none() {
        return;
    }
    for resource in &manifest.resources {
        if let Some(file) = files.iter_mut().find(|file| file.path == resource.path) {
            file.executable = is_marked_executable(resource);
        }
    }
}
