//! What walking an open folder lists and where it stops, by every backend of this system.
#![cfg(unix)]

mod scratch;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use metier_core::fs::{EntryKind, FsError, Walk, WalkBounds};
use scratch::{Scratch, each, fifo};

const BOUNDS: WalkBounds =
    WalkBounds { max_entries: 1000, max_depth: 32, max_path_bytes: 4095, left_out: false };

fn paths(walk: &Walk) -> Vec<&str> {
    walk.entries.iter().map(|entry| str::from_utf8(&entry.path).unwrap()).collect()
}

#[test]
fn names_that_are_not_utf_8_are_listed_and_read_as_bytes() {
    let scratch = Scratch::new();
    let name = b"caf\xe9";
    fs::write(scratch.0.join(OsStr::from_bytes(name)), b"1").unwrap();
    each(&scratch.0, |folder| {
        assert_eq!(folder.walk(&BOUNDS).unwrap().entries[0].path, name);
        assert_eq!(folder.read(name, 1).unwrap().bytes, b"1");
    });
}

#[test]
fn walk_lists_every_kind_in_byte_order_without_following() {
    use EntryKind::{File, Folder, Link, Other};
    const KINDS: [EntryKind; 7] = [File, Folder, File, File, Folder, Link, Other];
    let scratch = Scratch::new();
    scratch.write("a/b.md", b"");
    scratch.write("a.md", b"");
    scratch.write("B", b"");
    fs::create_dir(scratch.path("empty")).unwrap();
    symlink("a", scratch.path("link")).unwrap();
    fifo(&scratch.path("pipe"));
    each(&scratch.0, |folder| {
        let walk = folder.walk(&BOUNDS).unwrap();
        assert_eq!(paths(&walk), ["B", "a", "a.md", "a/b.md", "empty", "link", "pipe"]);
        let kinds: Vec<EntryKind> = walk.entries.iter().map(|entry| entry.kind).collect();
        assert_eq!(kinds, KINDS);
        assert!(walk.left_out.is_empty());
    });
}

#[test]
fn list_gives_one_folder_with_paths_from_the_root() {
    let scratch = Scratch::new();
    scratch.write("a/z/deep", b"");
    scratch.write("a/b", b"");
    each(&scratch.0, |folder| {
        let listed = folder.list("a", 2).unwrap();
        let found: Vec<&[u8]> = listed.iter().map(|entry| entry.path.as_slice()).collect();
        assert_eq!(found, [&b"a/b"[..], b"a/z"]);
        assert_eq!(listed[0].name(), b"b");
        assert_eq!(folder.list("a", 1), Err(FsError::EntryCountExceeded { limit: 1 }));
        assert_eq!(folder.list("", 1).unwrap().len(), 1);
    });
}

#[test]
fn walk_sets_left_out_entries_apart_and_does_not_enter_them() {
    let scratch = Scratch::new();
    for path in [
        "SKILL.md",
        ".git/HEAD",
        "a/node_modules/x/y",
        "a/.DS_Store",
        "._SKILL.md",
        "Thumbs.db",
        ".gitignore",
        "b/.venv",
        "desktop.ini/x",
        "thumbs.db",
    ] {
        scratch.write(path, b"");
    }
    symlink("a", scratch.path("__pycache__")).unwrap();
    each(&scratch.0, |folder| {
        let walk = folder.walk(&WalkBounds { left_out: true, ..BOUNDS }).unwrap();
        let left_out: Vec<&[u8]> = walk.left_out.iter().map(|entry| &entry.path[..]).collect();
        let expected: [&[u8]; 5] =
            [b"._SKILL.md", b".git", b"Thumbs.db", b"a/.DS_Store", b"a/node_modules"];
        assert_eq!(left_out, expected);
        // A file `.venv`, a folder `desktop.ini` and a link `__pycache__` are like any other.
        let kept = [
            ".gitignore",
            "SKILL.md",
            "__pycache__",
            "a",
            "b",
            "b/.venv",
            "desktop.ini",
            "desktop.ini/x",
            "thumbs.db",
        ];
        assert_eq!(paths(&walk), kept);
    });
}

#[test]
fn walk_over_the_entry_bound_stops_and_at_the_bound_succeeds() {
    let scratch = Scratch::new();
    for path in ["a/1", "a/2", "b/1"] {
        scratch.write(path, b"");
    }
    each(&scratch.0, |folder| {
        let at = |max_entries| folder.walk(&WalkBounds { max_entries, ..BOUNDS });
        assert_eq!(at(5).unwrap().entries.len(), 5);
        assert_eq!(at(4), Err(FsError::EntryCountExceeded { limit: 4 }));
        assert_eq!(at(0), Err(FsError::EntryCountExceeded { limit: 0 }));
    });
}

#[test]
fn walk_of_twenty_thousand_empty_folders_stops_at_the_bound() {
    // In memory where the system has a place for it: a disk takes a minute for so many.
    let memory = Path::new("/dev/shm");
    let scratch = if memory.is_dir() {
        let path = memory.join(format!("metier-{}-folders", std::process::id()));
        fs::create_dir(&path).unwrap();
        Scratch(path)
    } else {
        Scratch::new()
    };
    for number in 0..20_000 {
        fs::create_dir(scratch.path(&number.to_string())).unwrap();
    }
    each(&scratch.0, |folder| {
        assert_eq!(folder.walk(&BOUNDS), Err(FsError::EntryCountExceeded { limit: 1000 }));
    });
}

#[test]
fn walk_over_the_depth_bound_names_the_entry() {
    let scratch = Scratch::new();
    scratch.write("a/b/c/d", b"");
    each(&scratch.0, |folder| {
        let at = |max_depth| folder.walk(&WalkBounds { max_depth, ..BOUNDS });
        assert_eq!(at(4).unwrap().entries.len(), 4);
        assert_eq!(at(2), Err(FsError::DepthExceeded { path: "a/b/c".to_owned(), limit: 2 }));
    });
}

#[test]
fn walk_over_the_path_bound_is_refused() {
    let scratch = Scratch::new();
    scratch.write("aaaa/bbbb", b"");
    each(&scratch.0, |folder| {
        let at = |max_path_bytes| folder.walk(&WalkBounds { max_path_bytes, ..BOUNDS });
        assert_eq!(at(9).unwrap().entries.len(), 2);
        assert_eq!(at(8).unwrap_err().code(), "name_too_long");
    });
}

#[test]
fn walk_of_two_hundred_levels_uses_neither_stack_nor_descriptors() {
    let scratch = Scratch::new();
    let deep = vec!["d"; 200].join("/");
    fs::create_dir_all(scratch.path(&deep)).unwrap();
    each(&scratch.0, |folder| {
        let walk = folder.walk(&WalkBounds { max_depth: 200, ..BOUNDS }).unwrap();
        assert_eq!(walk.entries.len(), 200);
        assert_eq!(folder.walk(&BOUNDS).unwrap_err().code(), "entry_depth_exceeded");
    });
}
