//! Finding skills below a folder (spec 02, discovery).
#![cfg(unix)]

#[expect(dead_code, reason = "other tests of folders use what this one does not")]
mod scratch;

use std::os::unix::fs::symlink;

use metier_core::limits::DiscoveryLimits;
use metier_core::load::discovery::{DiscoveryOptions, discover};
use scratch::Scratch;

const SKILL: &[u8] = b"---\ndescription: Sorts words.\n---\n# Demo\n";

/// The paths that loaded, and the code and path of each finding of the search itself.
fn search(scratch: &Scratch, options: &DiscoveryOptions) -> (Vec<String>, Vec<(String, String)>) {
    let mut loaded = Vec::new();
    let findings = discover(&scratch.0, "root", options, &mut |found| {
        if found.outcome.package.is_some() && !found.shadowed {
            loaded.push(found.path);
        }
    });
    let place = |one: metier_core::diagnostic::Diagnostic| {
        (one.code.to_owned(), one.location.path.unwrap_or_default())
    };
    (loaded, findings.into_iter().map(place).collect())
}

#[test]
fn a_folder_too_full_is_reported_and_takes_nothing_from_its_neighbours() {
    let scratch = Scratch::new();
    scratch.write("a/SKILL.md", SKILL);
    for number in 0..30 {
        scratch.write(&format!("full/{number}"), b"");
    }
    scratch.write("z/SKILL.md", SKILL);
    let limits = DiscoveryLimits { max_depth: 16, max_entries: 20 };
    let options = DiscoveryOptions { limits, ..DiscoveryOptions::default() };
    let (loaded, findings) = search(&scratch, &options);
    assert_eq!(loaded, ["root/a", "root/z"]);
    assert_eq!(findings, [("entry_count_exceeded".to_owned(), "root/full".to_owned())]);
}

#[test]
fn a_root_too_full_is_an_error_and_no_more() {
    let scratch = Scratch::new();
    for number in 0..30 {
        scratch.write(&format!("{number}/SKILL.md"), SKILL);
    }
    let limits = DiscoveryLimits { max_depth: 16, max_entries: 20 };
    let options = DiscoveryOptions { limits, ..DiscoveryOptions::default() };
    let (loaded, findings) = search(&scratch, &options);
    assert!(loaded.is_empty());
    assert_eq!(findings, [("entry_count_exceeded".to_owned(), "root".to_owned())]);
}

#[test]
fn skills_are_found_down_to_the_depth_and_no_deeper() {
    let scratch = Scratch::new();
    scratch.write("a/b/SKILL.md", SKILL);
    scratch.write("a/c/d/SKILL.md", SKILL);
    let limits = DiscoveryLimits { max_depth: 3, max_entries: 100 };
    let options = DiscoveryOptions { limits, ..DiscoveryOptions::default() };
    let (loaded, findings) = search(&scratch, &options);
    assert_eq!(loaded, ["root/a/b"]);
    assert_eq!(findings, [("entry_depth_exceeded".to_owned(), "root/a/c/d/SKILL.md".to_owned())]);
}

#[test]
fn links_stand_in_the_order_of_paths_with_everything_else() {
    let scratch = Scratch::new();
    scratch.write("store/demo/SKILL.md", SKILL);
    symlink("store/demo", scratch.path("demo")).unwrap();
    let options = DiscoveryOptions { follow_links: true, ..DiscoveryOptions::default() };
    let (loaded, findings) = search(&scratch, &options);
    assert_eq!(loaded, ["root/demo"]);
    assert!(findings.is_empty());
}
