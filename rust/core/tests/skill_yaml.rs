//! Reading `SKILL.yaml` and `NAME.skill.md`, the other forms of a skill file (spec 02).

use metier_core::diagnostic::Severity;
use metier_core::limits::PackageLimits;
use metier_core::package::{
    Profile, SkillMd, SkillMdInput, SkillMdOutcome, SkillMdProblem, read_skill_file,
};

fn outcome(file_name: &str, text: &str, profile: Profile, in_pack: bool) -> SkillMdOutcome {
    read_skill_file(&SkillMdInput {
        bytes: text.as_bytes(),
        folder_name: Some("demo"),
        file_name,
        path_label: file_name,
        profile,
        in_pack,
        given_version: None,
        limits: PackageLimits::SKILL_MD,
    })
}

fn yaml(text: &str) -> SkillMdOutcome {
    outcome("SKILL.yaml", text, Profile::Lenient, false)
}

fn read(text: &str) -> SkillMd {
    yaml(text).skill.unwrap()
}

/// Code and line of everything above a note.
fn findings(outcome: &SkillMdOutcome) -> Vec<(&'static str, Option<u32>)> {
    let above = outcome.diagnostics.iter().filter(|one| one.severity > Severity::Information);
    above.map(|one| (one.code, one.location.line)).collect()
}

const SKILL: &str = "name: demo\nversion: 1.10.0\ndescription: Sorts words.\nallowed_tools: []\n\
    instructions: |\n  # Demo\n\n  [a](a.md)\n";

#[test]
fn the_same_keys_are_read_and_instructions_are_the_value() {
    let skill = read(SKILL);
    assert_eq!(skill.name, "demo");
    assert_eq!(skill.version.text(), "1.10.0");
    assert_eq!(skill.agent33.allowed_tools, Some(Vec::new()));
    assert_eq!(skill.instruction_text(b""), "# Demo\n\n[a](a.md)\n");
    assert_eq!(findings(&yaml(SKILL)), [("skill_yaml", Some(1))]);
}

#[test]
fn strict_refuses_the_file_alone_and_a_pack_takes_it() {
    let refused = outcome("SKILL.yaml", SKILL, Profile::Strict, false);
    assert!(refused.skill.is_none());
    assert_eq!(findings(&refused), [("skill_yaml", Some(1))]);
    let taken = outcome("SKILL.yaml", SKILL, Profile::Strict, true);
    assert!(taken.skill.is_some(), "{:?}", taken.diagnostics);
    assert!(findings(&taken).is_empty());
}

#[test]
fn references_stand_where_the_literal_block_has_them() {
    let skill = read(SKILL);
    let references = skill.references(skill.instruction_text(b""));
    let places: Vec<_> = references.iter().map(|one| (one.line, one.column)).collect();
    assert_eq!(places, [(8, 7)]);
}

#[test]
fn references_of_folded_and_quoted_text_stand_at_the_value() {
    for value in [">\n  a\n  [b](b.md)\n\n  [c](c.md)\n", "\"[b](b.md)\\n[c](c.md)\"\n"] {
        let text = format!("description: Sorts.\nname: demo\ninstructions: {value}");
        let skill = read(&text);
        let references = skill.references(skill.instruction_text(b""));
        let lines: Vec<_> = references.iter().map(|one| one.line).collect();
        assert_eq!(lines, [skill.body_line, skill.body_line], "{text}");
        assert!((3..=4).contains(&skill.body_line), "{text}");
    }
}

#[test]
fn a_skill_without_instructions_is_a_warning() {
    for text in ["", "instructions:\n", "instructions: ~\n"] {
        let outcome = yaml(&format!("name: demo\ndescription: Sorts.\n{text}"));
        assert_eq!(outcome.skill.as_ref().unwrap().instruction_text(b""), "");
        assert!(findings(&outcome).iter().any(|(code, _)| *code == "instructions_missing"));
    }
}

#[test]
fn instructions_of_the_wrong_type_are_kept_in_extensions() {
    let outcome = yaml("name: demo\ndescription: Sorts.\ninstructions: [a]\n");
    assert_eq!(findings(&outcome), [("skill_yaml", Some(1)), ("field_type", Some(3))]);
    let json = format!("{:?}", outcome.skill.unwrap().extensions);
    assert!(json.contains("instructions"), "{json}");
}

#[test]
fn what_no_skill_file_may_hold_is_refused_with_its_place() {
    for (text, code, line) in [
        ("", "frontmatter_empty", 1),
        ("- a\n", "frontmatter_not_mapping", 1),
        ("name: demo\n", "description_missing", 1),
        ("name: a\nname: b\n", "yaml_duplicate_key", 2),
        ("name: demo\ndescription: [a]\n", "description_not_text", 2),
        ("name: demo\ndescription: a\n---\nmore: b\n", "yaml_second_document", 3),
    ] {
        let outcome = yaml(text);
        assert!(outcome.skill.is_none(), "{text:?}");
        assert!(findings(&outcome).contains(&(code, Some(line))), "{text:?} {outcome:?}");
    }
}

#[test]
fn an_unquoted_colon_is_repaired_on_its_line() {
    let outcome = yaml("name: demo\ndescription: Reviews: a lot\ninstructions: x\n");
    assert_eq!(outcome.skill.as_ref().unwrap().description, "Reviews: a lot");
    assert!(findings(&outcome).contains(&("yaml_unquoted_colon", Some(2))));
}

#[test]
fn a_skill_in_one_file_takes_its_stem_and_no_folder() {
    let text = "---\ndescription: Sorts.\n---\nDo.\n";
    let outcome = outcome("sort.skill.md", text, Profile::Lenient, false);
    assert_eq!(outcome.skill.as_ref().unwrap().name, "sort");
    assert_eq!(findings(&outcome), [("skill_single_file", Some(1)), ("name_missing", Some(1))]);
    let message = SkillMdProblem::NameMissing { place: "file", name: "sort".into() }.to_string();
    assert!(outcome.diagnostics.iter().any(|one| one.message == message));
}

#[test]
fn a_skill_in_one_file_may_have_another_name_and_no_place_in_strict() {
    let text = "---\nname: other\ndescription: Sorts.\n---\nDo.\n";
    let lenient = outcome("sort.skill.md", text, Profile::Lenient, false);
    assert_eq!(findings(&lenient), [("skill_single_file", Some(1))]);
    let strict = outcome("sort.skill.md", text, Profile::Strict, false);
    assert!(strict.skill.is_none());
    assert!(outcome("sort.skill.md", text, Profile::Strict, true).skill.is_some());
}
