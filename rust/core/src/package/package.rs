//! The verified package: bytes, digests and provenance of one skill, immutable.
//!
//! The only ways to make a [`Package`] recompute every size and hash, so holding one is the proof
//! that its bytes are what its manifest declares (spec 00, decision 4).

use super::file::File;
use super::form::Form;
use super::manifest::{Manifest, ResourceDescriptor};
use super::package_error::PackageError;
use super::skill_body::SkillBody;
use super::trust::{Origin, Provenance, TrustLevel};
use super::verification::{seal_modes, verify, verify_text};
use crate::digest::Sha256Digest;
use crate::digest::package::{
    DirectoryResource, EmbeddedResource, directory_digest, embedded_digest,
};
use crate::digest::tree::{TreeDigest, TreeEntry};

/// Name of the manifest file of the strict contract.
pub const MANIFEST_FILE: &str = "skill.json";

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
