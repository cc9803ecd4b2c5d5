//! Portable paths. Each line is one path; the lines are a set.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metier_core::path::{
    CODES, check, check_id, check_set, collisions, fold_key, is_safe_component, is_skill_id,
    is_strict_name,
};

fuzz_target!(|data: &[u8]| {
    for line in data.split(|byte| *byte == b'\n') {
        check_path(line);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines: Vec<&str> = text.split('\n').collect();
    let clashes = collisions(&lines);
    for clash in &clashes {
        assert!(clash.first < clash.second && clash.second < lines.len());
    }
    let reversed: Vec<&str> = lines.iter().rev().copied().collect();
    assert_eq!(clashes.is_empty(), collisions(&reversed).is_empty(), "a set has no order");
    if check_set(&lines).is_ok() {
        assert!(clashes.is_empty());
    }
    let _ = check_id(text);
    assert!(!is_strict_name(text) || (is_skill_id(text) && fold_key(text) == text));
});

fn check_path(bytes: &[u8]) {
    match check(bytes) {
        Ok(path) => {
            assert_eq!(path.as_bytes(), bytes, "a path is never rewritten");
            assert_eq!(is_safe_component(path), !path.contains('/'));
            for component in path.split('/') {
                assert!(is_safe_component(component), "{component:?} of {path:?}");
            }
        }
        Err(error) => {
            assert!(CODES.iter().any(|row| row.code == error.code()), "{} has a row", error.code());
            assert!(!error.to_string().is_empty());
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let key = fold_key(text);
        assert_eq!(fold_key(&key), key, "a key is its own key");
        assert_eq!(key.matches('/').count(), text.matches('/').count());
    }
}
