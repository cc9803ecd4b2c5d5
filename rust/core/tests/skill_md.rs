//! Reading `SKILL.md`, by spec 02.

use metier_core::diagnostic::Severity;
use metier_core::limits::PackageLimits;
use metier_core::package::{
    AllowedTools, Profile, SkillMd, SkillMdInput, SkillMdOutcome, VersionSource, read_skill_md,
};

fn outcome(text: &[u8], profile: Profile, in_pack: bool) -> SkillMdOutcome {
    read_skill_md(&SkillMdInput {
        bytes: text,
        folder_name: Some("demo"),
        file_name: "SKILL.md",
        path_label: "demo/SKILL.md",
        profile,
        in_pack,
        given_version: None,
        limits: PackageLimits::SKILL_MD,
    })
}

fn with_fields(fields: &str) -> String {
    format!("---\nname: demo\ndescription: Sorts words.\n{fields}---\n# Demo\n")
}

fn lenient(fields: &str) -> SkillMd {
    outcome(with_fields(fields).as_bytes(), Profile::Lenient, false).skill.unwrap()
}

/// Code, line and column of everything above a note.
fn findings(text: &str, profile: Profile) -> Vec<(&'static str, u32, u32)> {
    let found = outcome(text.as_bytes(), profile, false).diagnostics.into_iter();
    let found = found.filter(|one| one.severity > Severity::Information);
    let place = |one: Option<u32>| one.unwrap_or_default();
    found.map(|one| (one.code, place(one.location.line), place(one.location.column))).collect()
}

#[test]
fn a_plain_skill_reads_without_a_finding() {
    let text = with_fields("metadata:\n  version: 1.2.3\n");
    let outcome = outcome(text.as_bytes(), Profile::Strict, false);
    assert!(outcome.diagnostics.is_empty());
    let skill = outcome.skill.unwrap();
    assert_eq!((skill.name.as_str(), skill.version.text()), ("demo", "1.2.3"));
    assert_eq!(&text[skill.body], "# Demo\n");
    assert_eq!(skill.body_line, 7);
}

#[test]
fn the_skill_is_there_exactly_without_an_error() {
    for text in ["", "---\n---\n", "---\nname: x\n---\n", "# x", &with_fields("a: b\n")] {
        for profile in [Profile::Strict, Profile::Lenient] {
            let outcome = outcome(text.as_bytes(), profile, false);
            let error = outcome.diagnostics.iter().any(|one| one.severity == Severity::Error);
            assert_eq!(outcome.skill.is_none(), error, "{text:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_shifts_the_body_and_nothing_else() {
    let text = format!("\u{feff}{}", with_fields(""));
    assert_eq!(findings(&text, Profile::Strict), [("byte_order_mark", 1, 1)]);
    let skill = outcome(text.as_bytes(), Profile::Lenient, false).skill.unwrap();
    assert_eq!(&text[skill.body], "# Demo\n");
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    let found = outcome(b"---\nname: demo\n---\nab\xe9", Profile::Lenient, false);
    let location = &found.diagnostics[0].location;
    assert_eq!(found.diagnostics[0].code, "skill_encoding");
    assert_eq!((location.line, location.column), (Some(4), Some(3)));
    assert_eq!(findings("---\na: b\n---\nx\0", Profile::Lenient), [("skill_nul", 4, 2)]);
}

#[test]
fn a_colon_is_repaired_in_lenient_and_shown_in_strict() {
    let text = "---\nname: demo\ndescription: Sorter: for words\n---\n";
    assert_eq!(findings(text, Profile::Strict), [("yaml_unquoted_colon", 3, 20)]);
    let outcome = outcome(text.as_bytes(), Profile::Lenient, false);
    assert_eq!(outcome.skill.unwrap().description, "Sorter: for words");
    let help = outcome.diagnostics.iter().find_map(|one| one.help.clone());
    assert_eq!(help.as_deref(), Some("write `description: 'Sorter: for words'`"));
}

#[test]
fn one_mistake_is_repaired_and_no_second() {
    let text = "---\nname: demo\ndescription: a: b\nlicense: c: d\n---\n";
    assert_eq!(findings(text, Profile::Lenient), [("yaml_unquoted_colon", 4, 11)]);
}

#[test]
fn an_unknown_key_is_kept_and_the_help_says_where_it_goes() {
    let text = with_fields("user-invocable: false\n");
    assert_eq!(findings(&text, Profile::Lenient), [("key_unknown", 4, 1)]);
    let outcome = outcome(text.as_bytes(), Profile::Strict, false);
    assert!(outcome.skill.is_none());
    let found = outcome.diagnostics.iter().find(|one| one.code == "key_unknown").unwrap();
    assert_eq!(found.help.as_deref(), Some("move it below `metadata:` as `user-invocable`"));
    assert_eq!(found.location.json_path.as_deref(), Some("$.user-invocable"));
}

#[test]
fn a_misspelt_description_is_named() {
    let text = "---\nname: demo\ndescriptoin: x\n---\n";
    let outcome = outcome(text.as_bytes(), Profile::Lenient, false);
    let found = outcome.diagnostics.iter().find(|one| one.severity == Severity::Error).unwrap();
    assert_eq!((found.code, found.location.line), ("description_missing", Some(3)));
    assert!(found.help.as_deref().unwrap().contains("`descriptoin`"));
}

#[test]
fn keys_of_packs_are_known_in_packs_alone() {
    let text = with_fields("version: 1.0.0\ntags: [a, b]\n");
    assert!(outcome(text.as_bytes(), Profile::Strict, true).skill.is_some());
    let codes = findings(&text, Profile::Strict);
    assert_eq!(codes, [("key_of_packs", 4, 1), ("key_of_packs", 5, 1)]);
    assert_eq!(lenient("tags: [a, b]\n").agent33.tags, ["a", "b"]);
}

#[test]
fn advice_about_a_key_that_restricts_never_names_one_that_does_not() {
    for key in ["allowed_tools", "disallowed_tools", "approval_required_for", "autonomy_level"] {
        let text = with_fields(&format!("{key}: [read]\n"));
        let outcome = outcome(text.as_bytes(), Profile::Strict, false);
        let found = outcome.diagnostics.iter().find(|one| one.code == "key_of_packs").unwrap();
        let expected = format!(
            "keep the skill in a pack, where `{key}` restricts; no key of a `SKILL.md` on its own \
             does, `allowed-tools` is a hint"
        );
        assert_eq!(found.help.as_deref(), Some(&*expected));
    }
    let text = with_fields("tags: [a]\n");
    let outcome = outcome(text.as_bytes(), Profile::Strict, false);
    let found = outcome.diagnostics.iter().find(|one| one.code == "key_of_packs").unwrap();
    let expected = "write it as `metadata.tags`, or keep the skill in a pack; `tags` is read there";
    assert_eq!(found.help.as_deref(), Some(expected));
}

#[test]
fn narrowing_that_does_not_read_never_widens() {
    let tools = |fields: &str| lenient(fields).agent33.allowed_tools;
    assert_eq!(tools("allowed_tools: [a, b]\n"), Some(vec!["a".into(), "b".into()]));
    assert_eq!(tools("allowed_tools: a b\n"), Some(vec!["a".into(), "b".into()]));
    assert_eq!(tools("allowed_tools: {a: b}\n"), Some(Vec::new()));
    assert_eq!(tools("allowed_tools:\n"), Some(Vec::new()));
    assert_eq!(tools("allowed_tools: []\n"), Some(Vec::new()));
    assert_eq!(tools(""), None);
}

#[test]
fn a_field_of_the_wrong_type_goes_to_the_extensions() {
    let skill = lenient("license: [MIT]\ninvocation_mode: sometimes\nstatus: active\n");
    assert_eq!(skill.license, None);
    let metier_core::json::Value::Object(members) = skill.extensions else { panic!("no object") };
    let keys: Vec<_> = members.iter().map(|member| member.key.as_str()).collect();
    assert_eq!(keys, ["license", "invocation_mode"]);
}

#[test]
fn dependencies_read_by_name_kind_and_option() {
    let fields = "dependencies:\n  - {name: a, kind: tool, optional: true}\n  - b\n";
    let read = lenient(fields).agent33.dependencies;
    assert_eq!((read[0].is_tool, read[0].optional), (true, true));
    assert_eq!((read[1].name.as_str(), read[1].is_tool), ("b", false));
}

#[test]
fn the_version_comes_from_the_first_place_that_has_one() {
    let skill = lenient("version: 2.0.0\nmetadata:\n  version: 1.0.0\n");
    assert_eq!(skill.version_source, VersionSource::Metadata);
    assert_eq!(skill.version.text(), "1.0.0");
    let skill = lenient("version: 2.0.0\n");
    assert_eq!(skill.version_source, VersionSource::TopLevel);
    assert_eq!(lenient("").version_source, VersionSource::Absent);
}

#[test]
fn a_given_version_counts_where_the_file_names_none() {
    let text = with_fields("");
    let read = read_skill_md(&SkillMdInput {
        bytes: text.as_bytes(),
        folder_name: Some("demo"),
        file_name: "SKILL.md",
        path_label: "SKILL.md",
        profile: Profile::Strict,
        in_pack: false,
        given_version: Some("3.1.0"),
        limits: PackageLimits::SKILL_MD,
    });
    assert!(read.diagnostics.is_empty());
    assert_eq!(read.skill.unwrap().version.text(), "3.1.0");
}

#[test]
fn an_unreadable_version_counts_as_none_and_keeps_its_text() {
    let skill = lenient("metadata:\n  version: latest\n");
    assert_eq!((skill.version.text(), skill.version_text.as_deref()), ("0.0.0", Some("latest")));
}

#[test]
fn requirements_read_from_metadata() {
    let skill = lenient(
        "metadata:\n  metier.requires: \"base@^1.0.0\"\n  metier.requires.tools: fs.read=1\n",
    );
    assert_eq!(skill.requires_skills[0].id, "base");
    assert_eq!(skill.requires_tools[0].exact_version.as_deref(), Some("1"));
    let text = with_fields("metadata:\n  metier.requires: \"base@nope!\"\n");
    assert_eq!(findings(&text, Profile::Lenient), [("requires_invalid", 5, 20)]);
}

#[test]
fn allowed_tools_may_be_text_or_in_lenient_a_list() {
    let read = lenient("allowed-tools: Read Grep\n").allowed_tools;
    assert_eq!(read, Some(AllowedTools::Text("Read Grep".into())));
    let read = lenient("allowed-tools: [Read, Grep]\n").allowed_tools;
    assert_eq!(read, Some(AllowedTools::List(vec!["Read".into(), "Grep".into()])));
}

#[test]
fn null_metadata_is_empty() {
    let text = with_fields("metadata:\n");
    assert_eq!(findings(&text, Profile::Lenient), [("metadata_null", 4, 1)]);
    assert!(outcome(text.as_bytes(), Profile::Strict, false).skill.is_none());
}

#[test]
fn a_line_that_continues_without_indentation_is_found() {
    let text = "---\nname: bad\ndescription: first line\nsecond line\n---\nB";
    assert_eq!(findings(text, Profile::Lenient)[0].0, "yaml_syntax");
    assert_eq!(findings(text, Profile::Lenient)[0].1, 4);
}

/// A small generator of the same numbers on every machine (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).unwrap()).unwrap()
    }
}

#[test]
fn arbitrary_pieces_give_a_skill_or_an_error() {
    const PIECES: &[&str] = &[
        "---\n",
        "---",
        "\n",
        "\r",
        " ",
        "  ",
        "\t",
        "a",
        "name: x\n",
        "description: d\n",
        ": ",
        ":",
        "- ",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a ",
        "*a",
        "!t ",
        "|",
        ">-\n",
        "'",
        "\"",
        "\\",
        "#",
        "%",
        "@",
        "`",
        "<<",
        "ü",
        "\u{feff}",
        "\u{85}",
        "\u{2028}",
        "...",
        "[a](b)",
        "](",
        "<!--",
    ];
    let mut numbers = Numbers(88_172_645_463_325_252);
    for _ in 0..20_000 {
        let mut text = "---\nname: demo\ndescription: d\n".to_owned();
        for _ in 0..numbers.below(24) {
            text += PIECES[numbers.below(PIECES.len())];
        }
        text += "\n---\n[x](y)\n";
        let outcome = outcome(text.as_bytes(), Profile::Lenient, false);
        let error = outcome.diagnostics.iter().any(|one| one.severity == Severity::Error);
        assert_eq!(outcome.skill.is_none(), error, "{text:?}");
        assert!(outcome.diagnostics.iter().all(|one| one.location.line.is_some()));
    }
}
