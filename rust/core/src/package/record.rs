//! A package as plain data, to be stored or sent, and verified anew when it comes back.

use super::file::File;
use super::form::Form;
use super::manifest::Manifest;
use super::package::{MANIFEST_FILE, Package};
use super::package_error::PackageError;
use super::profile::Profile;
use super::skill_md::{
    SkillFileChoice, SkillMd, SkillMdInput, SkillMdOutcome, choose_skill_file, read_skill_file,
};
use super::skill_md_manifest::skill_md_manifest;
use super::trust::{Origin, Provenance};
use crate::diagnostic::{Diagnostic, Severity};
use crate::limits::{JsonLimits, PackageLimits};

/// The bytes of a package and what can't be read from them.
#[derive(Debug, Clone, PartialEq)]
pub struct PackageRecord {
    /// What the package was read as.
    pub form: Form,
    /// Id and version, which a `SKILL.md` may leave to its folder and its caller.
    pub identity: (String, String),
    /// Path, bytes and executable bit of every file, the manifest included.
    pub files: Vec<(String, Vec<u8>, bool)>,
    /// Where the bytes came from.
    pub provenance: Provenance,
}

impl Package {
    /// What the file of a skill without `skill.json` says, read again; `None` for other forms.
    pub fn skill(&self) -> Option<SkillMd> {
        if self.form() != Form::SkillMd {
            return None;
        }
        let manifest = self.manifest();
        let version = Some(manifest.version.text()).filter(|text| *text != "0.0.0");
        let (_, outcome) = read_again(self.files(), &manifest.id, version);
        outcome.skill
    }

    /// The package as plain data.
    pub fn record(&self) -> PackageRecord {
        let manifest = self.manifest();
        PackageRecord {
            form: self.form(),
            identity: (manifest.id.clone(), manifest.version.text().to_owned()),
            files: self
                .files()
                .iter()
                .map(|file| (file.path.clone(), file.bytes.clone(), file.executable))
                .collect(),
            provenance: self.provenance().clone(),
        }
    }
}

impl PackageRecord {
    /// Makes the package again, recomputing every size and hash.
    ///
    /// The errors are those of the manifest, or the one way in which bytes and manifest disagree.
    pub fn verify(self) -> Result<Package, Vec<Diagnostic>> {
        match self.form {
            Form::SkillMd => self.verify_skill_md(),
            Form::SkillJson | Form::Embedded => self.verify_skill_json(),
        }
    }

    fn verify_skill_json(self) -> Result<Package, Vec<Diagnostic>> {
        let mut manifest_bytes = None;
        let mut files = Vec::with_capacity(self.files.len());
        for (path, bytes, executable) in self.files {
            if path == MANIFEST_FILE {
                manifest_bytes = Some(bytes);
            } else {
                files.push(File::new(path, bytes, executable));
            }
        }
        let manifest_bytes = manifest_bytes.unwrap_or_default();
        let manifest = Manifest::parse(&manifest_bytes, &JsonLimits::default())?;
        let package = if self.provenance.origin == Origin::Embedded {
            let contents = files
                .into_iter()
                .map(|file| {
                    let declared =
                        manifest.resources.iter().find(|resource| resource.path == file.path);
                    let id = declared.map_or(file.path, |resource| resource.id.clone());
                    (id, file.bytes)
                })
                .collect();
            Package::embedded(manifest, contents, self.provenance.trust)
        } else {
            Package::from_skill_json(manifest, manifest_bytes, files, self.provenance)
        };
        package.map_err(|error| vec![error.into()])
    }

    fn verify_skill_md(self) -> Result<Package, Vec<Diagnostic>> {
        let files: Vec<File> = self
            .files
            .into_iter()
            .map(|(path, bytes, executable)| File::new(path, bytes, executable))
            .collect();
        let (id, version) = &self.identity;
        let (skill_file, outcome) = read_again(&files, id, Some(version));
        let Some(skill) = outcome.skill else { return Err(outcome.diagnostics) };
        let body = skill.skill_body();
        let manifest = skill_md_manifest(skill, &files, &skill_file);
        Package::from_skill_md(manifest, files, body, self.provenance)
            .map_err(|error| vec![error.into()])
    }
}

/// Reads the skill file among `files`, whose name is given too.
fn read_again(files: &[File], id: &str, version: Option<&str>) -> (String, SkillMdOutcome) {
    let names = files.iter().map(|file| file.path.as_str());
    let name = match (choose_skill_file(names), files) {
        (SkillFileChoice::One(name, _), _) => name,
        // A skill in one file is that file and no other.
        (_, [only]) => only.path.as_str(),
        _ => "",
    };
    let file = files.iter().find(|file| file.path == name);
    let outcome = read_skill_file(&SkillMdInput {
        bytes: file.map_or::<&[u8], _>(&[], |file| &file.bytes),
        folder_name: Some(id),
        file_name: name,
        path_label: name,
        profile: Profile::Lenient,
        in_pack: false,
        given_version: version,
        limits: PackageLimits::UNBOUNDED,
    });
    (name.to_owned(), outcome)
}

impl From<PackageError> for Diagnostic {
    fn from(error: PackageError) -> Self {
        let location = crate::diagnostic::Location {
            path: error.path().map(str::to_owned),
            ..crate::diagnostic::Location::default()
        };
        Self::new(Severity::Error, error.code(), error.to_string(), location)
    }
}
