//! A tree cut into shares that other processes hash, on this machine or on another that sees the
//! same files under the same path.
//!
//! A share travels as bytes that mean nothing to the carrier: `metier.share.v1`, a zero byte, the
//! number of files, then the folder and each path, each after its length. Its answer is
//! `metier.hashed.v1`, a zero byte, the number of files, and of each file in the same order one byte
//! that is 1 if it is executable, its size and its raw SHA-256. Numbers are eight bytes, most
//! significant first. Both ends have one version of metier; the form may change with any.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::file_hasher::FileHasher;
use super::folder::Folder;
use super::tree::file_paths;
use super::tree_error::TreeError;
use super::walk::{Entry, WalkBounds};
use crate::digest::Sha256Digest;
use crate::digest::tree::TreeEntry;

const SHARE: &[u8] = b"metier.share.v1\0";
const HASHED: &[u8] = b"metier.hashed.v1\0";

/// What a file costs, whatever its size: an open, a measure, a read and a close.
const NANOSECONDS_A_FILE: u64 = 5_000;

/// What a KiB costs at 2 GB/s. A slower machine takes longer than planned, which is no harm.
const NANOSECONDS_A_KIB: u64 = 500;

/// Work in one share: enough that carrying it costs little beside it.
pub const SHARE_NANOSECONDS: u64 = 300_000_000;

/// Files of one folder that are hashed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The folder, absolute.
    pub folder: PathBuf,
    /// Paths below it, in ascending order of their bytes.
    pub paths: Vec<String>,
}

/// A tree in shares; one after the other they have every file, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedTree {
    /// None is empty, and there is none for a folder without files.
    pub shares: Vec<Share>,
    /// What was left out, as in [`HashedTree`](super::HashedTree).
    pub left_out: Vec<Entry>,
}

/// Cuts the folder at `path`, which is absolute, into shares of about `nanoseconds` of work each.
///
/// Sizes are looked up for that and believed for nothing else. Errors: those of
/// [`hash_tree`](super::hash_tree) that can be found without reading.
pub fn share_tree(path: &Path, nanoseconds: u64) -> Result<SharedTree, TreeError> {
    let folder = Folder::open(path)?;
    let walk = folder.walk(&WalkBounds::of_tree())?;
    let mut reader = folder.reader();
    let mut shares: Vec<Share> = Vec::new();
    let mut left = 0_u64;
    for file in file_paths(&walk.entries)? {
        let size = reader.size(file.as_bytes()).unwrap_or(0);
        match shares.last_mut() {
            Some(share) if left > 0 => share.paths.push(file),
            _ => {
                shares.push(Share { folder: path.to_owned(), paths: vec![file] });
                left = nanoseconds;
            }
        }
        let cost =
            NANOSECONDS_A_FILE.saturating_add((size >> 10).saturating_mul(NANOSECONDS_A_KIB));
        left = left.saturating_sub(cost);
    }
    Ok(SharedTree { shares, left_out: walk.left_out })
}

impl Share {
    /// The bytes that travel.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = SHARE.to_vec();
        put_number(&mut bytes, self.paths.len() as u64);
        put_text(&mut bytes, self.folder.as_os_str().as_encoded_bytes());
        for path in &self.paths {
            put_text(&mut bytes, path.as_bytes());
        }
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) made.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TreeError> {
        read_share(bytes).ok_or(TreeError::ShareUnreadable)
    }

    /// Hashes the files on this thread; the bytes of the answer.
    ///
    /// Errors: those of [`hash_tree`](super::hash_tree), for the first file that fails.
    pub fn hash(&self) -> Result<Vec<u8>, TreeError> {
        let folder = Folder::open(&self.folder)?;
        let entries =
            FileHasher::new(&folder, None).hash(&self.paths).map_err(|(_, error)| error)?;
        let mut bytes = HASHED.to_vec();
        put_number(&mut bytes, entries.len() as u64);
        for entry in entries {
            bytes.push(u8::from(entry.executable));
            put_number(&mut bytes, entry.size);
            bytes.extend(entry.sha256.0);
        }
        Ok(bytes)
    }

    /// The entries of the share's files, from the bytes of its answer.
    pub fn entries(&self, answer: &[u8]) -> Result<Vec<TreeEntry>, TreeError> {
        read_answer(&self.paths, answer).ok_or(TreeError::ShareUnreadable)
    }
}

fn read_share(bytes: &[u8]) -> Option<Share> {
    let (count, mut rest) = number(bytes.strip_prefix(SHARE)?)?;
    let folder;
    (folder, rest) = text(rest)?;
    let mut paths = Vec::new();
    for _ in 0..count {
        let path;
        (path, rest) = text(rest)?;
        paths.push(std::str::from_utf8(path).ok()?.to_owned());
    }
    rest.is_empty().then_some(Share { folder: host_path(folder)?, paths })
}

fn read_answer(paths: &[String], bytes: &[u8]) -> Option<Vec<TreeEntry>> {
    let (count, mut rest) = number(bytes.strip_prefix(HASHED)?)?;
    let mut entries = Vec::with_capacity(paths.len());
    for path in paths {
        let (&executable, after) = rest.split_first()?;
        let (size, after) = number(after)?;
        let (&sha256, after) = after.split_first_chunk::<32>()?;
        rest = after;
        let sha256 = Sha256Digest(sha256);
        entries.push(TreeEntry { path: path.clone(), executable: executable == 1, size, sha256 });
    }
    (rest.is_empty() && count == paths.len() as u64).then_some(entries)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems refuse names that are not UTF-8")]
fn host_path(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(OsString::from_vec(bytes.to_vec()).into())
}

#[cfg(not(unix))]
fn host_path(bytes: &[u8]) -> Option<PathBuf> {
    String::from_utf8(bytes.to_vec()).ok().map(OsString::from).map(PathBuf::from)
}

fn put_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_be_bytes());
}

fn put_text(bytes: &mut Vec<u8>, text: &[u8]) {
    put_number(bytes, text.len() as u64);
    bytes.extend(text);
}

fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    bytes.split_first_chunk().map(|(number, rest)| (u64::from_be_bytes(*number), rest))
}

fn text(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = number(bytes)?;
    rest.split_at_checked(usize::try_from(length).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::hash_tree;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
    }

    #[test]
    fn shares_hashed_one_by_one_are_the_tree_hashed_at_once() {
        let whole = hash_tree(&root(), 1, None).unwrap();
        for (nanoseconds, at_least) in [(1, 50), (20_000, 10), (u64::MAX, 1)] {
            let shared = share_tree(&root(), nanoseconds).unwrap();
            assert!(shared.shares.len() >= at_least);
            let entry = |share: &Share| {
                let share = Share::from_bytes(&share.to_bytes()).unwrap();
                share.entries(&share.hash().unwrap()).unwrap()
            };
            let entries: Vec<TreeEntry> = shared.shares.iter().flat_map(entry).collect();
            assert_eq!(entries, whole.tree.entries);
        }
    }

    #[test]
    fn bytes_that_are_no_share_or_no_answer_are_refused_at_any_length() {
        let share = Share { folder: root(), paths: vec!["lib.rs".into(), "codes.rs".into()] };
        let bytes = share.to_bytes();
        let answer = share.hash().unwrap();
        for length in 0..bytes.len() {
            assert_eq!(Share::from_bytes(&bytes[..length]), Err(TreeError::ShareUnreadable));
        }
        for length in 0..answer.len() {
            assert_eq!(share.entries(&answer[..length]), Err(TreeError::ShareUnreadable));
        }
        let longer = [bytes.as_slice(), b"\0"].concat();
        assert_eq!(Share::from_bytes(&longer), Err(TreeError::ShareUnreadable));
        let other = Share { folder: root(), paths: vec!["lib.rs".into()] };
        assert_eq!(other.entries(&answer), Err(TreeError::ShareUnreadable));
    }
}
