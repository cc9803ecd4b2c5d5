//! `SKILL.md` from bytes to a skill, in both profiles, and what its body points at.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metier_core::diagnostic::Severity;
use metier_core::limits::PackageLimits;
use metier_core::package::{
    Profile, SkillMd, SkillMdInput, SkillMdOutcome, body_references, read_skill_md,
};
use metier_core::text::{Lines, YamlLimits, read_frontmatter};

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        check_frontmatter(text);
    }
    let strict = read(data, Profile::Strict);
    let lenient = read(data, Profile::Lenient);
    for outcome in [&strict, &lenient] {
        check_outcome(data, outcome);
    }
    if let Some(skill) = &strict.skill {
        assert_eq!(Some(skill), lenient.skill.as_ref(), "lenient reads what strict reads");
    }
    let codes = |outcome: &SkillMdOutcome| -> Vec<&'static str> {
        outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    };
    assert_eq!(codes(&strict), codes(&lenient), "profiles differ in severity alone");
});

fn read(bytes: &[u8], profile: Profile) -> SkillMdOutcome {
    read_skill_md(&SkillMdInput {
        bytes,
        folder_name: Some("word-sorter"),
        file_name: "SKILL.md",
        path_label: "SKILL.md",
        profile,
        in_pack: bytes.len() % 2 == 1,
        given_version: None,
        limits: PackageLimits::SKILL_MD,
    })
}

fn check_frontmatter(text: &str) {
    let lines = Lines::new(text).count();
    match read_frontmatter(text, 1 << 18, &YamlLimits::default()) {
        Ok(frontmatter) => {
            assert!(text.get(frontmatter.body.clone()).is_some(), "the body is text");
            assert_eq!(frontmatter.body.end, text.len());
            assert!(frontmatter.body_line >= 3);
            for entry in &frontmatter.entries {
                assert!((1..=lines).contains(&(entry.key_position.line as usize)));
            }
        }
        Err(error) => {
            let position = error.position();
            assert!((1..=lines).contains(&(position.line as usize)), "{error} at {position:?}");
            assert!(position.column >= 1);
        }
    }
}

fn check_outcome(data: &[u8], outcome: &SkillMdOutcome) {
    let text = String::from_utf8_lossy(data);
    let lines = Lines::new(&text).count();
    let is_error = |severity| severity == Severity::Error;
    let refused = outcome.diagnostics.iter().any(|diagnostic| is_error(diagnostic.severity));
    assert_eq!(outcome.skill.is_none(), refused, "no skill exactly if there is an error");
    for diagnostic in &outcome.diagnostics {
        let line = diagnostic.location.line.expect("every finding has a line");
        assert!((1..=lines).contains(&(line as usize)), "{diagnostic:?}");
        assert!(diagnostic.location.column.is_some_and(|column| column >= 1), "{diagnostic:?}");
    }
    if let Some(skill) = &outcome.skill {
        check_skill(data, skill, lines);
    }
}

fn check_skill(data: &[u8], skill: &SkillMd, lines: usize) {
    assert!(!skill.name.is_empty() && !skill.description.is_empty());
    let body = data.get(skill.body.clone()).expect("the body is in the file");
    let body = std::str::from_utf8(body).expect("the body is UTF-8");
    for reference in body_references(body, skill.body_line) {
        assert!((skill.body_line as usize..=lines).contains(&(reference.line as usize)));
        let inside = |path: &str| !path.starts_with('/') && !path.split('/').any(|one| one == "..");
        assert!(reference.path.as_deref().is_none_or(inside), "{reference:?}");
    }
}
