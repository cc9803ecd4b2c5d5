//! An open folder, and what can be asked of it.

use std::fs::File;
use std::path::Path;

use super::backend::Backend;
#[cfg(unix)]
use super::content::read_whole;
use super::content::{FileContent, FileState, measure};
#[cfg(unix)]
use super::descriptors::{DescriptorFolder, DescriptorReader};
use super::error::FsError;
use super::file_digest::{FileDigest, hash_whole};
use super::portable::PortableFolder;
use super::relative::{check, join, last_component};
use super::survey::{Survey, open_and_survey_one, survey_below, survey_one};
use super::walk::{Entry, EntryKind, Walk, WalkBounds, walk};

/// One name of a listing and what it is.
pub(super) type Listed = (Vec<u8>, EntryKind);

/// An open folder. Relative paths are raw bytes with `/` between components.
///
/// The folder stays the same one however its path is renamed (portable backend apart). It may be
/// used from several threads at once.
#[derive(Debug)]
pub struct Folder {
    reach: Reach,
}

#[derive(Debug)]
enum Reach {
    #[cfg(unix)]
    Descriptor(DescriptorFolder),
    Path(PortableFolder),
}

impl Folder {
    /// Opens the folder at `path`, whose last component must not be a link; parents may be.
    pub fn open(path: &Path) -> Result<Self, FsError> {
        Self::open_with(path, Backend::from_environment(), false)
    }

    /// Opens the folder at `path`, which may be a link to one: for the roots of a discovery.
    pub fn open_following(path: &Path) -> Result<Self, FsError> {
        Self::open_with(path, Backend::from_environment(), true)
    }

    /// Opens the folder at `path` through `backend`; `follow` allows the last component to be a link.
    ///
    /// Systems without descriptors use [`Backend::Portable`] whatever is asked for.
    pub fn open_with(path: &Path, backend: Backend, follow: bool) -> Result<Self, FsError> {
        // `link/` would follow the link: the trailing slash is dropped here.
        let path: std::path::PathBuf = path.components().collect();
        let name = last_component(&path);
        let reach = match backend {
            #[cfg(unix)]
            Backend::Descriptors | Backend::Components => {
                let components = backend == Backend::Components;
                Reach::Descriptor(DescriptorFolder::open(&path, &name, components, follow)?)
            }
            _ => Reach::Path(PortableFolder::open(&path, &name, follow)?),
        };
        Ok(Self { reach })
    }

    /// Opens the folder at `relative`, reached without following a link; empty is this folder again.
    pub fn open_folder(&self, relative: impl AsRef<[u8]>) -> Result<Self, FsError> {
        let relative = relative.as_ref();
        check_folder(relative)?;
        let reach = match &self.reach {
            #[cfg(unix)]
            Reach::Descriptor(folder) => Reach::Descriptor(folder.open_folder(relative)?),
            Reach::Path(folder) => Reach::Path(folder.open_folder(relative)?),
        };
        Ok(Self { reach })
    }

    /// The entries of the folder at `relative` alone, with paths from this folder, sorted by bytes.
    ///
    /// Empty `relative` lists this folder. More than `max_entries` is an error, found before more
    /// than that are kept.
    pub fn list(
        &self,
        relative: impl AsRef<[u8]>,
        max_entries: usize,
    ) -> Result<Vec<Entry>, FsError> {
        let relative = relative.as_ref();
        check_folder(relative)?;
        let listed = self.list_below(relative, max_entries)?;
        let entry = |(name, kind): Listed| Entry { path: join(relative, &name), kind };
        let mut entries: Vec<Entry> = listed.into_iter().map(entry).collect();
        entries.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        Ok(entries)
    }

    /// Everything below this folder, within `bounds`; links are listed and never followed.
    pub fn walk(&self, bounds: &WalkBounds) -> Result<Walk, FsError> {
        walk(self, bounds)
    }

    /// Everything below this folder that can be looked at, and what can't be and why.
    ///
    /// Fails only where this folder itself can't be listed or has more entries than the bound.
    pub fn survey(&self, bounds: &WalkBounds) -> Result<Survey, FsError> {
        Ok(self.survey_below(self.survey_one("", bounds, 0)?, bounds, 0))
    }

    /// What lies in the folder at `relative` alone, with paths from this folder; `seen` entries
    /// that are known already count against the bound. Empty `relative` is this folder.
    pub fn survey_one(
        &self,
        relative: impl AsRef<[u8]>,
        bounds: &WalkBounds,
        seen: usize,
    ) -> Result<Survey, FsError> {
        let relative = relative.as_ref();
        check_folder(relative)?;
        survey_one(self, relative, bounds, seen)
    }

    /// [`Folder::survey_one`], and the folder itself, so that it need not be opened again.
    pub fn open_and_survey_one(
        &self,
        relative: impl AsRef<[u8]>,
        bounds: &WalkBounds,
        seen: usize,
    ) -> Result<(Self, Survey), FsError> {
        let relative = relative.as_ref();
        check_folder(relative)?;
        open_and_survey_one(self, relative, bounds, seen)
    }

    /// Completes `first`, which is what lies in this folder alone, with all that lies below.
    pub fn survey_below(&self, first: Survey, bounds: &WalkBounds, seen: usize) -> Survey {
        survey_below(self, first, bounds, seen)
    }

    /// Reads the regular file at `relative`, at most `max_bytes` long, reached without a link.
    ///
    /// Five system calls. How many names the file has is reported, not judged.
    pub fn read(&self, relative: impl AsRef<[u8]>, max_bytes: u64) -> Result<FileContent, FsError> {
        let relative = relative.as_ref();
        check(relative)?;
        match &self.reach {
            #[cfg(unix)]
            Reach::Descriptor(folder) => {
                read_open(folder.open_file(relative)?, relative, max_bytes)
            }
            Reach::Path(folder) => folder.read(relative, max_bytes),
        }
    }

    /// A reader that keeps the folder of the last file open: cheaper for files in path order.
    pub fn reader(&self) -> Reader<'_> {
        match &self.reach {
            #[cfg(unix)]
            Reach::Descriptor(folder) => Reader { reach: ReaderReach::Descriptor(folder.reader()) },
            Reach::Path(folder) => Reader { reach: ReaderReach::Path(folder) },
        }
    }

    /// One folder and the names in it, unsorted, `relative` checked by the caller.
    pub(super) fn open_and_list(
        &self,
        relative: &[u8],
        max_entries: usize,
    ) -> Result<(Self, Vec<Listed>), FsError> {
        let (reach, listed) = match &self.reach {
            #[cfg(unix)]
            Reach::Descriptor(folder) => {
                let (folder, listed) = folder.open_and_list(relative, max_entries)?;
                (Reach::Descriptor(folder), listed)
            }
            Reach::Path(folder) => {
                let listed = folder.list(relative, max_entries)?;
                (Reach::Path(folder.open_folder(relative)?), listed)
            }
        };
        Ok((Self { reach }, listed))
    }

    /// The names in one folder, unsorted, `relative` checked by the caller.
    pub(super) fn list_below(
        &self,
        relative: &[u8],
        max_entries: usize,
    ) -> Result<Vec<Listed>, FsError> {
        match &self.reach {
            #[cfg(unix)]
            Reach::Descriptor(folder) => folder.list(relative, max_entries),
            Reach::Path(folder) => folder.list(relative, max_entries),
        }
    }
}

/// Reads many files of one folder. Made by [`Folder::reader`]; one a thread.
#[derive(Debug)]
pub struct Reader<'folder> {
    reach: ReaderReach<'folder>,
}

#[derive(Debug)]
enum ReaderReach<'folder> {
    #[cfg(unix)]
    Descriptor(DescriptorReader<'folder>),
    Path(&'folder PortableFolder),
}

impl Reader<'_> {
    /// The same as [`Folder::read`].
    pub fn read(
        &mut self,
        relative: impl AsRef<[u8]>,
        max_bytes: u64,
    ) -> Result<FileContent, FsError> {
        let relative = relative.as_ref();
        check(relative)?;
        match &mut self.reach {
            #[cfg(unix)]
            ReaderReach::Descriptor(reader) => {
                read_open(reader.open_file(relative)?, relative, max_bytes)
            }
            ReaderReach::Path(folder) => folder.read(relative, max_bytes),
        }
    }

    /// Hashes the regular file at `relative`, at most `max_bytes` long, as [`Folder::read`] reads it.
    ///
    /// `buffer` keeps what is read of the file, and grows to 64 KiB at most.
    pub fn hash(
        &mut self,
        relative: impl AsRef<[u8]>,
        max_bytes: u64,
        buffer: &mut Vec<u8>,
    ) -> Result<FileDigest, FsError> {
        let relative = relative.as_ref();
        let mut file = self.open_file(relative)?;
        let state = measure(&file, relative, max_bytes)?;
        let digest = hash_whole(&mut file, relative, state, buffer)?;
        self.confirm(relative, state)?;
        Ok(digest)
    }

    /// Opens a file without a link on the way; what it is remains to be measured.
    pub(super) fn open_file(&mut self, relative: &[u8]) -> Result<File, FsError> {
        check(relative)?;
        match &mut self.reach {
            #[cfg(unix)]
            ReaderReach::Descriptor(reader) => reader.open_file(relative),
            ReaderReach::Path(folder) => folder.open_file(relative),
        }
    }

    /// The size of a file as its folder tells it, for planning only: nothing of it is verified.
    pub(super) fn size(&mut self, relative: &[u8]) -> Option<u64> {
        match &mut self.reach {
            #[cfg(unix)]
            ReaderReach::Descriptor(reader) => reader.size(relative),
            ReaderReach::Path(folder) => folder.size(relative),
        }
    }

    /// Looks again at a file that was read, on backends where the open file alone proves too little.
    pub(super) fn confirm(&self, relative: &[u8], state: FileState) -> Result<(), FsError> {
        match &self.reach {
            #[cfg(unix)]
            ReaderReach::Descriptor(_) => Ok(()),
            ReaderReach::Path(folder) => folder.confirm(relative, state),
        }
    }
}

#[cfg(unix)]
fn read_open(file: File, path: &[u8], max_bytes: u64) -> Result<FileContent, FsError> {
    let state = measure(&file, path, max_bytes)?;
    read_whole(file, path, state)
}

fn check_folder(relative: &[u8]) -> Result<(), FsError> {
    if relative.is_empty() { Ok(()) } else { check(relative) }
}
