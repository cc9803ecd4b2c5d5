//! A file that is there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new file beside its target, which takes the target's place when it is complete.
///
/// Dropped before [`OutputFile::keep`], it goes away again. A file that is replaced hands on its
/// permissions; a new one gets those of the umask.
#[derive(Debug)]
pub(super) struct OutputFile<'a> {
    target: &'a Path,
    temporary: PathBuf,
    file: File,
}

impl<'a> OutputFile<'a> {
    /// Begins a file that is to be at `target`, where nothing but a regular file may be.
    pub(super) fn create(target: &'a Path) -> io::Result<Self> {
        let permissions = match fs::symlink_metadata(target) {
            Ok(metadata) if metadata.is_file() => Some(metadata.permissions()),
            Ok(_) => {
                let reason = "something other than a regular file is there";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let temporary = beside(target)?;
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        let output = Self { target, temporary, file };
        if let Some(permissions) = permissions {
            output.file.set_permissions(permissions)?;
        }
        Ok(output)
    }

    /// Puts the file in its place, durably where the system can.
    pub(super) fn keep(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, self.target)?;
        sync_folder(self.target)
    }
}

impl Write for OutputFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutputFile<'_> {
    fn drop(&mut self) {
        // Nothing has this name once the file was renamed; a failure here hides no other.
        drop(fs::remove_file(&self.temporary));
    }
}

/// A name beside `target` that nobody can foresee.
fn beside(target: &Path) -> io::Result<PathBuf> {
    let Some(name) = target.file_name() else {
        let reason = "the path names no file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    };
    let mut name = name.to_owned();
    name.push(format!(".{:016x}.tmp", RandomState::new().hash_one(target)));
    Ok(target.with_file_name(name))
}

/// Makes the rename durable.
#[cfg(unix)]
fn sync_folder(target: &Path) -> io::Result<()> {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

/// Nothing is done: folders can't be synced here.
#[cfg(not(unix))]
fn sync_folder(_target: &Path) -> io::Result<()> {
    Ok(())
}
