//! Tar files, plain and inside gzip: the two read alike.
#![no_main]

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use libfuzzer_sys::fuzz_target;
use metier_core::archive::{ReadMode, read_archive};
use metier_core::limits::ArchiveLimits;

fuzz_target!(|data: &[u8]| {
    let limits = ArchiveLimits { max_total_bytes: 4 << 20, ..ArchiveLimits::default() };
    let tar = with_checksums(data);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&tar).expect("memory takes everything");
    let packed = encoder.finish().expect("memory takes everything");
    let inside = read_archive(&packed, ReadMode::Import, &limits);
    if !tar.get(257..).is_some_and(|rest| rest.starts_with(b"ustar"))
        || tar.starts_with(b"PK")
        || tar.starts_with(b"\x1f\x8b")
    {
        // What starts like another format is read as that.
        return;
    }
    let plain = read_archive(&tar, ReadMode::Import, &limits);
    match (plain, inside) {
        (Ok(plain), Ok(inside)) => assert_eq!(plain.files, inside.files),
        (Err(plain), Err(inside)) if inside.code() != "gzip_bomb" => {
            assert_eq!(plain.code(), inside.code());
        }
        (Err(_), Err(_)) => {}
        (plain, inside) => panic!("plain {:?}, in gzip {:?}", plain.is_ok(), inside.is_ok()),
    }
});

/// The same bytes with a right checksum in each block that has the magic of a header.
fn with_checksums(data: &[u8]) -> Vec<u8> {
    let mut tar = data.to_vec();
    for block in tar.chunks_exact_mut(512) {
        if block[257..262] == *b"ustar" {
            block[148..156].fill(b' ');
            let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
            block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        }
    }
    tar
}
