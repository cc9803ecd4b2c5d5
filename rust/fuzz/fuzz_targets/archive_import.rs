//! Archives of other tools: what import takes can be written, and reads as the same tree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metier_core::archive::{ArchiveInput, CODES, ReadMode, archive_bytes, read_archive};
use metier_core::limits::ArchiveLimits;
use metier_core::path;

fuzz_target!(|data: &[u8]| {
    let limits = ArchiveLimits { max_total_bytes: 4 << 20, ..ArchiveLimits::default() };
    let archive = match read_archive(data, ReadMode::Import, &limits) {
        Ok(archive) => archive,
        Err(error) => {
            let rows = CODES.iter().chain(path::CODES);
            assert!(rows.into_iter().any(|row| row.code == error.code()), "{}", error.code());
            let strict = read_archive(data, ReadMode::Strict, &limits);
            assert!(strict.is_err(), "strict takes nothing that import refuses: {error}");
            return;
        }
    };
    let inputs: Vec<ArchiveInput<'_>> = archive
        .files
        .iter()
        .map(|file| ArchiveInput {
            path: &file.path,
            bytes: &file.bytes,
            executable: file.executable,
        })
        .collect();
    let again = archive_bytes(&inputs).expect("a set of files that was read can be written");
    if let Ok(reread) = read_archive(&again, ReadMode::Strict, &limits) {
        assert_eq!(reread.tree(), archive.tree());
    }
});
