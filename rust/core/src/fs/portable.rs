//! The fallback: paths of the standard library, looked at before and after.
//!
//! Weaker than descriptors. Each component is checked not to be a link before the file is opened
//! and again once it was read, and what was opened must be what was looked at; a link that another
//! process puts in place and takes away between two looks may still be followed.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::content::{FileContent, FileState, expect_unchanged, measure, read_whole};
use super::error::{FsError, shown};
use super::file::open_for_reading;
use super::folder::Listed;
use super::relative::prefixes;
use super::walk::EntryKind;

/// A folder known by its path.
#[derive(Debug)]
pub(super) struct PortableFolder {
    path: PathBuf,
}

impl PortableFolder {
    pub(super) fn open(path: &Path, name: &[u8], follow: bool) -> Result<Self, FsError> {
        let of_io = |error: io::Error| FsError::of_io(name, &error);
        if !follow {
            expect_folder(&fs::symlink_metadata(path).map_err(of_io)?, name)?;
        }
        // An absolute path without links: a later change of the working folder changes nothing.
        let path = if follow { fs::canonicalize(path) } else { canonical_place(path) };
        let path = path.map_err(of_io)?;
        expect_folder(&fs::symlink_metadata(&path).map_err(of_io)?, name)?;
        Ok(Self { path })
    }

    pub(super) fn open_folder(&self, relative: &[u8]) -> Result<Self, FsError> {
        self.look_at_folder(relative)?;
        Ok(Self { path: self.host_path(relative)? })
    }

    pub(super) fn list(&self, relative: &[u8], max_entries: usize) -> Result<Vec<Listed>, FsError> {
        let of_io = |error: io::Error| FsError::of_io(relative, &error);
        self.look_at_folder(relative)?;
        let mut listed = Vec::new();
        for entry in fs::read_dir(self.host_path(relative)?).map_err(of_io)? {
            let entry = entry.map_err(of_io)?;
            if listed.len() == max_entries {
                return Err(FsError::EntryCountExceeded { limit: max_entries });
            }
            let kind = kind_of(entry.file_type().map_err(of_io)?);
            listed.push((entry.file_name().as_encoded_bytes().to_vec(), kind));
        }
        self.look_at_folder(relative)?;
        Ok(listed)
    }

    pub(super) fn read(&self, relative: &[u8], max_bytes: u64) -> Result<FileContent, FsError> {
        let file = self.open_file(relative)?;
        let state = measure(&file, relative, max_bytes)?;
        let content = read_whole(file, relative, state)?;
        self.confirm(relative, state)?;
        Ok(content)
    }

    /// Opens a regular file and makes sure that it is the one that was looked at just before.
    pub(super) fn open_file(&self, relative: &[u8]) -> Result<File, FsError> {
        let seen = self.look_at_file(relative)?;
        let path = self.host_path(relative)?;
        let file = open_for_reading(&path).map_err(|error| FsError::of_io(relative, &error))?;
        expect_unchanged(&file, relative, seen)?;
        Ok(file)
    }

    /// Looks again, once the file was read: no link on the way, and the same file at its end.
    pub(super) fn confirm(&self, relative: &[u8], state: FileState) -> Result<(), FsError> {
        if self.look_at_file(relative)? == state {
            return Ok(());
        }
        Err(FsError::ChangedWhileReading { path: shown(relative) })
    }

    fn look_at_file(&self, relative: &[u8]) -> Result<FileState, FsError> {
        let state = FileState::of(&self.look_at(relative)?);
        if !state.regular {
            return Err(FsError::NotAFile { path: shown(relative) });
        }
        Ok(state)
    }

    fn look_at_folder(&self, relative: &[u8]) -> Result<(), FsError> {
        expect_folder(&self.look_at(relative)?, relative)
    }

    /// The size of what is at `relative`, a link not followed, without opening it.
    pub(super) fn size(&self, relative: &[u8]) -> Option<u64> {
        fs::symlink_metadata(self.host_path(relative).ok()?).ok().map(|found| found.len())
    }

    /// Looks at every component in turn; the last may be anything but a link.
    fn look_at(&self, relative: &[u8]) -> Result<Metadata, FsError> {
        let of_io = |path: &[u8], error: &io::Error| FsError::of_io(path, error);
        let mut found = fs::symlink_metadata(&self.path).map_err(|error| of_io(b"", &error))?;
        expect_folder(&found, b"")?;
        if relative.is_empty() {
            return Ok(found);
        }
        for prefix in prefixes(relative) {
            let path = self.host_path(prefix)?;
            found = fs::symlink_metadata(path).map_err(|error| of_io(relative, &error))?;
            if found.is_symlink() {
                return Err(FsError::Link { path: shown(prefix) });
            }
            if prefix.len() < relative.len() {
                expect_folder(&found, prefix)?;
            }
        }
        Ok(found)
    }

    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "other systems refuse names that are not UTF-8")]
    fn host_path(&self, relative: &[u8]) -> Result<PathBuf, FsError> {
        use std::os::unix::ffi::OsStrExt as _;
        if relative.is_empty() {
            return Ok(self.path.clone());
        }
        Ok(self.path.join(std::ffi::OsStr::from_bytes(relative)))
    }

    #[cfg(not(unix))]
    fn host_path(&self, relative: &[u8]) -> Result<PathBuf, FsError> {
        let text = std::str::from_utf8(relative)
            .map_err(|_| FsError::InvalidPath { path: shown(relative) })?;
        Ok(text
            .split('/')
            .filter(|name| !name.is_empty())
            .fold(self.path.clone(), |path, name| path.join(name)))
    }
}

/// The absolute path of the name itself: resolving all of it would follow a link put there since
/// it was looked at, and everything read afterwards would be from outside.
fn canonical_place(path: &Path) -> io::Result<PathBuf> {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            Ok(fs::canonicalize(parent)?.join(name))
        }
        _ => fs::canonicalize(path),
    }
}

fn expect_folder(metadata: &Metadata, path: &[u8]) -> Result<(), FsError> {
    if metadata.is_symlink() {
        return Err(FsError::Link { path: shown(path) });
    }
    if !metadata.is_dir() {
        return Err(FsError::NotAFolder { path: shown(path) });
    }
    Ok(())
}

fn kind_of(kind: fs::FileType) -> EntryKind {
    if kind.is_symlink() {
        EntryKind::Link
    } else if kind.is_dir() {
        EntryKind::Folder
    } else if kind.is_file() {
        EntryKind::File
    } else {
        EntryKind::Other
    }
}
