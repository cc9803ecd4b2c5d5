//! What makes bytes the package that a manifest declares.

use std::collections::HashMap;

use super::file::File;
use super::manifest::{Manifest, ResourceDescriptor, ResourceKind};
use super::package_error::PackageError;
use super::seal::{is_marked_executable, seal_version};

/// Checks that `files` are exactly what `manifest` declares, by size, hash and encoding.
pub(super) fn verify(manifest: &Manifest, files: &[File]) -> Result<(), PackageError> {
    let pairs = || manifest.resources.iter().zip(files);
    // A manifest made from its files has them in its own order.
    if manifest.resources.len() == files.len()
        && pairs().all(|(resource, file)| resource.path == file.path)
    {
        return pairs().try_for_each(|(resource, file)| verify_file(resource, file));
    }
    let by_path: HashMap<&str, &File> =
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
pub(super) fn verify_text(manifest: &Manifest, files: &[File]) -> Result<(), PackageError> {
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
pub(super) fn seal_modes(manifest: &Manifest, files: &mut [File]) {
    if seal_version(manifest).is_none() {
        return;
    }
    for resource in &manifest.resources {
        if let Some(file) = files.iter_mut().find(|file| file.path == resource.path) {
            file.executable = is_marked_executable(resource);
        }
    }
}
