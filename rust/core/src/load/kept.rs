//! What is kept of a skill that loads: the package with its bytes, or its digests alone.

use crate::digest::Sha256Digest;
use crate::digest::tree::{TreeDigest, TreeEntry};
use crate::fs::{FileContent, FsError, Reader};
use crate::package::{File, Form, Package, PackageError, Provenance, SkillMd, skill_md_manifest};
use crate::version::Version;

/// What is known of a skill that was verified and not kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The id, which is the name where there is no `skill.json`.
    pub id: String,
    /// The exact version.
    pub version: Version,
    /// What the skill was read as.
    pub form: Form,
    /// The content digest, as [`Package::digest`] gives it.
    pub digest: Sha256Digest,
    /// The tree digest of all files.
    pub tree: Sha256Digest,
}

impl From<&Package> for Summary {
    fn from(package: &Package) -> Self {
        let manifest = package.manifest();
        Self {
            id: manifest.id.clone(),
            version: manifest.version.clone(),
            form: package.form(),
            digest: package.digest(),
            tree: package.tree().digest,
        }
    }
}

/// A file that was read: its bytes in all, and how many names it has.
pub(super) struct Read<F> {
    pub(super) file: F,
    pub(super) size: u64,
    pub(super) links: u64,
}

/// What a loader makes of a skill and of each of its files.
pub(super) trait Kept: Sized + Send {
    /// One file.
    type File: Send;

    /// Reads one file; `buffer` is room for bytes that are not kept.
    fn read(
        reader: &mut Reader<'_>,
        path: &str,
        max_bytes: u64,
        buffer: &mut Vec<u8>,
    ) -> Result<Read<Self::File>, FsError>;

    /// The file whose bytes were needed, and how to see them.
    fn file(path: String, content: FileContent) -> Self::File;

    /// The skill that `skill_file` describes; `files` are in the order of their paths.
    fn of_skill(
        skill: SkillMd,
        files: Vec<Self::File>,
        skill_file: &str,
        provenance: impl FnOnce() -> Provenance,
    ) -> Result<Self, PackageError>;

    /// What is kept of a package.
    fn of_package(package: Package) -> Self;

    /// Id, text of the version, and tree digest.
    fn identity(&self) -> (&str, &str, Sha256Digest);
}

impl Kept for Package {
    type File = File;

    fn read(
        reader: &mut Reader<'_>,
        path: &str,
        max_bytes: u64,
        _: &mut Vec<u8>,
    ) -> Result<Read<File>, FsError> {
        let content = reader.read(path, max_bytes)?;
        let (size, links) = (content.bytes.len() as u64, content.links);
        Ok(Read { file: <Self as Kept>::file(path.to_owned(), content), size, links })
    }

    fn file(path: String, content: FileContent) -> File {
        File::new(path, content.bytes, content.executable)
    }

    fn of_skill(
        skill: SkillMd,
        files: Vec<File>,
        skill_file: &str,
        provenance: impl FnOnce() -> Provenance,
    ) -> Result<Self, PackageError> {
        let body = skill.skill_body();
        let manifest = skill_md_manifest(skill, &files, skill_file);
        Self::from_skill_md(manifest, files, body, provenance())
    }

    fn of_package(package: Package) -> Self {
        package
    }

    fn identity(&self) -> (&str, &str, Sha256Digest) {
        let manifest = self.manifest();
        (&manifest.id, manifest.version.text(), self.tree().digest)
    }
}

impl Kept for Summary {
    type File = TreeEntry;

    fn read(
        reader: &mut Reader<'_>,
        path: &str,
        max_bytes: u64,
        buffer: &mut Vec<u8>,
    ) -> Result<Read<TreeEntry>, FsError> {
        let digest = reader.hash(path, max_bytes, buffer)?;
        let (executable, size, sha256) = (digest.executable, digest.size, digest.sha256);
        let file = TreeEntry { path: path.to_owned(), executable, size, sha256 };
        Ok(Read { file, size, links: digest.links })
    }

    fn file(path: String, content: FileContent) -> TreeEntry {
        let sha256 = crate::digest::sha256(&content.bytes);
        let size = content.bytes.len() as u64;
        TreeEntry { path, executable: content.executable, size, sha256 }
    }

    fn of_skill(
        skill: SkillMd,
        files: Vec<TreeEntry>,
        _: &str,
        _: impl FnOnce() -> Provenance,
    ) -> Result<Self, PackageError> {
        let tree = TreeDigest::of(files).digest;
        let (id, version) = (skill.name, skill.version);
        Ok(Self { id, version, form: Form::SkillMd, digest: tree, tree })
    }

    fn of_package(package: Package) -> Self {
        Self::from(&package)
    }

    fn identity(&self) -> (&str, &str, Sha256Digest) {
        (&self.id, self.version.text(), self.tree)
    }
}
