//! Strict archives: what is accepted, stored, is what the writer makes of it, byte for byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metier_core::archive::{ArchiveInput, CODES, ReadMode, archive_bytes, read_archive};
use metier_core::limits::ArchiveLimits;
use metier_core::path;

fuzz_target!(|data: &[u8]| {
    let limits = ArchiveLimits::default();
    let archive = match read_archive(data, ReadMode::Strict, &limits) {
        Ok(archive) => archive,
        Err(error) => {
            let rows = CODES.iter().chain(path::CODES);
            assert!(rows.into_iter().any(|row| row.code == error.code()), "{}", error.code());
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(archive.diagnostics.is_empty());
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
    let all_stored =
        archive.files.iter().all(|file| matches!(file.bytes, std::borrow::Cow::Borrowed(_)));
    assert!(!all_stored || again == data, "one tree has one stored archive");
    let reread = read_archive(&again, ReadMode::Strict, &limits).expect("what was written reads");
    assert_eq!(reread.tree(), archive.tree());
    let imported = read_archive(&again, ReadMode::Import, &limits).expect("by import as well");
    assert!(!imported.diagnostics.is_empty() || imported.files == reread.files);
});
