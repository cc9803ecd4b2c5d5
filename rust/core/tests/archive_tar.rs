//! Tar, gzip and odd zip files that no tool makes: each refused by its own code.

use std::io::{self, Write};

use metier_core::archive::{
    ArchiveInput, ArchiveWriter, ReadMode, archive_bytes, build_archive, read_archive,
};
use metier_core::limits::ArchiveLimits;

const BLOCK: usize = 512;

/// A POSIX header with a right checksum, and the data with its padding.
fn member(name: &str, data: &[u8], kind: u8) -> Vec<u8> {
    let mut block = vec![0_u8; BLOCK];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[100..108].copy_from_slice(b"0000644\0");
    block[124..136].copy_from_slice(format!("{:011o}\0", data.len()).as_bytes());
    block[156] = kind;
    block[257..265].copy_from_slice(b"ustar\x0000");
    sign(&mut block);
    block.extend_from_slice(data);
    block.resize(block.len().next_multiple_of(BLOCK), 0);
    block
}

fn sign(block: &mut [u8]) {
    block[148..156].fill(b' ');
    let sum: u32 = block[..BLOCK].iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

fn tar(members: &[Vec<u8>]) -> Vec<u8> {
    [members.concat(), vec![0; 2 * BLOCK]].concat()
}

fn code(data: &[u8], limits: &ArchiveLimits) -> Option<&'static str> {
    read_archive(data, ReadMode::Import, limits).err().map(|error| error.code())
}

#[test]
fn header_before_posix_or_with_odd_numbers_is_refused() {
    let limits = ArchiveLimits::default();
    let mut old = member("SKILL.md", b"x", b'0');
    old[257..265].fill(0);
    sign(&mut old);
    assert_eq!(code(&tar(&[old]), &limits), Some("tar_v7"));
    let mut odd = member("SKILL.md", b"x", b'0');
    odd[100..108].copy_from_slice(b"rw-r--r-");
    sign(&mut odd);
    assert_eq!(code(&tar(&[odd]), &limits), Some("tar_header_invalid"));
    let folder = member("a/", b"x", b'5');
    assert_eq!(code(&tar(&[folder]), &limits), Some("tar_directory_data"));
}

#[test]
fn limits_of_tar_files_are_inclusive() {
    let data = tar(&[member("SKILL.md", b"12345", b'0'), member("a", b"67890", b'0')]);
    let exact = ArchiveLimits {
        max_entries: 2,
        max_file_bytes: 5,
        max_total_bytes: 10,
        max_ratio: 1,
        max_name_bytes: 9,
    };
    assert_eq!(code(&data, &exact), None);
    let rows = [
        (ArchiveLimits { max_entries: 1, ..exact }, "tar_entry_count"),
        (ArchiveLimits { max_total_bytes: 9, ..exact }, "tar_total"),
        (ArchiveLimits { max_name_bytes: 8, ..exact }, "tar_headers_too_large"),
        (ArchiveLimits { max_file_bytes: 4, ..exact }, "archive_entry_too_large"),
    ];
    for (limits, expected) in rows {
        assert_eq!(code(&data, &limits), Some(expected));
    }
}

#[test]
fn gzip_without_a_deflate_stream_is_refused() {
    let limits = ArchiveLimits::default();
    let rows: [(&[u8], &str); 4] = [
        (b"\x1f\x8b\x08", "gzip_header_invalid"),
        (b"\x1f\x8b\x07\0\0\0\0\0\0\x03\x03\0", "gzip_header_invalid"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "gzip_data_invalid"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff", "gzip_data_invalid"),
    ];
    for (data, expected) in rows {
        assert_eq!(code(data, &limits), Some(expected), "{data:?}");
    }
}

/// The archive of one `SKILL.md`, with the same two bytes in both of its headers.
fn with_field(local: usize, bytes: [u8; 2]) -> Vec<u8> {
    let input = ArchiveInput { path: "SKILL.md", bytes: b"\xff\xff\xff", executable: false };
    let mut data = archive_bytes(&[input]).unwrap();
    let record = 30 + "SKILL.md".len() + 3;
    for at in [local, record + local + 2] {
        data[at..at + 2].copy_from_slice(&bytes);
    }
    data
}

#[test]
fn flags_without_a_meaning_and_bytes_that_are_no_deflate_are_refused() {
    let limits = ArchiveLimits::default();
    assert_eq!(code(&with_field(6, [0, 0x18]), &limits), Some("zip_flags"));
    assert_eq!(code(&with_field(8, [8, 0]), &limits), Some("zip_deflate_invalid"));
}

/// Takes nothing, as a full disk does.
#[derive(Debug)]
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn disk_that_is_full_is_an_error_of_writing() {
    let error = build_archive(&[], Full).unwrap_err();
    assert_eq!(error.code(), "archive_write_failed");
    let added = ArchiveWriter::new(Full).add("a", b"x", false);
    assert_eq!(added.map_err(|error| error.code()), Err("archive_write_failed"));
}
