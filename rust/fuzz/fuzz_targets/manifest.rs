//! `skill.json`: a manifest that reads is written in one form, which reads as the same manifest.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metier_core::diagnostic::Severity;
use metier_core::limits::JsonLimits;
use metier_core::package::{MAX_FINDINGS, Manifest};

fuzz_target!(|data: &[u8]| {
    let limits = JsonLimits::default();
    let manifest = match Manifest::parse(data, &limits) {
        Ok(manifest) => manifest,
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty() && diagnostics.len() <= MAX_FINDINGS + 1);
            for diagnostic in diagnostics {
                assert_eq!(diagnostic.severity, Severity::Error);
                assert!(diagnostic.location.line.is_some_and(|line| line >= 1), "{diagnostic:?}");
                assert!(diagnostic.location.json_path.is_some(), "{diagnostic:?}");
            }
            return;
        }
    };
    let text = manifest.json_bytes();
    let again = Manifest::parse(&text, &limits).expect("what was written reads");
    assert_eq!(again.json_bytes(), text, "as the same manifest");
    let reread = Manifest::parse(&again.json_bytes(), &limits);
    assert_eq!(reread.as_ref(), Ok(&again), "whose maps are now in order");
    // A float whose embedded text is not its shortest has no canonical form.
    if let Ok(canonical) = manifest.canonical_bytes() {
        assert_eq!(canonical, text, "the two forms are one where both exist");
        assert_eq!(manifest.checked_canonical_bytes(&limits), Ok(canonical));
    }
});
