//! The archive of a folder: the same bytes as of its files in memory, or no file at all.
#![cfg(unix)]

#[expect(dead_code, reason = "other tests need the rest of it")]
mod scratch;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use metier_core::archive::{
    ArchiveFolderError, ArchiveInput, FolderArchive, ReadMode, archive_bytes, archive_folder,
    read_archive,
};
use metier_core::digest::sha256;
use metier_core::digest::tree::TreeDigest;
use metier_core::fs::{Progress, hash_tree};
use metier_core::limits::ArchiveLimits;
use metier_core::load::seal::{SealOptions, seal_folder};
use metier_core::load::{SkillOptions, load_skill};
use metier_core::package::MANIFEST_FILE;
use scratch::{Scratch, fifo};

const SKILL: &[u8] = b"---\nname: a\ndescription: b\n---\n";
const RUN: &[u8] = b"#!/bin/sh\n";

/// A folder `skill` with a program, and a folder `out` for archives.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("skill/a.md", b"1");
    scratch.write("skill/SKILL.md", SKILL);
    scratch.write("skill/scripts/run.sh", RUN);
    make_executable(&scratch, "skill/scripts/run.sh");
    fs::create_dir(scratch.path("out")).unwrap();
    scratch
}

fn make_executable(scratch: &Scratch, relative: &str) {
    set_mode(scratch, relative, 0o755);
}

fn set_mode(scratch: &Scratch, relative: &str, mode: u32) {
    fs::set_permissions(scratch.path(relative), fs::Permissions::from_mode(mode)).unwrap();
}

fn write(scratch: &Scratch) -> Result<FolderArchive, ArchiveFolderError> {
    write_within(scratch, ArchiveLimits::default())
}

fn write_within(
    scratch: &Scratch,
    limits: ArchiveLimits,
) -> Result<FolderArchive, ArchiveFolderError> {
    archive_folder(&scratch.path("skill"), &scratch.path("out/a.zip"), &limits, None)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn archive_of_a_folder_is_that_of_its_files() {
    let scratch = scratch();
    let written = write(&scratch).unwrap();
    let input = |path, bytes, executable| ArchiveInput { path, bytes, executable };
    let files = [
        input("SKILL.md", SKILL, false),
        input("a.md", b"1".as_slice(), false),
        input("scripts/run.sh", RUN, true),
    ];
    let bytes = fs::read(scratch.path("out/a.zip")).unwrap();
    assert_eq!(bytes, archive_bytes(&files).unwrap());
    assert_eq!((written.size, written.digest), (bytes.len() as u64, sha256(&bytes)));
    assert_eq!(written.hashed, hash_tree(&scratch.path("skill"), 1, None).unwrap());
    let read = read_archive(&bytes, ReadMode::Strict, &ArchiveLimits::default()).unwrap();
    assert_eq!(read.tree(), written.hashed.tree);
}

#[test]
fn archive_replaces_the_one_before_and_leaves_nothing_beside_it() {
    let scratch = scratch();
    scratch.write("out/a.zip", b"old");
    set_mode(&scratch, "out/a.zip", 0o600);
    let written = write(&scratch).unwrap();
    let metadata = fs::metadata(scratch.path("out/a.zip")).unwrap();
    assert_eq!((metadata.len(), metadata.permissions().mode() & 0o777), (written.size, 0o600));
    assert_eq!(names(&scratch.path("out")), ["a.zip"]);
}

/// Puts into a folder what no archive holds.
type Spoil = fn(&Scratch);

#[test]
fn refused_folder_leaves_the_file_that_was_there() {
    let rows: [(&str, Spoil); 4] = [
        ("link", |scratch| symlink("a.md", scratch.path("skill/z")).unwrap()),
        ("not_a_file", |scratch| fifo(&scratch.path("skill/z"))),
        ("path_colon", |scratch| scratch.write("skill/z:1", b"")),
        ("path_collision", |scratch| scratch.write("skill/A.md", b"")),
    ];
    for (code, spoil) in rows {
        let scratch = scratch();
        scratch.write("out/a.zip", b"old");
        spoil(&scratch);
        assert_eq!(write(&scratch).unwrap_err().code(), code);
        assert_eq!(fs::read(scratch.path("out/a.zip")).unwrap(), b"old");
        assert_eq!(names(&scratch.path("out")), ["a.zip"], "{code}");
    }
}

#[test]
fn folder_over_a_limit_is_refused_and_leaves_no_file() {
    let exact = ArchiveLimits {
        max_entries: 3,
        max_file_bytes: SKILL.len() as u64,
        max_total_bytes: (SKILL.len() + RUN.len() + 1) as u64,
        max_name_bytes: 26,
        ..ArchiveLimits::default()
    };
    let rows = [
        ("zip_entry_count", ArchiveLimits { max_entries: 2, ..exact }),
        ("file_too_large", ArchiveLimits { max_file_bytes: exact.max_file_bytes - 1, ..exact }),
        ("zip_total", ArchiveLimits { max_total_bytes: exact.max_total_bytes - 1, ..exact }),
        ("zip_directory_too_large", ArchiveLimits { max_name_bytes: 25, ..exact }),
    ];
    let scratch = scratch();
    for (code, limits) in rows {
        assert_eq!(write_within(&scratch, limits).unwrap_err().code(), code);
        assert!(names(&scratch.path("out")).is_empty(), "{code}");
    }
    write_within(&scratch, exact).unwrap();
    let bytes = fs::read(scratch.path("out/a.zip")).unwrap();
    assert!(read_archive(&bytes, ReadMode::Strict, &exact).is_ok());
}

#[test]
fn target_that_is_no_regular_file_is_refused() {
    let scratch = scratch();
    scratch.write("elsewhere", b"kept");
    symlink(scratch.path("elsewhere"), scratch.path("out/a.zip")).unwrap();
    assert_eq!(write(&scratch).unwrap_err().code(), "archive_write_failed");
    assert_eq!(fs::read(scratch.path("elsewhere")).unwrap(), b"kept");
    fs::remove_file(scratch.path("out/a.zip")).unwrap();
    fs::create_dir(scratch.path("out/a.zip")).unwrap();
    assert_eq!(write(&scratch).unwrap_err().code(), "archive_write_failed");
    let limits = ArchiveLimits::default();
    let missing = scratch.path("missing/a.zip");
    let error = archive_folder(&scratch.path("skill"), &missing, &limits, None).unwrap_err();
    assert_eq!(error.code(), "archive_write_failed");
}

#[test]
fn sealed_manifest_and_no_mode_says_which_files_are_executable() {
    let scratch = scratch();
    let text = b"---\nname: skill\ndescription: d\nmetadata:\n  version: 1.0.0\n---\n# D\n";
    scratch.write("skill/SKILL.md", text);
    let sealed = seal_folder(&scratch.path("skill"), "skill", &SealOptions::default());
    let manifest = sealed.seal.unwrap().package.file(MANIFEST_FILE).unwrap().bytes.clone();
    scratch.write("skill/skill.json", &manifest);
    let recorded = write(&scratch).unwrap().hashed.tree;
    assert_eq!(executable(&recorded), ["scripts/run.sh"]);
    let loaded = load_skill(&scratch.path("skill"), "skill", &SkillOptions::default());
    assert_eq!(&recorded, loaded.package.unwrap().tree());

    make_executable(&scratch, "skill/skill.json");
    make_executable(&scratch, "skill/a.md");
    set_mode(&scratch, "skill/scripts/run.sh", 0o644);
    assert_eq!(write(&scratch).unwrap().hashed.tree, recorded);
    scratch.write("skill/skill.json", b"no manifest");
    assert_eq!(executable(&write(&scratch).unwrap().hashed.tree), ["a.md", "skill.json"]);
}

fn executable(tree: &TreeDigest) -> Vec<&str> {
    let marked = tree.entries.iter().filter(|entry| entry.executable);
    marked.map(|entry| entry.path.as_str()).collect()
}

#[test]
fn what_never_belongs_to_a_skill_is_left_out_and_counted_nowhere() {
    let scratch = scratch();
    let before = write(&scratch).unwrap();
    scratch.write("skill/.git/config", b"x");
    scratch.write("skill/scripts/.DS_Store", b"x");
    let progress = Progress::default();
    let limits = ArchiveLimits::default();
    let target = scratch.path("out/b.zip");
    let after = archive_folder(&scratch.path("skill"), &target, &limits, Some(&progress)).unwrap();
    assert_eq!((after.size, after.digest), (before.size, before.digest));
    let left_out: Vec<_> = after.hashed.left_out.iter().map(|entry| &entry.path[..]).collect();
    assert_eq!(left_out, [b".git".as_slice(), b"scripts/.DS_Store"]);
    assert_eq!((progress.total_files(), progress.files()), (3, 3));
    assert_eq!(progress.bytes(), after.hashed.tree.bytes);
}

#[test]
fn empty_folder_has_the_archive_of_no_files() {
    let scratch = Scratch::new();
    scratch.write("skill/empty/.DS_Store", b"");
    let limits = ArchiveLimits::default();
    let target = scratch.path("a.zip");
    assert_eq!(archive_folder(&scratch.path("skill"), &target, &limits, None).unwrap().size, 22);
    assert_eq!(fs::read(target).unwrap().len(), 22);
}
