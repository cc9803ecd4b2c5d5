//! YAML as positioned text.

use std::fmt::Write as _;

use metier_core::text::{Position, YamlLimits, YamlNode, YamlValue, parse_yaml};

fn read(text: &str) -> YamlNode {
    parse_yaml(text, 1, &YamlLimits::default()).unwrap().unwrap()
}

fn refused(text: &str) -> (&'static str, u32) {
    let error = parse_yaml(text, 1, &YamlLimits::default()).unwrap_err();
    (error.problem.code(), error.position.line)
}

fn value(text: &str) -> String {
    let YamlValue::Mapping(entries) = read(text).value else { panic!("no mapping") };
    entries[0].node.text().unwrap().to_owned()
}

#[test]
fn scalars_stay_their_text() {
    for text in ["1.10", "2026-01-02", "yes", "null", "0x10", "1e3", "01", "~", "12:30:45"] {
        assert_eq!(value(&format!("a: {text}\n")), text);
    }
}

#[test]
fn positions_count_from_the_first_line_given() {
    let root = parse_yaml("a: 1\nbü:  x\n", 5, &YamlLimits::default()).unwrap().unwrap();
    let YamlValue::Mapping(entries) = root.value else { panic!("no mapping") };
    assert_eq!(entries[1].key_position, Position { line: 6, column: 1 });
    assert_eq!(entries[1].node.position, Position { line: 6, column: 6 });
}

#[test]
fn positions_hold_after_every_line_break() {
    for text in
        ["a: |\n  x\n  y\nb: z\n", "a: |\r\n  x\r\n  y\r\nb: z\r\n", "a: |\r  x\r  y\rb: z\r"]
    {
        let YamlValue::Mapping(entries) = read(text).value else { panic!("no mapping") };
        assert_eq!(entries[0].node.text(), Some("x\ny\n"), "{text:?}");
        assert_eq!(entries[1].node.position, Position { line: 4, column: 4 }, "{text:?}");
    }
}

#[test]
fn a_tab_after_a_colon_separates() {
    assert_eq!(value("a:\tb\n"), "b");
    assert_eq!(value("a: \t b\n"), "b");
    assert_eq!(refused("a:\t- b\n").0, "yaml_syntax");
    assert_eq!(refused("a:\tb: c\n").0, "yaml_unquoted_colon");
}

#[test]
fn comments_alone_are_nothing() {
    assert_eq!(parse_yaml("# a\n", 1, &YamlLimits::default()).unwrap(), None);
    assert_eq!(parse_yaml("", 1, &YamlLimits::default()).unwrap(), None);
}

#[test]
fn duplicate_keys_are_refused_at_any_depth() {
    assert_eq!(refused("a: 1\n\"a\": 2\n"), ("yaml_duplicate_key", 2));
    assert_eq!(refused("x:\n  - k: 1\n    k: 2\n"), ("yaml_duplicate_key", 3));
    assert_eq!(refused("x: {k: 1, k: 1}\n"), ("yaml_duplicate_key", 1));
}

#[test]
fn tags_and_second_documents_are_refused() {
    assert_eq!(refused("a: !!str b\n"), ("yaml_tag", 1));
    assert_eq!(refused("a: ! b\n"), ("yaml_tag", 1));
    assert_eq!(refused("a: b\n--- # c\nd: e\n"), ("yaml_second_document", 2));
    assert_eq!(refused("%YAML 1.2\n--- # x\na: b\n").0, "yaml_second_document");
}

#[test]
fn aliases_repeat_their_value() {
    let root = read("a: &x [1, 2]\nb: *x\n");
    let YamlValue::Mapping(entries) = root.value else { panic!("no mapping") };
    assert_eq!(entries[0].node.to_json(), entries[1].node.to_json());
}

#[test]
fn aliases_that_can_not_end_are_refused() {
    assert_eq!(refused("a: &x {b: *x}\n"), ("yaml_alias_recursive", 1));
    assert_eq!(refused("a: *x\n"), ("yaml_syntax", 1));
}

#[test]
fn an_alias_bomb_is_refused_before_it_grows() {
    let mut text = "a0: &a0 {k: v, l: w}\n".to_owned();
    for level in 1..40 {
        let below = level - 1;
        writeln!(text, "a{level}: &a{level} {{k: *a{below}, l: *a{below}, m: *a{below}}}").unwrap();
    }
    assert_eq!(refused(&text).0, "yaml_too_many_values");
    let mut text = format!("a: &a {}\nb: [", "x".repeat(60_000));
    text += &"*a, ".repeat(100);
    assert_eq!(refused(&(text + "]\n")).0, "yaml_too_much_text");
}

#[test]
fn depth_is_bounded_in_block_and_flow() {
    let flow = format!("a: {}{}\n", "[".repeat(65), "]".repeat(65));
    assert_eq!(refused(&flow).0, "yaml_too_deep");
    let flow = format!("a: {}{}\n", "[".repeat(64), "]".repeat(64));
    assert!(parse_yaml(&flow, 1, &YamlLimits::default()).is_ok());
    assert_eq!(refused(&"- ".repeat(100_000)).0, "yaml_too_deep");
    assert!(parse_yaml(&"[".repeat(100_000), 1, &YamlLimits::default()).is_err());
}

#[test]
fn aliases_do_not_get_around_the_depth() {
    let mut text = "a0: &a0 [x]\n".to_owned();
    for level in 1..80 {
        writeln!(text, "a{level}: &a{level} [*a{}]", level - 1).unwrap();
    }
    assert_eq!(refused(&text).0, "yaml_too_deep");
}

#[test]
fn keys_must_be_text() {
    assert_eq!(refused("? [a]\n: b\n"), ("yaml_key_not_text", 1));
}

#[test]
fn control_characters_are_refused_with_their_place() {
    let error = parse_yaml("a: b\nc: d\u{8}\n", 2, &YamlLimits::default()).unwrap_err();
    assert_eq!(error.problem.code(), "yaml_character");
    assert_eq!(error.position, Position { line: 3, column: 5 });
}

#[test]
fn a_tab_below_a_block_scalar_is_found_on_its_line() {
    assert_eq!(refused("a: |\n\tb\n"), ("yaml_syntax", 2));
}

#[test]
fn large_mappings_read_in_linear_time() {
    let lines: Vec<_> = (0..20_000).map(|index| format!("k{index}: v")).collect();
    let text = lines.join("\n");
    let YamlValue::Mapping(entries) = read(&text).value else { panic!("no mapping") };
    assert_eq!(entries.len(), 20_000);
}
