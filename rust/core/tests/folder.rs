//! What reading below an open folder gives and refuses, by every backend of this system.
#![cfg(unix)]

mod scratch;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use metier_core::fs::{Backend, Folder, FsError, sha256_file};
use scratch::{Scratch, each, fifo};

#[test]
fn read_of_a_nested_file_gives_bytes_mode_and_links() {
    let scratch = Scratch::new();
    scratch.write("a/b/run.sh", b"echo\n");
    fs::set_permissions(scratch.path("a/b/run.sh"), fs::Permissions::from_mode(0o710)).unwrap();
    each(&scratch.0, |folder| {
        let content = folder.read("a/b/run.sh", 5).unwrap();
        assert_eq!(
            (content.bytes.as_slice(), content.executable, content.links),
            (&b"echo\n"[..], true, 1)
        );
        assert_eq!(folder.reader().read("a/b/run.sh", 5).unwrap(), content);
    });
}

#[test]
fn reader_moving_between_folders_reads_the_right_files() {
    let scratch = Scratch::new();
    for path in ["x", "a/x", "a/b/x", "c/x"] {
        scratch.write(path, path.as_bytes());
    }
    each(&scratch.0, |folder| {
        let mut reader = folder.reader();
        for path in ["a/x", "a/b/x", "x", "c/x", "a/x", "x"] {
            assert_eq!(reader.read(path, 9).unwrap().bytes, path.as_bytes());
        }
    });
}

#[test]
fn read_of_a_hard_link_reports_two_names() {
    let scratch = Scratch::new();
    scratch.write("one", b"1");
    fs::hard_link(scratch.path("one"), scratch.path("two")).unwrap();
    each(&scratch.0, |folder| assert_eq!(folder.read("two", 1).unwrap().links, 2));
}

#[test]
fn read_of_a_link_in_any_position_is_refused() {
    let scratch = Scratch::new();
    scratch.write("real/inner/file", b"secret");
    symlink("real/inner/file", scratch.path("last")).unwrap();
    symlink("real", scratch.path("first")).unwrap();
    symlink("inner", scratch.path("real/middle")).unwrap();
    symlink("/nowhere", scratch.path("dangling")).unwrap();
    symlink("loop", scratch.path("loop")).unwrap();
    let cases = [
        ("last", "last"),
        ("first/inner/file", "first"),
        ("real/middle/file", "real/middle"),
        ("dangling", "dangling"),
        ("loop", "loop"),
    ];
    each(&scratch.0, |folder| {
        for (path, link) in cases {
            let expected = Err(FsError::Link { path: link.to_owned() });
            assert_eq!(folder.read(path, 10), expected);
            assert_eq!(folder.reader().read(path, 10), expected);
        }
    });
}

#[test]
fn open_of_a_linked_folder_is_refused_unless_followed() {
    let scratch = Scratch::new();
    scratch.write("real/inner/file", b"1");
    symlink("real", scratch.path("link")).unwrap();
    for &backend in Backend::ALL {
        for path in ["link", "link/", "link/."] {
            let opened = Folder::open_with(&scratch.path(path), backend, false).map(|_| ());
            assert_eq!(opened, Err(FsError::Link { path: "link".to_owned() }));
        }
        let followed = Folder::open_with(&scratch.path("link"), backend, true).unwrap();
        assert_eq!(followed.read("inner/file", 1).unwrap().bytes, b"1");
        // A link among the parents of the folder is the host's own business.
        let below = Folder::open_with(&scratch.path("link/inner"), backend, false).unwrap();
        assert_eq!(below.read("file", 1).unwrap().bytes, b"1");
    }
}

#[test]
fn open_of_an_empty_path_or_of_a_link_to_itself_is_refused() {
    let scratch = Scratch::new();
    symlink("loop", scratch.path("loop")).unwrap();
    for &backend in Backend::ALL {
        let refused = |path: &Path, follow| {
            Folder::open_with(path, backend, follow).map(|_| ()).unwrap_err().code()
        };
        assert_eq!(refused(Path::new(""), false), "not_found");
        assert_eq!(refused(&scratch.path("loop"), true), "link");
        assert_eq!(refused(&scratch.path("loop"), false), "link");
    }
}

#[test]
fn open_folder_below_refuses_links_and_files() {
    let scratch = Scratch::new();
    scratch.write("real/inner/file", b"1");
    symlink("real", scratch.path("link")).unwrap();
    each(&scratch.0, |folder| {
        assert_eq!(folder.open_folder("real/inner").unwrap().read("file", 1).unwrap().bytes, b"1");
        assert_eq!(folder.open_folder("").unwrap().read("real/inner/file", 1).unwrap().links, 1);
        let refused = |path: &str| folder.open_folder(path).map(|_| ()).unwrap_err();
        assert_eq!(refused("link"), FsError::Link { path: "link".to_owned() });
        assert_eq!(refused("link/inner"), FsError::Link { path: "link".to_owned() });
        assert_eq!(refused("real/inner/file").code(), "not_a_folder");
        assert_eq!(refused("real/none").code(), "not_found");
    });
}

#[test]
fn open_of_a_file_or_of_nothing_names_only_the_last_component() {
    let scratch = Scratch::new();
    scratch.write("file", b"");
    for &backend in Backend::ALL {
        let opened = |name: &str| Folder::open_with(&scratch.path(name), backend, false);
        assert_eq!(
            opened("file").map(|_| ()),
            Err(FsError::NotAFolder { path: "file".to_owned() })
        );
        assert_eq!(opened("none").map(|_| ()), Err(FsError::NotFound { path: "none".to_owned() }));
    }
}

#[test]
fn read_of_what_is_no_file_is_refused_without_waiting() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("folder")).unwrap();
    fifo(&scratch.path("fifo"));
    let _socket = UnixListener::bind(scratch.path("socket")).unwrap();
    each(&scratch.0, |folder| {
        for path in ["folder", "fifo", "socket"] {
            assert_eq!(folder.read(path, 1), Err(FsError::NotAFile { path: path.to_owned() }));
        }
    });
}

#[test]
fn read_of_nothing_names_the_whole_path() {
    let scratch = Scratch::new();
    each(&scratch.0, |folder| {
        let expected = Err(FsError::NotFound { path: "none/file".to_owned() });
        assert_eq!(folder.read("none/file", 1), expected);
        assert_eq!(folder.reader().read("none/file", 1), expected);
    });
}

#[test]
fn read_through_a_file_is_refused() {
    let scratch = Scratch::new();
    scratch.write("file", b"");
    each(&scratch.0, |folder| {
        assert_eq!(
            folder.read("file/below", 1),
            Err(FsError::NotAFolder { path: "file".to_owned() })
        );
    });
}

#[test]
fn read_of_a_path_that_is_not_below_is_refused_before_any_call() {
    let scratch = Scratch::new();
    each(&scratch.0, |folder| {
        for path in ["", "/etc/passwd", "../x", "a/../b", "./a", "a//b", "a/", "a\0b", ".", ".."] {
            assert_eq!(folder.read(path, 1).unwrap_err().code(), "invalid_relative_path");
        }
    });
}

#[test]
fn read_over_the_bound_is_refused_and_at_the_bound_is_read() {
    let scratch = Scratch::new();
    scratch.write("file", b"12345");
    scratch.write("empty", b"");
    each(&scratch.0, |folder| {
        assert_eq!(
            folder.read("file", 4),
            Err(FsError::TooLarge { path: "file".to_owned(), size: 5, limit: 4 })
        );
        assert_eq!(folder.read("file", 5).unwrap().bytes, b"12345");
        assert_eq!(folder.read("empty", 0).unwrap().bytes, b"");
        assert_eq!(folder.read("file", u64::MAX).unwrap().bytes, b"12345");
    });
}

#[test]
fn read_of_the_longest_name_works_and_of_a_longer_one_is_refused() {
    let scratch = Scratch::new();
    let longest = "n".repeat(255);
    scratch.write(&longest, b"1");
    each(&scratch.0, |folder| {
        assert_eq!(folder.read(&longest, 1).unwrap().bytes, b"1");
        assert_eq!(folder.list("", 1).unwrap()[0].path, longest.as_bytes());
        let too_long = folder.read("n".repeat(256), 1).unwrap_err();
        assert_eq!(too_long.code(), "name_too_long");
        assert_eq!(folder.read("n/".repeat(3000) + "n", 1).unwrap_err().code(), "name_too_long");
    });
}

#[test]
fn read_of_a_growing_file_gives_a_whole_prefix_or_says_it_changed() {
    let scratch = Scratch::new();
    scratch.write("log", b"");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut log = fs::OpenOptions::new().append(true).open(scratch.path("log")).unwrap();
            while !done.load(Ordering::Relaxed) {
                log.write_all(&[b'x'; 997]).unwrap();
                if log.metadata().unwrap().len() > 4 << 20 {
                    log.set_len(0).unwrap();
                }
            }
        });
        let mut changed = 0;
        each(&scratch.0, |folder| {
            for _ in 0..300 {
                match folder.read("log", 8 << 20) {
                    Ok(content) => assert!(content.bytes.iter().all(|&byte| byte == b'x')),
                    Err(error) => assert_eq!(error.code(), "changed_while_reading"),
                }
            }
        });
        // With the writer at work all the time, at least one read must have been disturbed.
        let folder = Folder::open(&scratch.0).unwrap();
        for _ in 0..100_000 {
            changed += usize::from(folder.read("log", 8 << 20).is_err());
            if changed > 0 {
                break;
            }
        }
        done.store(true, Ordering::Relaxed);
        assert!(changed > 0);
    });
}

#[test]
fn folder_that_was_renamed_is_still_read_through_its_descriptor() {
    let scratch = Scratch::new();
    scratch.write("old/file", b"1");
    let folder = Folder::open_with(&scratch.path("old"), Backend::Descriptors, false).unwrap();
    fs::rename(scratch.path("old"), scratch.path("new")).unwrap();
    scratch.write("old/file", b"2");
    assert_eq!(folder.read("file", 1).unwrap().bytes, b"1");
}

#[test]
fn sha256_file_hashes_files_of_any_size_and_refuses_a_fifo() {
    let scratch = Scratch::new();
    for size in [0, 1, 262_143, 262_144, 262_145, 1_000_000] {
        let bytes: Vec<u8> = (0..size).map(|index: u32| index.to_le_bytes()[0]).collect();
        scratch.write("file", &bytes);
        let digest = sha256_file(&scratch.path("file")).unwrap();
        assert_eq!(digest, metier_core::digest::sha256(&bytes));
    }
    fifo(&scratch.path("fifo"));
    let refused = |name: &str| sha256_file(&scratch.path(name)).unwrap_err().code();
    assert_eq!(
        (refused("fifo"), refused("none"), refused(".")),
        ("not_a_file", "not_found", "not_a_file")
    );
}
