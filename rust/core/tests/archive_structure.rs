//! Laws of the canonical archive and of its readers.

use metier_core::archive::{
    ArchiveInput, ArchiveWriter, MAX_ENTRIES, ReadMode, archive_bytes, archive_len, read_archive,
};
use metier_core::limits::ArchiveLimits;

const FILES: [(&str, &[u8], bool); 4] = [
    ("scripts/run.sh", b"#!/bin/sh\n", true),
    ("a.md", b"1", false),
    ("SKILL.md", b"---\nname: a\ndescription: b\n---\n", false),
    ("a/b.md", b"", false),
];

fn inputs<'a>(files: &[(&'a str, &'a [u8], bool)]) -> Vec<ArchiveInput<'a>> {
    let input = |&(path, bytes, executable)| ArchiveInput { path, bytes, executable };
    files.iter().map(input).collect()
}

fn code(files: &[(&str, &[u8], bool)]) -> Option<&'static str> {
    archive_bytes(&inputs(files)).err().map(|error| error.code())
}

fn read_code(data: &[u8], limits: ArchiveLimits) -> Option<&'static str> {
    let modes = [ReadMode::Strict, ReadMode::Import];
    let codes = modes.map(|mode| read_archive(data, mode, &limits).err().map(|one| one.code()));
    assert_eq!(codes[0], codes[1], "both modes give one code");
    codes[0]
}

#[test]
fn archive_in_any_order_of_files_is_the_same_bytes() {
    let expected = archive_bytes(&inputs(&FILES)).unwrap();
    let mut files = FILES;
    for turn in 0..FILES.len() {
        files.rotate_left(1);
        files.swap(0, turn);
        assert_eq!(archive_bytes(&inputs(&files)).unwrap(), expected);
    }
    assert_eq!(archive_len(&inputs(&FILES)).unwrap(), expected.len() as u64);
}

#[test]
fn archive_reads_back_in_canonical_order_as_slices_of_its_bytes() {
    let data = archive_bytes(&inputs(&FILES)).unwrap();
    for mode in [ReadMode::Strict, ReadMode::Import] {
        let archive = read_archive(&data, mode, &ArchiveLimits::default()).unwrap();
        let paths: Vec<&str> = archive.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["SKILL.md", "a.md", "a/b.md", "scripts/run.sh"]);
        for file in &archive.files {
            assert!(matches!(file.bytes, std::borrow::Cow::Borrowed(_)), "{}", file.path);
            let (_, bytes, executable) = FILES.iter().find(|one| one.0 == file.path).unwrap();
            assert_eq!((&*file.bytes, file.executable), (*bytes, *executable));
        }
        assert_eq!(archive.tree().files, 4);
        assert!(archive.diagnostics.is_empty());
    }
}

#[test]
fn writer_refuses_paths_with_the_codes_of_paths() {
    let rows: [(&[&str], &str); 6] = [
        (&["a", "a"], "path_duplicate"),
        (&["a", "A"], "path_collision"),
        (&["a", "a/b"], "path_file_and_folder"),
        (&["../a"], "path_dots"),
        (&["a\\b"], "path_backslash"),
        (&[""], "path_empty"),
    ];
    for (paths, expected) in rows {
        let files: Vec<(&str, &[u8], bool)> =
            paths.iter().map(|path| (*path, b"x".as_slice(), false)).collect();
        assert_eq!(code(&files), Some(expected), "{paths:?}");
    }
}

#[test]
fn writer_stops_before_zip64_would_begin() {
    let names: Vec<String> = (0..=MAX_ENTRIES).map(|number| format!("f{number}")).collect();
    let files: Vec<(&str, &[u8], bool)> =
        names.iter().map(|name| (name.as_str(), b"".as_slice(), false)).collect();
    assert_eq!(code(&files), Some("archive_too_many_entries"));
    assert_eq!(code(&files[..MAX_ENTRIES]), None);
    let mut writer = ArchiveWriter::new(std::io::sink());
    let large = vec![0_u8; 1 << 28];
    let refused = (0..16).find_map(|number| writer.add(&names[number], &large, false).err());
    assert_eq!(refused.map(|error| error.code()), Some("archive_too_large"));
}

#[test]
fn every_prefix_of_an_archive_is_refused() {
    let data = archive_bytes(&inputs(&FILES)).unwrap();
    for length in 0..data.len() {
        for mode in [ReadMode::Strict, ReadMode::Import] {
            let read = read_archive(&data[..length], mode, &ArchiveLimits::default());
            assert!(read.is_err(), "{length} bytes are no archive");
        }
    }
}

#[test]
fn limits_are_inclusive_and_name_what_is_over() {
    let data = archive_bytes(&inputs(&FILES)).unwrap();
    let exact = ArchiveLimits {
        max_entries: 4,
        max_file_bytes: 32,
        max_total_bytes: 43,
        max_ratio: 1,
        max_name_bytes: 32,
    };
    assert_eq!(read_code(&data, exact), None);
    let rows = [
        (ArchiveLimits { max_entries: 3, ..exact }, "zip_entry_count"),
        (ArchiveLimits { max_file_bytes: 30, ..exact }, "archive_entry_too_large"),
        (ArchiveLimits { max_total_bytes: 40, ..exact }, "zip_total"),
        (ArchiveLimits { max_name_bytes: 31, ..exact }, "zip_directory_too_large"),
    ];
    for (limits, expected) in rows {
        assert_eq!(read_code(&data, limits), Some(expected));
    }
}

#[test]
fn refusal_names_entry_and_place() {
    let mut data = archive_bytes(&inputs(&FILES)).unwrap();
    let place = data.windows(2).position(|pair| pair == b"1P").unwrap();
    data[place] = b'2';
    let error = read_archive(&data, ReadMode::Strict, &ArchiveLimits::default()).unwrap_err();
    assert_eq!(error.code(), "zip_crc_wrong");
    assert_eq!(error.entry(), Some("a.md"));
    assert!(error.offset().is_some_and(|offset| offset < place as u64));
    assert!(error.to_string().starts_with("entry \"a.md\": its CRC is "));
}

#[test]
fn bytes_of_no_format_have_a_code_of_their_own_in_each_mode() {
    let limits = ArchiveLimits::default();
    let rows =
        [(ReadMode::Strict, "archive_not_zip"), (ReadMode::Import, "archive_format_unknown")];
    for (mode, expected) in rows {
        for data in [b"".as_slice(), b"<html>404</html>", &[7; 4096]] {
            assert_eq!(read_archive(data, mode, &limits).unwrap_err().code(), expected);
        }
    }
}
