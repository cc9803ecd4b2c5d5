//! Files of one folder, read one after the other and hashed together.

use std::ops::Range;

use super::content::{FileState, expect_unchanged, fill, measure};
use super::error::FsError;
use super::file::stream;
use super::folder::{Folder, Reader};
use super::progress::Progress;
use crate::digest::tree::TreeEntry;
use crate::digest::{Sha256Digest, Sha256Hasher, sha256_each};

/// Files of up to this many bytes are read by one call and need no second look.
const ONE_READ_BYTES: usize = 64 << 10;

/// Room for two of those, so that a processor that hashes two at once always has two, and for a
/// byte more of each: it tells a file that grew from one that did not.
const BATCH_BYTES: usize = 2 * (ONE_READ_BYTES + 1);

/// Hashes files with one buffer; one a thread.
pub(super) struct FileHasher<'work> {
    reader: Reader<'work>,
    progress: Option<&'work Progress>,
    buffer: Vec<u8>,
    /// Bytes of the buffer that hold files.
    filled: usize,
    /// Files in the buffer: which entry each is, and where its bytes are.
    waiting: Vec<(usize, Range<usize>)>,
    entries: Vec<TreeEntry>,
}

impl<'work> FileHasher<'work> {
    pub(super) fn new(folder: &'work Folder, progress: Option<&'work Progress>) -> Self {
        Self {
            reader: folder.reader(),
            progress,
            buffer: vec![0; BATCH_BYTES],
            filled: 0,
            waiting: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Hashes the files at `paths`, in order; the first that fails is given with its index.
    pub(super) fn hash(&mut self, paths: &[String]) -> Result<Vec<TreeEntry>, (usize, FsError)> {
        self.clear();
        for (index, path) in paths.iter().enumerate() {
            self.take(path).map_err(|error| (index, error))?;
        }
        self.hash_waiting();
        Ok(std::mem::take(&mut self.entries))
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.waiting.clear();
        self.filled = 0;
    }

    /// Reads one file: a small one into the buffer, a large one piece by piece into its digest.
    fn take(&mut self, path: &str) -> Result<(), FsError> {
        let bytes = path.as_bytes();
        let mut file = self.reader.open_file(bytes)?;
        let state = measure(&file, bytes, u64::MAX)?;
        let expected = usize::try_from(state.size).unwrap_or(usize::MAX);
        let (size, sha256) = if expected <= ONE_READ_BYTES {
            let range = self.room_for(expected + 1);
            let place = self.buffer.get_mut(range.clone()).unwrap_or_default();
            let count = fill(&mut file, place, bytes, state.size)?;
            self.filled = range.start + count;
            self.waiting.push((self.entries.len(), range.start..self.filled));
            if let Some(progress) = self.progress {
                progress.add_bytes(count as u64);
            }
            (count as u64, Sha256Digest([0; 32]))
        } else {
            let mut hasher = Sha256Hasher::new();
            let size = stream(&mut file, &mut hasher, bytes, self.progress)?;
            expect_unchanged(&file, bytes, state)?;
            (size, hasher.finish())
        };
        self.confirm(path, state, size)?;
        let path = path.to_owned();
        self.entries.push(TreeEntry { path, executable: state.executable, size, sha256 });
        Ok(())
    }

    /// Where the next `length` bytes go; what is in the buffer is hashed if that takes its place.
    fn room_for(&mut self, length: usize) -> Range<usize> {
        if self.buffer.len() - self.filled < length {
            self.hash_waiting();
        }
        self.filled..self.filled + length
    }

    fn confirm(&self, path: &str, state: FileState, size: u64) -> Result<(), FsError> {
        if size != state.size {
            return Err(FsError::ChangedWhileReading { path: path.to_owned() });
        }
        self.reader.confirm(path.as_bytes(), state)?;
        if let Some(progress) = self.progress {
            progress.add_files(1);
        }
        Ok(())
    }

    /// Gives the entries of the files in the buffer their digests, and frees it.
    fn hash_waiting(&mut self) {
        let messages: Vec<&[u8]> = self
            .waiting
            .iter()
            .map(|(_, range)| self.buffer.get(range.clone()).unwrap_or_default())
            .collect();
        for ((index, _), digest) in self.waiting.iter().zip(sha256_each(&messages)) {
            if let Some(entry) = self.entries.get_mut(*index) {
                entry.sha256 = digest;
            }
        }
        self.waiting.clear();
        self.filled = 0;
    }
}
