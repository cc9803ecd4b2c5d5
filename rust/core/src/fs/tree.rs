//! Every file below a folder, hashed on all cores: what `metier.tree.v1` is computed from.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::error::{FsError, shown};
use super::file_hasher::FileHasher;
use super::folder::Folder;
use super::progress::Progress;
use super::tree_error::TreeError;
use super::walk::{Entry, EntryKind, WalkBounds};
use crate::digest::tree::{TreeDigest, TreeEntry, tree_digest};
use crate::path::{check, check_set};

/// Files that a thread takes at a time: enough to keep their folder open, few enough to share.
const FILES_A_TURN: usize = 32;

/// More threads than this wait for each other in the kernel.
const MAX_JOBS: usize = 64;

/// The files of a folder, hashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashedTree {
    /// The digest and every file it covers.
    pub tree: TreeDigest,
    /// What was left out (spec 00, decision 21), sorted by the bytes of the path; not entered.
    pub left_out: Vec<Entry>,
}

/// Hashes every file below the folder at `path`, which is no link, for `metier.tree.v1`.
///
/// Links, FIFOs, sockets and devices are errors, as are paths that are not portable; of several
/// errors the first by path is given. Modes give the executable bit where the file system has one.
/// `jobs` is the number of threads; 0 is one for each core. The answer doesn't depend on it.
///
/// A file of up to 64 KiB costs an open, a measure, a read and a close. Larger ones are read in
/// pieces and measured again. Memory: 128 KiB a thread, 256 KiB more where it meets a large file,
/// and what is known of each file.
pub fn hash_tree(
    path: &Path,
    jobs: usize,
    progress: Option<&Progress>,
) -> Result<HashedTree, TreeError> {
    hash_folder(&Folder::open(path)?, jobs, progress)
}

/// [`hash_tree`] of an open folder.
pub fn hash_folder(
    folder: &Folder,
    jobs: usize,
    progress: Option<&Progress>,
) -> Result<HashedTree, TreeError> {
    let walk = folder.walk(&WalkBounds::of_tree())?;
    let paths = file_paths(&walk.entries)?;
    if let Some(progress) = progress {
        progress.add_total_files(paths.len() as u64);
    }
    let entries = hash_files(folder, &paths, jobs, progress)?;
    Ok(HashedTree { tree: tree_digest(&entries), left_out: walk.left_out })
}

/// The paths of all files, in order; anything but files and folders is refused, as is a path or a
/// set of paths that no package could have.
pub(super) fn file_paths(entries: &[Entry]) -> Result<Vec<String>, TreeError> {
    let mut paths = Vec::new();
    for entry in entries {
        match entry.kind {
            EntryKind::Folder => {}
            EntryKind::File => paths.push(check(&entry.path)?.to_owned()),
            EntryKind::Link => return Err(FsError::Link { path: shown(&entry.path) }.into()),
            EntryKind::Other => return Err(FsError::NotAFile { path: shown(&entry.path) }.into()),
        }
    }
    check_set(&paths)?;
    Ok(paths)
}

/// What one thread has done: its turns, each from the index of its first file, and why it stopped.
#[derive(Default)]
struct Share {
    turns: Vec<(usize, Vec<TreeEntry>)>,
    failure: Option<(usize, FsError)>,
}

/// Hashes the files at `paths`, on `jobs` threads, this one among them; entries in the same order.
fn hash_files(
    folder: &Folder,
    paths: &[String],
    jobs: usize,
    progress: Option<&Progress>,
) -> Result<Vec<TreeEntry>, FsError> {
    let next = AtomicUsize::new(0);
    let work = || hash_turns(FileHasher::new(folder, progress), paths, &next);
    let shares: Vec<Share> = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        // A system that grants no more threads gets by with those it has.
        let threads: Vec<_> = (1..thread_count(jobs, paths.len())).map_while(start).collect();
        let own = work();
        let join = |thread: thread::ScopedJoinHandle<'_, Share>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(join).chain([own]).collect()
    });
    gather(shares)
}

fn thread_count(jobs: usize, files: usize) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let wanted = if jobs == 0 { cores() } else { jobs };
    wanted.min(MAX_JOBS).min(files.div_ceil(FILES_A_TURN)).max(1)
}

/// Takes turns until there are none left or a file fails.
///
/// Turns are handed out in order and a turn is worked through up to its first failure, so the
/// failure with the lowest index is found however the threads run.
fn hash_turns(mut hasher: FileHasher<'_>, paths: &[String], next: &AtomicUsize) -> Share {
    let mut share = Share::default();
    loop {
        let start = next.fetch_add(FILES_A_TURN, Ordering::Relaxed);
        let Some(rest) = paths.get(start..).filter(|rest| !rest.is_empty()) else { return share };
        match hasher.hash(rest.get(..FILES_A_TURN).unwrap_or(rest)) {
            Ok(turn) => share.turns.push((start, turn)),
            Err((index, error)) => {
                // No more turns for anyone; those that are out are finished.
                next.fetch_max(paths.len(), Ordering::Relaxed);
                share.failure = Some((start + index, error));
                return share;
            }
        }
    }
}

fn gather(shares: Vec<Share>) -> Result<Vec<TreeEntry>, FsError> {
    let mut turns = Vec::new();
    let mut failures = Vec::new();
    for share in shares {
        turns.extend(share.turns);
        failures.extend(share.failure);
    }
    if let Some((_, error)) = failures.into_iter().min_by_key(|&(index, _)| index) {
        return Err(error);
    }
    turns.sort_unstable_by_key(|&(start, _)| start);
    Ok(turns.into_iter().flat_map(|(_, turn)| turn).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_files_gives_the_first_failure_whatever_the_threads() {
        let folder = Folder::open(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let mut paths = vec!["Cargo.toml".to_owned(); 500];
        for index in [70, 71, 300] {
            paths[index] = format!("missing/{index}");
        }
        for jobs in [1, 2, 8].repeat(20) {
            let error = hash_files(&folder, &paths, jobs, None).unwrap_err();
            assert_eq!(error.path(), Some("missing/70"));
        }
    }
}
