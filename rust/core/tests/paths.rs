//! Laws of the path rules that hold for every character.

use metier_core::path::{
    CODES, CollisionKind, IdError, check, check_id, check_set, collisions, fold_key,
    is_safe_component, is_skill_id, is_strict_name,
};

fn all_characters() -> impl Iterator<Item = char> {
    (0..=u32::from(char::MAX)).filter_map(char::from_u32)
}

#[test]
fn fold_key_of_every_character_is_its_own_key() {
    for character in all_characters() {
        let key = fold_key(&character.to_string());
        assert_eq!(fold_key(&key), key, "U+{:04X}", u32::from(character));
    }
}

#[test]
fn fold_key_never_makes_or_loses_a_separator() {
    for character in all_characters() {
        let key = fold_key(&format!("a/{character}/b"));
        let expected = if character == '/' { 3 } else { 2 };
        assert_eq!(key.matches('/').count(), expected, "U+{:04X}", u32::from(character));
    }
}

#[test]
fn every_ascii_character_is_decided_the_same_by_both_ways() {
    // A non-ASCII neighbour keeps the path off the short way.
    for character in (0..128_u8).map(char::from) {
        let short = check(format!("a{character}b").as_bytes()).is_ok();
        let long = check(format!("é/a{character}b").as_bytes()).is_ok();
        assert_eq!(short, long, "{character:?}");
    }
}

#[test]
fn plain_ascii_names_are_decided_the_same_by_both_ways() {
    let names = [
        "con", "CON.txt", "com1", "com10", "aux .x", "nul", "lpt0.a.b", "prn", "clock$", "a.",
        "a ", ".git", "...", "a..b", "_", "a-", "-a", "a+b", "l", "n.md", "conin$", "x y", "com",
        "console",
    ];
    for name in names {
        let short = check(name.as_bytes()).is_ok();
        let long = check(format!("é/{name}").as_bytes()).is_ok();
        assert_eq!(short, long, "{name}");
    }
}

#[test]
fn first_failing_rule_names_the_error() {
    let cases: [(&[u8], &str); 12] = [
        (b"", "path_empty"),
        (b"\xff\\", "path_not_utf8"),
        (b"/a\\b", "path_backslash"),
        (b"/../a", "path_absolute"),
        (b"a//..", "path_component_empty"),
        (b"..:", "path_colon"),
        (b"../:", "path_dots"),
        (b"a?\n", "path_character_reserved"),
        (b"con ", "path_edge_space_or_dot"),
        (b"con/.git", "path_device_name"),
        (b".git/-x", "path_git_metadata"),
        (b"-a~1", "path_short_name"),
    ];
    for (path, code) in cases {
        assert_eq!(check(path).map_err(|error| error.code()), Err(code));
    }
}

#[test]
fn git_metadata_is_found_in_every_folding_spelling() {
    for name in [".Git", "gi\u{200d}t~1", ".g\u{feff}it \u{200c}", ".gitmodule\u{17f}", ".MAILMAP"]
    {
        let code = check(name.as_bytes()).map_err(|error| error.code());
        assert_eq!(code, Err("path_git_metadata"), "{name:?}");
    }
    for name in [".gitignore", ".github", ".gitkeep", "gitmodules", "git"] {
        assert!(check(name.as_bytes()).is_ok(), "{name}");
    }
}

#[test]
fn emoji_may_stand_and_their_joiners_may_not() {
    assert!(check("☺️/🎉.md".as_bytes()).is_ok());
    let joined = check("👩\u{200d}💻.md".as_bytes()).map_err(|error| error.code());
    assert_eq!(joined, Err("path_character_refused"));
}

#[test]
fn bounds_are_inclusive() {
    assert!(check("a".repeat(255).as_bytes()).is_ok());
    assert!(check("a".repeat(256).as_bytes()).is_err());
    let longest = format!("{0}/{0}/{0}/{0}/{1}", "a".repeat(203), "a".repeat(208));
    assert_eq!(longest.len(), 1024);
    assert!(check(longest.as_bytes()).is_ok());
    assert!(check(format!("{longest}a").as_bytes()).is_err());
    assert!(check(["a"; 32].join("/").as_bytes()).is_ok());
    assert!(check(["a"; 33].join("/").as_bytes()).is_err());
}

#[test]
fn safe_component_has_no_separator() {
    assert!(is_safe_component("naïve name"));
    assert!(!is_safe_component("a/b"));
    assert!(!is_safe_component(".."));
}

#[test]
fn each_path_clashes_once_nearest_the_root() {
    let found = collisions(&["a/b", "A/b", "a/c", "a/b/c", "x", "x", "README", "readme"]);
    let facts: Vec<_> = found.iter().map(|one| (one.first, one.second, one.kind)).collect();
    assert_eq!(
        facts,
        [
            (0, 1, CollisionKind::Folded),
            (0, 3, CollisionKind::FileAndFolder),
            (4, 5, CollisionKind::Duplicate),
            (6, 7, CollisionKind::Folded),
        ]
    );
}

#[test]
fn a_path_of_many_levels_takes_linear_time() {
    let deep = "a/".repeat(200_000);
    let found = collisions(&[deep.as_str(), "b", &format!("{deep}c"), &format!("{deep}C")]);
    let kinds: Vec<_> = found.iter().map(|one| (one.first, one.second, one.kind)).collect();
    assert_eq!(kinds, [(2, 3, CollisionKind::Folded)]);
}

#[test]
fn check_set_checks_each_path_before_the_set() {
    let code = |paths: &[&str]| check_set(paths).map_err(|error| error.code());
    assert_eq!(code(&["a", "a", "b:"]), Err("path_colon"));
    assert_eq!(code(&["a", "a"]), Err("path_duplicate"));
    assert_eq!(code(&["a/b", "a"]), Err("path_file_and_folder"));
    assert_eq!(code(&["a/b", "a/c"]), Ok(()));
}

#[test]
fn strict_names_are_lower_case_words_with_inner_hyphens() {
    for name in ["a", "a-b", "0", "a1-2b", &"a".repeat(64)] {
        assert!(is_strict_name(name), "{name}");
    }
    for name in ["", "-a", "a-", "a--b", "A", "é", "a_b", "a.b", &"a".repeat(65)] {
        assert!(!is_strict_name(name), "{name}");
    }
}

#[test]
fn ids_have_no_empty_segment() {
    for id in ["A.B", "-a", "_", "1", "a-", &"a".repeat(255)] {
        assert!(is_skill_id(id), "{id}");
    }
    assert_eq!(check_id(""), Err(IdError::Empty));
    assert_eq!(check_id(&"a".repeat(256)), Err(IdError::TooLong { bytes: 256 }));
    for (id, offset) in [(".a", 0), ("a.", 2), ("a..b", 2)] {
        assert_eq!(check_id(id), Err(IdError::SegmentEmpty { id: id.to_owned(), offset }));
    }
    for id in [" ", "a/b", "é", "a\0"] {
        assert_eq!(check_id(id).map_err(|error| error.code()), Err("id_character_invalid"));
    }
}

#[test]
fn codes_are_unique() {
    let mut codes: Vec<_> = CODES.iter().map(|entry| entry.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), CODES.len());
}
