//! Strict JSON and its canonical form: what reads has one text, and that text is its own.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metier_core::json::canonical::to_canonical;
use metier_core::json::{CODES, JsonError, canonicalize, parse, position};
use metier_core::limits::JsonLimits;

fuzz_target!(|data: &[u8]| {
    let canonical = canonicalize(data);
    match parse(data, &JsonLimits::UNBOUNDED) {
        Ok(node) => {
            let from_value = to_canonical(&node.value).expect("what was read can be written");
            let from_bytes = canonical.as_ref().expect("what reads has a canonical text");
            assert_eq!(&from_value, from_bytes, "one text from the value and from the bytes");
        }
        Err(error) => check_error(data, &error),
    }
    match canonical {
        Ok(text) => check_canonical(&text),
        Err(error) => check_error(data, &error),
    }
    if parse(data, &JsonLimits::default()).is_ok() {
        assert!(parse(data, &JsonLimits::UNBOUNDED).is_ok(), "wider bounds refuse nothing more");
    }
});

fn check_canonical(text: &[u8]) {
    assert_eq!(canonicalize(text).as_deref(), Ok(text), "a canonical text is its own");
    // An integer beyond ±(2^53−1) has a canonical text and is no value.
    if let Ok(node) = parse(text, &JsonLimits::UNBOUNDED) {
        assert_eq!(to_canonical(&node.value).as_deref(), Ok(text), "and reads as the same value");
    }
}

fn check_error(data: &[u8], error: &JsonError) {
    assert!(error.offset <= data.len(), "the place of an error is in the text");
    assert!(CODES.iter().any(|row| row.code == error.code()), "{} has a row", error.code());
    assert!(error.path.starts_with('$'));
    let (line, column) = position(data, error.offset);
    assert!(line >= 1 && column >= 1);
}
