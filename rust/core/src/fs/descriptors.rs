//! Files reached through directory descriptors: `openat2`, or one `openat` a component.

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(not(target_os = "linux"))]
use rustix::fs::Dir;
#[cfg(target_os = "linux")]
use rustix::fs::RawDir;
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
use rustix::io::{Errno, retry_on_intr};

use super::error::{FsError, shown};
use super::folder::Listed;
use super::relative::{components, prefixes, split};
use super::walk::EntryKind;

/// Set once the kernel or a seccomp filter has refused `openat2` where `openat` worked.
static WITHOUT_OPENAT2: AtomicBool = AtomicBool::new(false);

/// How often a call that the kernel asks to repeat is repeated.
const MAX_ATTEMPTS: usize = 64;

/// Bytes of names that one call lists; the longest name takes 280.
#[cfg(target_os = "linux")]
const LISTING_BYTES: usize = 16 << 10;

const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NOCTTY);

const LISTED_FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::DIRECTORY);

/// A folder to pass through: it needs no permission to list it, where the system can say so.
#[cfg(target_os = "linux")]
const PASSED_FOLDER: OFlags =
    OFlags::PATH.union(OFlags::CLOEXEC).union(OFlags::NOFOLLOW).union(OFlags::DIRECTORY);
#[cfg(not(target_os = "linux"))]
const PASSED_FOLDER: OFlags = LISTED_FOLDER;

/// An open directory descriptor.
#[derive(Debug)]
pub(super) struct DescriptorFolder {
    descriptor: OwnedFd,
    /// Never try `openat2`.
    components: bool,
}

impl DescriptorFolder {
    pub(super) fn open(
        path: &Path,
        name: &[u8],
        components: bool,
        follow: bool,
    ) -> Result<Self, FsError> {
        let flags = if follow { PASSED_FOLDER.difference(OFlags::NOFOLLOW) } else { PASSED_FOLDER };
        match retry_on_intr(|| openat(CWD, path, flags, Mode::empty())) {
            Ok(descriptor) => Ok(Self { descriptor, components }),
            Err(Errno::NOTDIR) => Err(match statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) if !follow && is_link(stat.st_mode) => FsError::Link { path: shown(name) },
                _ => FsError::NotAFolder { path: shown(name) },
            }),
            Err(error) => Err(of_errno(name, error)),
        }
    }

    pub(super) fn open_folder(&self, relative: &[u8]) -> Result<Self, FsError> {
        let descriptor = self.open_below(relative, PASSED_FOLDER)?;
        Ok(Self { descriptor, components: self.components })
    }

    pub(super) fn open_file(&self, relative: &[u8]) -> Result<File, FsError> {
        self.open_below(relative, FILE).map(File::from)
    }

    pub(super) fn reader(&self) -> DescriptorReader<'_> {
        DescriptorReader { folder: self, parent: Vec::new(), descriptor: None }
    }

    /// Lists one folder as it comes; stops at the first entry over `max_entries`.
    pub(super) fn list(&self, relative: &[u8], max_entries: usize) -> Result<Vec<Listed>, FsError> {
        self.open_and_list(relative, max_entries).map(|(_, listed)| listed)
    }

    /// Opens one folder, which is listed through the same descriptor.
    #[cfg(target_os = "linux")]
    pub(super) fn open_and_list(
        &self,
        relative: &[u8],
        max_entries: usize,
    ) -> Result<(Self, Vec<Listed>), FsError> {
        let descriptor = self.open_below(relative, LISTED_FOLDER)?;
        let mut buffer = Vec::with_capacity(LISTING_BYTES);
        let mut directory = RawDir::new(&descriptor, buffer.spare_capacity_mut());
        let mut listed = Vec::new();
        while let Some(entry) = directory.next() {
            let entry = entry.map_err(|error| of_errno(relative, error))?;
            let (name, kind) = (entry.file_name(), entry.file_type());
            add(&descriptor, relative, name, kind, max_entries, &mut listed)?;
        }
        Ok((Self { descriptor, components: self.components }, listed))
    }

    /// Opens one folder and lists it.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn open_and_list(
        &self,
        relative: &[u8],
        max_entries: usize,
    ) -> Result<(Self, Vec<Listed>), FsError> {
        let folder = self.open_folder(relative)?;
        let descriptor = folder.open_below(b"", LISTED_FOLDER)?;
        let mut directory = Dir::new(descriptor).map_err(|error| of_errno(relative, error))?;
        let mut listed = Vec::new();
        while let Some(entry) = directory.read() {
            let entry = entry.map_err(|error| of_errno(relative, error))?;
            let (name, kind) = (entry.file_name(), entry.file_type());
            add(&folder.descriptor, relative, name, kind, max_entries, &mut listed)?;
        }
        Ok((folder, listed))
    }

    /// Opens what is at `relative`, empty for the folder itself, without passing any link.
    fn open_below(&self, relative: &[u8], flags: OFlags) -> Result<OwnedFd, FsError> {
        self.try_open(relative, flags).map_err(|error| self.explain(relative, error))
    }

    fn try_open(&self, relative: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
        if relative.is_empty() {
            open_one(self.descriptor.as_fd(), b".", flags)
        } else if !relative.contains(&b'/') {
            // One component with `O_NOFOLLOW` leads nowhere but into this folder.
            open_one(self.descriptor.as_fd(), relative, flags)
        } else if self.components || WITHOUT_OPENAT2.load(Ordering::Relaxed) {
            by_component(self.descriptor.as_fd(), relative, flags)
        } else {
            beneath(self.descriptor.as_fd(), relative, flags)
        }
    }

    /// Names the component that stands in the way. Only the wording depends on this look.
    fn explain(&self, relative: &[u8], error: Errno) -> FsError {
        if error != Errno::LOOP && error != Errno::NOTDIR {
            return of_errno(relative, error);
        }
        for prefix in prefixes(relative) {
            match statat(&self.descriptor, prefix, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) if is_link(stat.st_mode) => return FsError::Link { path: shown(prefix) },
                Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Directory => {}
                _ => return of_errno(prefix, error),
            }
        }
        // It is a folder again: another process is at work here.
        FsError::ChangedWhileReading { path: shown(relative) }
    }
}

/// Opens files in path order, keeping the folder of the last one open.
#[derive(Debug)]
pub(super) struct DescriptorReader<'folder> {
    folder: &'folder DescriptorFolder,
    parent: Vec<u8>,
    descriptor: Option<OwnedFd>,
}

impl DescriptorReader<'_> {
    pub(super) fn open_file(&mut self, relative: &[u8]) -> Result<File, FsError> {
        self.try_open(relative)
            .map(File::from)
            .map_err(|error| self.folder.explain(relative, error))
    }

    /// The size of what is at `relative`, a link not followed, without opening it.
    pub(super) fn size(&mut self, relative: &[u8]) -> Option<u64> {
        let (folder, name) = self.folder_of(relative).ok()?;
        let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        u64::try_from(stat.st_size).ok()
    }

    fn try_open(&mut self, relative: &[u8]) -> Result<OwnedFd, Errno> {
        let (folder, name) = self.folder_of(relative)?;
        // One component with `O_NOFOLLOW` leads nowhere but into this folder.
        open_one(folder, name, FILE)
    }

    /// The open folder that has the file, and the file's name in it.
    fn folder_of<'path>(
        &mut self,
        relative: &'path [u8],
    ) -> Result<(BorrowedFd<'_>, &'path [u8]), Errno> {
        let (parent, name) = split(relative);
        if parent != self.parent {
            self.descriptor = match parent {
                b"" => None,
                _ => Some(self.folder.try_open(parent, PASSED_FOLDER)?),
            };
            self.parent.clear();
            self.parent.extend_from_slice(parent);
        }
        let folder = self.descriptor.as_ref().map_or(self.folder.descriptor.as_fd(), AsFd::as_fd);
        Ok((folder, name))
    }
}

/// Takes one name of a listing, unless there are enough.
fn add(
    folder: &OwnedFd,
    relative: &[u8],
    name: &CStr,
    kind: FileType,
    max_entries: usize,
    listed: &mut Vec<Listed>,
) -> Result<(), FsError> {
    if matches!(name.to_bytes(), b"." | b"..") {
        return Ok(());
    }
    if listed.len() == max_entries {
        return Err(FsError::EntryCountExceeded { limit: max_entries });
    }
    let kind = match kind {
        // Some file systems don't say; a name that is gone by now is no file to anyone.
        FileType::Unknown => statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
            .map(|stat| FileType::from_raw_mode(stat.st_mode))
            .map_err(|error| of_errno(relative, error))?,
        known => known,
    };
    listed.push((name.to_bytes().to_vec(), kind_of(kind)));
    Ok(())
}

/// `openat2`, or the walk by component where that is refused.
#[cfg(target_os = "linux")]
fn beneath(folder: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    use rustix::fs::{ResolveFlags, openat2};
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let mut result = Err(Errno::AGAIN);
    for _ in 0..MAX_ATTEMPTS {
        result = openat2(folder, path, flags, Mode::empty(), resolve);
        if !matches!(result, Err(Errno::AGAIN | Errno::INTR)) {
            break;
        }
    }
    match result {
        // A filter answers `EPERM`, and so may the file itself: what `openat` says tells which.
        Err(Errno::NOSYS | Errno::PERM) => {
            let opened = by_component(folder, path, flags);
            if !matches!(opened, Err(Errno::PERM)) {
                WITHOUT_OPENAT2.store(true, Ordering::Relaxed);
            }
            opened
        }
        other => other,
    }
}

#[cfg(not(target_os = "linux"))]
fn beneath(folder: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    by_component(folder, path, flags)
}

/// One `openat` a component, none of which may be a link.
fn by_component(folder: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    let (parents, name) = split(path);
    let mut passed: Option<OwnedFd> = None;
    for component in components(parents).filter(|component| !component.is_empty()) {
        let from = passed.as_ref().map_or(folder, AsFd::as_fd);
        passed = Some(open_one(from, component, PASSED_FOLDER)?);
    }
    open_one(passed.as_ref().map_or(folder, AsFd::as_fd), name, flags)
}

fn open_one(folder: BorrowedFd<'_>, name: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    let mut result = Err(Errno::AGAIN);
    for _ in 0..MAX_ATTEMPTS {
        result = openat(folder, name, flags, Mode::empty());
        if !matches!(result, Err(Errno::AGAIN | Errno::INTR)) {
            break;
        }
    }
    result
}

fn of_errno(path: &[u8], error: Errno) -> FsError {
    match error {
        Errno::LOOP => FsError::Link { path: shown(path) },
        // Opening a socket, or a device without a driver.
        Errno::NXIO | Errno::NODEV => FsError::NotAFile { path: shown(path) },
        // `openat2` found the file, and then found it renamed to outside of the folder.
        Errno::AGAIN | Errno::XDEV => FsError::ChangedWhileReading { path: shown(path) },
        other => FsError::of_io(path, &io::Error::from(other)),
    }
}

fn is_link(mode: rustix::fs::RawMode) -> bool {
    FileType::from_raw_mode(mode) == FileType::Symlink
}

fn kind_of(kind: FileType) -> EntryKind {
    match kind {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Folder,
        FileType::Symlink => EntryKind::Link,
        _ => EntryKind::Other,
    }
}
