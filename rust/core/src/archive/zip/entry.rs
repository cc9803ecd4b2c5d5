//! What an entry is: a file or folder by its name, mode and method, and nothing else.

use super::directory::Record;
use super::local::Span;
use crate::archive::error::ArchiveError;

const TYPE: u32 = 0o170_000;
const LINK: u32 = 0o120_000;
const FOLDER: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;
const VOLUME_LABEL: u32 = 0x08;
const UNIX: u16 = 3;
const DARWIN: u16 = 19;

/// The Unix mode of external attributes.
pub(super) fn mode_of(attributes: u32) -> u32 {
    attributes >> 16
}

/// Whether the attributes of DOS say that it is the name of a disk.
pub(super) fn has_volume_label(attributes: u32) -> bool {
    attributes & VOLUME_LABEL != 0
}

/// Refuses what is neither file nor folder, by the mode, whatever host the archive names: one that
/// has no modes writes 0.
pub(super) fn check_type(record: &Record<'_>) -> Result<(), ArchiveError> {
    let kind = mode_of(record.attributes) & TYPE;
    let refused = match kind {
        0 | REGULAR => return Ok(()),
        FOLDER if record.is_folder() => return Ok(()),
        LINK => ArchiveError::new("zip_symlink", "it is a symbolic link"),
        FOLDER => {
            ArchiveError::new("zip_device", "it is a folder by its mode, and not by its name")
        }
        _ => {
            let reason = format!("it is no regular file, by its type {kind:o}");
            ArchiveError::new("zip_device", reason)
        }
    };
    Err(refused.of(record.header.name).at(record.place))
}

/// Refuses methods and versions that are not read here, and folders with bytes.
pub(super) fn check_form(record: &Record<'_>) -> Result<(), ArchiveError> {
    let header = &record.header;
    if record.is_folder() && header.size != 0 {
        let reason = format!("it is a folder with {} bytes", header.size);
        return Err(ArchiveError::new("zip_directory_data", reason));
    }
    if !matches!(header.method, 0 | 8) {
        let reason = format!("its method is 0 or 8, got {}", header.method);
        return Err(ArchiveError::new("zip_method", reason));
    }
    if header.method == 0 && header.packed != header.size {
        let reason = format!("it is stored with {} bytes as {}", header.size, header.packed);
        return Err(ArchiveError::new("zip_stored_size", reason));
    }
    Ok(())
}

/// Refuses versions beyond deflate's 2.0, but for zip64's 4.5 where zip64 is used.
pub(super) fn check_version(record: &Record<'_>, span: &Span<'_>) -> Result<(), ArchiveError> {
    let most = if record.zip64 || span.extra.zip64.is_some() { 45 } else { 20 };
    let version = record.header.version.max(span.version);
    if version > most {
        let reason = format!("it needs version {version} of zip, expected at most {most}");
        return Err(ArchiveError::new("zip_version", reason));
    }
    Ok(())
}

/// Whether the file is executable, and whether bits of its mode are taken off with a note.
pub(super) fn permissions(record: &Record<'_>) -> (bool, bool) {
    let mode = mode_of(record.attributes);
    if !matches!(record.made_by >> 8, UNIX | DARWIN) || has_volume_label(record.attributes) {
        return (false, false);
    }
    (mode & 0o111 != 0, mode & 0o7000 != 0)
}
