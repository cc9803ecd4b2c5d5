//! Sealing folders and putting their `SKILL.md` right, on the file system.
#![cfg(unix)]

#[expect(dead_code, reason = "other tests need the rest of it")]
mod scratch;

use metier_core::load::fix::fix_skill;
use metier_core::load::seal::{SealOptions, SealOutcome, seal_folder};
use metier_core::load::{SkillOptions, load_skill};
use metier_core::package::{Form, MANIFEST_FILE};
use scratch::Scratch;

const SKILL: &[u8] = b"---\nname: demo\ndescription: d\nmetadata:\n  version: 1.0.0\n---\n# D\n";

fn sealed(scratch: &Scratch) -> SealOutcome {
    seal_folder(&scratch.path("demo"), "demo", &SealOptions::default())
}

fn codes(outcome: &SealOutcome) -> Vec<&'static str> {
    outcome.diagnostics.iter().map(|finding| finding.code).collect()
}

#[test]
fn the_text_is_what_the_loader_takes_and_then_nothing_differs() {
    let scratch = Scratch::new();
    scratch.write("demo/SKILL.md", SKILL);
    scratch.write("demo/references/a b.md", b"a");
    let first = sealed(&scratch).seal.unwrap();
    let differing: Vec<_> = first.differences.iter().map(|one| one.code).collect();
    assert_eq!(differing, ["seal_missing"]);
    scratch.write("demo/skill.json", &first.package.file(MANIFEST_FILE).unwrap().bytes);
    let loaded = load_skill(&scratch.path("demo"), "demo", &SkillOptions::default());
    let package = loaded.package.unwrap();
    assert_eq!(package.form(), Form::SkillJson);
    assert_eq!(package.digest(), first.package.digest());
    assert!(package.resource("references.a_b.md").is_some());
    assert!(sealed(&scratch).seal.unwrap().differences.is_empty());
}

#[test]
fn a_folder_the_loader_would_refuse_gives_no_seal() {
    let scratch = Scratch::new();
    scratch.write("demo/SKILL.md", SKILL);
    std::fs::create_dir(scratch.path("demo/empty")).unwrap();
    let outcome = sealed(&scratch);
    assert!(outcome.seal.is_none());
    assert_eq!(codes(&outcome), ["undeclared_directory"]);
    scratch.write("demo/skill.json", b"{}");
    assert!(codes(&sealed(&scratch)).contains(&"skill_json_not_sealed"));
}

#[test]
fn a_folder_without_skill_md_gives_no_seal() {
    let scratch = Scratch::new();
    scratch.write("demo/skill.json", b"{}");
    assert_eq!(codes(&sealed(&scratch)), ["skill_file_missing"]);
}

#[test]
fn a_form_that_no_skill_json_can_hold_gives_no_seal_and_says_what_would() {
    let scratch = Scratch::new();
    scratch.write("demo/SKILL.yaml", b"description: d\ninstructions: Go.\n");
    let outcome = sealed(&scratch);
    assert_eq!(codes(&outcome), ["skill_form_not_sealed"]);
    assert_eq!(outcome.diagnostics[0].location.path.as_deref(), Some("demo/SKILL.yaml"));
    scratch.write("sums.skill.md", b"---\ndescription: d\n---\n");
    let path = scratch.path("sums.skill.md");
    let outcome = seal_folder(&path, "x/sums.skill.md", &SealOptions::default());
    assert_eq!(codes(&outcome), ["skill_form_not_sealed"]);
    let found = &outcome.diagnostics[0];
    assert_eq!(found.location.path.as_deref(), Some("x/sums.skill.md"));
    assert_eq!(found.help.as_deref(), Some("move it to `sums/SKILL.md`"));
}

#[test]
fn only_what_no_skill_json_seals_is_put_right() {
    let scratch = Scratch::new();
    scratch.write("demo/SKILL.md", b"---\r\nname: demo\r\ndescription: d\r\n---\r\n");
    let options = SkillOptions::default();
    let found = fix_skill(&scratch.path("demo"), "demo", &options).unwrap();
    assert_eq!(found.after, b"---\nname: demo\ndescription: d\n---\n");
    let seal = sealed(&scratch).seal.unwrap();
    scratch.write("demo/skill.json", &seal.package.file(MANIFEST_FILE).unwrap().bytes);
    assert!(fix_skill(&scratch.path("demo"), "demo", &options).is_none());
}
