//! What hashing a tree gives, on real folders, by every backend and any number of threads.
#![cfg(unix)]

mod scratch;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use metier_core::digest::sha256;
use metier_core::digest::tree::{TreeEntry, tree_digest};
use metier_core::fs::{Backend, Folder, HashedTree, Progress, TreeError, hash_folder, hash_tree};
use scratch::{Scratch, each, fifo};

fn hash(folder: &Folder, jobs: usize) -> Result<HashedTree, TreeError> {
    hash_folder(folder, jobs, None)
}

#[test]
fn hash_of_small_and_large_files_equals_the_digest_of_their_bytes() {
    let scratch = Scratch::new();
    let mut expected = Vec::new();
    for size in [0_u64, 1, 65_535, 65_536, 65_537, 262_144, 1_000_003] {
        let bytes: Vec<u8> = (0..size).map(|index| (index % 251).to_le_bytes()[0]).collect();
        let path = format!("sizes/{size}");
        scratch.write(&path, &bytes);
        expected.push(TreeEntry { path, executable: false, size, sha256: sha256(&bytes) });
    }
    let expected = tree_digest(&expected);
    each(&scratch.0, |folder| {
        for jobs in [0, 1, 2, 8] {
            assert_eq!(hash(folder, jobs).unwrap().tree, expected);
        }
    });
}

#[test]
fn hash_of_many_files_is_in_path_order_whatever_the_threads() {
    let scratch = Scratch::new();
    for number in 0..1000 {
        scratch.write(&format!("{}/{number}", number % 7), number.to_string().as_bytes());
    }
    each(&scratch.0, |folder| {
        let one = hash(folder, 1).unwrap();
        assert_eq!(one.tree.entries.len(), 1000);
        assert!(one.tree.entries.is_sorted_by(|left, right| left.path < right.path));
        assert_eq!(hash(folder, 1_000_000).unwrap(), one);
    });
}

#[test]
fn hash_takes_any_execute_bit_as_executable() {
    let scratch = Scratch::new();
    for (name, mode) in [("a", 0o644), ("b", 0o100), ("c", 0o010), ("d", 0o001), ("e", 0o777)] {
        scratch.write(name, b"");
        fs::set_permissions(scratch.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    each(&scratch.0, |folder| {
        let entries = hash(folder, 1).unwrap().tree.entries;
        let bits: Vec<bool> = entries.iter().map(|entry| entry.executable).collect();
        assert_eq!(bits, [false, true, true, true, true]);
    });
}

#[test]
fn hash_reports_what_it_leaves_out() {
    let scratch = Scratch::new();
    for path in ["SKILL.md", ".git/HEAD", "a/.DS_Store", "a/__pycache__/x.pyc"] {
        scratch.write(path, b"");
    }
    each(&scratch.0, |folder| {
        let hashed = hash(folder, 1).unwrap();
        let left_out: Vec<&[u8]> = hashed.left_out.iter().map(|entry| &entry.path[..]).collect();
        assert_eq!(left_out, [&b".git"[..], b"a/.DS_Store", b"a/__pycache__"]);
        assert_eq!(hashed.tree.files, 1);
    });
}

#[test]
fn hash_refuses_links_and_specials() {
    let scratch = Scratch::new();
    scratch.write("a/file", b"");
    symlink("a", scratch.path("link")).unwrap();
    each(&scratch.0, |folder| {
        let error = hash(folder, 1).unwrap_err();
        assert_eq!((error.code(), error.path()), ("link", Some("link")));
    });
    fifo(&scratch.path("a/pipe"));
    each(&scratch.0, |folder| {
        let error = hash(folder, 1).unwrap_err();
        assert_eq!((error.code(), error.path()), ("not_a_file", Some("a/pipe")));
    });
}

#[test]
fn hash_of_a_file_or_a_linked_folder_is_refused() {
    let scratch = Scratch::new();
    scratch.write("a/file", b"");
    symlink("a", scratch.path("link")).unwrap();
    let refused = |name: &str| hash_tree(&scratch.path(name), 0, None).unwrap_err().code();
    assert_eq!(
        (refused("a/file"), refused("link"), refused("none")),
        ("not_a_folder", "link", "not_found")
    );
}

#[test]
fn hash_refuses_paths_that_no_package_can_have() {
    for (paths, code) in
        [(&["a", "dir/con.txt"][..], "path_device_name"), (&["a/x", "A/y"], "path_collision")]
    {
        let scratch = Scratch::new();
        for path in paths {
            scratch.write(path, b"");
        }
        each(&scratch.0, |folder| assert_eq!(hash(folder, 1).unwrap_err().code(), code));
    }
    let scratch = Scratch::new();
    fs::write(scratch.0.join(OsStr::from_bytes(b"\xff")), b"").unwrap();
    each(&scratch.0, |folder| assert_eq!(hash(folder, 1).unwrap_err().code(), "path_not_utf8"));
}

#[test]
fn hash_counts_its_progress() {
    let scratch = Scratch::new();
    scratch.write("a", b"12345");
    scratch.write("b/c", &vec![0; 100_000]);
    for &backend in Backend::ALL {
        let folder = Folder::open_with(&scratch.0, backend, false).unwrap();
        let progress = Progress::default();
        hash_folder(&folder, 2, Some(&progress)).unwrap();
        assert_eq!((progress.total_files(), progress.files(), progress.bytes()), (2, 2, 100_005));
    }
}
