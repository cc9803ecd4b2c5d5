//! The canonical archive of a folder, file by file from disk to disk.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::ArchiveError;
use super::executable_record::ExecutableRecord;
use super::folder_error::ArchiveFolderError;
use super::order::{compare, entry_file};
use super::output_file::OutputFile;
use super::writer::{ArchiveWriter, MAX_ENTRIES, too_many};
use crate::digest::tree::{TreeDigest, TreeEntry};
use crate::digest::{Sha256Digest, Sha256Hasher, sha256};
use crate::fs::{EntryKind, Folder, FsError, HashedTree, Progress, Reader, Walk, WalkBounds};
use crate::limits::ArchiveLimits;
use crate::path::{check, check_set};

/// Bytes gathered before they are written.
const BUFFER_BYTES: usize = 256 << 10;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderArchive {
    /// Bytes of the archive.
    pub size: u64,
    /// SHA-256 of the archive.
    pub digest: Sha256Digest,
    /// The files in it with their tree digest, and what of the folder was left out.
    pub hashed: HashedTree,
}

/// Writes the canonical archive of the folder at `path`, which is no link, to the file `target`.
///
/// Every file is read once, without following a link, and one is held at a time: memory is the
/// largest file, 256 KiB, and what is known of each. The archive is written beside `target` and
/// renamed, so a whole one is there or what was there before. What never belongs to a skill is left
/// out (spec 00, decision 21); executable bits are those of a sealed `skill.json`, else of the
/// modes (spec 01).
///
/// Number and names of the files are checked before anything is written, sizes while they are read.
/// An archive that is written within `limits` is read within them. Whether `target` is in the
/// folder, where it would be part of the next archive, is the caller's to check.
pub fn archive_folder(
    path: &Path,
    target: &Path,
    limits: &ArchiveLimits,
    progress: Option<&Progress>,
) -> Result<FolderArchive, ArchiveFolderError> {
    let folder = Folder::open(path)?;
    let walk = folder.walk(&WalkBounds::of_tree())?;
    let paths = ordered_paths(&walk, limits)?;
    if let Some(progress) = progress {
        progress.add_total_files(paths.len() as u64);
    }
    let mut files = FileSource { reader: folder.reader(), limits, total: 0, progress };
    let record = ExecutableRecord::read(&folder, &paths, limits)?;
    let output = OutputFile::create(target).map_err(ArchiveError::from)?;
    let hashing = HashingWriter { out: output, hasher: Sha256Hasher::new(), size: 0 };
    let mut writer = ArchiveWriter::new(BufWriter::with_capacity(BUFFER_BYTES, hashing));
    let mut entries = Vec::with_capacity(paths.len());
    for path in paths {
        entries.push(files.copy(path, &record, &mut writer)?);
    }
    let buffered = writer.finish()?;
    let written = buffered.into_inner().map_err(|error| ArchiveError::from(error.into_error()))?;
    written.out.keep().map_err(ArchiveError::from)?;
    let hashed = HashedTree { tree: TreeDigest::of(entries), left_out: walk.left_out };
    Ok(FolderArchive { size: written.size, digest: written.hasher.finish(), hashed })
}

/// The paths of all files in the order of an archive; anything that no archive holds is refused.
fn ordered_paths(walk: &Walk, limits: &ArchiveLimits) -> Result<Vec<String>, ArchiveFolderError> {
    let mut paths = Vec::new();
    for entry in &walk.entries {
        let shown = || String::from_utf8_lossy(&entry.path).into_owned();
        match entry.kind {
            EntryKind::Folder => {}
            EntryKind::File => paths.push(check(&entry.path)?.to_owned()),
            EntryKind::Link => return Err(FsError::Link { path: shown() }.into()),
            EntryKind::Other => return Err(FsError::NotAFile { path: shown() }.into()),
        }
    }
    check_set(&paths)?;
    check_names(&paths, limits)?;
    let entry = entry_file(paths.iter().map(String::as_str));
    paths.sort_by(|left, right| compare(entry, left, right));
    Ok(paths)
}

fn check_names(paths: &[String], limits: &ArchiveLimits) -> Result<(), ArchiveError> {
    if paths.len() > MAX_ENTRIES {
        return Err(too_many(paths.len()));
    }
    if paths.len() > limits.max_entries {
        let (found, most) = (paths.len(), limits.max_entries);
        let reason = format!("the archive would have {found} entries, expected at most {most}");
        return Err(ArchiveError::new("zip_entry_count", reason));
    }
    let names = paths.iter().fold(0_u64, |sum, path| sum.saturating_add(path.len() as u64));
    if names > limits.max_name_bytes {
        let most = limits.max_name_bytes;
        let reason = format!("the names have {names} bytes, expected at most {most}");
        return Err(ArchiveError::new("zip_directory_too_large", reason));
    }
    Ok(())
}

/// Reads the files of the folder one after the other.
struct FileSource<'work> {
    reader: Reader<'work>,
    limits: &'work ArchiveLimits,
    total: u64,
    progress: Option<&'work Progress>,
}

impl FileSource<'_> {
    /// Reads the file at `path`, unless `record` has its bytes already, and adds it to the archive.
    fn copy<W: Write>(
        &mut self,
        path: String,
        record: &ExecutableRecord,
        writer: &mut ArchiveWriter<W>,
    ) -> Result<TreeEntry, ArchiveFolderError> {
        let read;
        let content = if let Some(content) = record.content_of(&path) {
            content
        } else {
            read = self.reader.read(&path, self.limits.max_file_bytes)?;
            &read
        };
        let size = content.bytes.len() as u64;
        self.total = self.total.saturating_add(size);
        if self.total > self.limits.max_total_bytes {
            let most = self.limits.max_total_bytes;
            let reason = format!("with it the files have over {most} bytes");
            return Err(ArchiveError::new("zip_total", reason).of(path.as_bytes()).into());
        }
        let executable = record.is_executable(&path, content.executable);
        writer.add(&path, &content.bytes, executable)?;
        if let Some(progress) = self.progress {
            progress.add_bytes(size);
            progress.add_files(1);
        }
        Ok(TreeEntry { sha256: sha256(&content.bytes), path, executable, size })
    }
}

/// Hashes and counts what goes through it.
struct HashingWriter<W> {
    out: W,
    hasher: Sha256Hasher,
    size: u64,
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.hasher.update(bytes.get(..count).unwrap_or_default());
        self.size = self.size.saturating_add(count as u64);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
