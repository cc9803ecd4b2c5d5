//! The contract of `skill.json` and its embedded form, through the public functions.

use metier_core::digest::sha256;
use metier_core::limits::JsonLimits;
use metier_core::package::{CODES, MAX_FINDINGS, Manifest, ManifestPart};

const HEAD: &str = r#""schema_version":1,"id":"a","version":"1.0.0","name":"N","description":"D""#;

fn parse(text: &str) -> Result<Manifest, Vec<metier_core::diagnostic::Diagnostic>> {
    Manifest::parse(text.as_bytes(), &JsonLimits::default())
}

/// `code json_path line:column` of each finding.
fn found(text: &str) -> Vec<String> {
    let findings = parse(text).err().unwrap_or_default();
    let shown = findings.into_iter().map(|row| {
        let place = row.location;
        let (line, column) = (place.line.unwrap_or(0), place.column.unwrap_or(0));
        format!("{} {} {line}:{column}", row.code, place.json_path.unwrap_or_default())
    });
    shown.collect()
}

fn with(rest: &str) -> String {
    format!("{{{HEAD},{rest}}}")
}

#[test]
fn manifest_with_many_breaches_yields_each_with_its_place() {
    let text = "{\"schema_version\": 1.0,\n \"id\": \"a..b\", \"version\": \"1.0\",\n \
                \"name\": \"\", \"tags\": [\"x\", 1, \"x\"],\n \"surprise\": null}";
    assert_eq!(
        found(text),
        [
            "field_missing $.description 1:1",
            "field_type $.schema_version 1:20",
            "id_segment_empty $.id 2:8",
            "version_number_missing $.version 2:27",
            "field_empty $.name 3:10",
            "field_type $.tags[1] 3:28",
            "item_duplicate $.tags[2] 3:31",
            "field_unknown $.surprise 4:2",
        ]
    );
}

#[test]
fn manifest_canonical_bytes_have_the_golden_digest() {
    let text = r#"{"schema_version":1,"id":"com.example.skill","version":"1.0.0",
        "name":"Test skill","description":"A test skill package"}"#;
    let canonical = parse(text).unwrap().canonical_bytes().unwrap();
    let mut framed = b"wuwe.skill.embedded.v1\0".to_vec();
    framed.extend((canonical.len() as u64).to_be_bytes());
    framed.extend(&canonical);
    assert_eq!(
        sha256(&framed).hex(),
        "410fe99c26357be0d2a002a7f95381b8df31db3866eb7dbbbbe5ae07ebc522e6"
    );
}

#[test]
fn manifest_canonical_bytes_read_back_to_themselves() {
    let text = with(
        r#""input_schema":{"minimum":1e3,"const":{"z":-0.0,"B":1}},"metadata":{"b":"\u0001","a":"/"}"#,
    );
    let canonical = parse(&text).unwrap().checked_canonical_bytes(&JsonLimits::default()).unwrap();
    let shown = String::from_utf8(canonical.clone()).unwrap();
    assert!(shown.contains(r#""input_schema":{"const":{"B":1,"z":-0.0},"minimum":1000.0}"#));
    assert!(shown.contains(r#""metadata":{"a":"/","b":"\u0001"}"#));
    assert_eq!(parse(&shown).unwrap().canonical_bytes().unwrap(), canonical);
}

#[test]
fn manifest_position_counts_code_points() {
    let text = with(r#""metadata":{"é😀":1}"#);
    assert_eq!(found(&text), [r#"field_type $.metadata["é😀"] 1:94"#]);
}

#[test]
fn manifest_with_unportable_float_parses_and_has_no_canonical_bytes() {
    let manifest =
        parse(&with(r#""output_schema":{"properties":{"a":{"maximum":1e23}}}"#)).unwrap();
    let error = manifest.canonical_bytes().unwrap_err();
    assert_eq!(error.code(), "number_not_portable");
    let place = error.to_diagnostic().location.json_path;
    assert_eq!(place.as_deref(), Some("$.output_schema.properties.a.maximum"));
    assert!(String::from_utf8(manifest.json_bytes()).unwrap().contains("1e+23"));
}

#[test]
fn manifest_altered_in_memory_is_refused_by_its_checked_form() {
    let mut manifest = parse(&with(r#""tags":["x"]"#)).unwrap();
    manifest.tags.push("x".to_owned());
    let findings = manifest.checked_canonical_bytes(&JsonLimits::default()).unwrap_err();
    assert_eq!(findings[0].code, "item_duplicate");
}

#[test]
fn manifest_with_very_many_breaches_lists_a_bounded_number() {
    let tags = vec!["1"; 4000].join(",");
    let findings = found(&with(&format!(r#""tags":[{tags}]"#)));
    assert_eq!(findings.len(), MAX_FINDINGS + 1);
    assert!(findings[MAX_FINDINGS].starts_with("too_many_findings"));
}

#[test]
fn manifest_with_long_keys_keeps_paths_short() {
    let key = "k".repeat(60_000);
    let keywords: Vec<_> = (0..500).map(|index| format!(r#""x{index}":0"#)).collect();
    let text =
        with(&format!(r#""input_schema":{{"properties":{{"{key}":{{{}}}}}}}"#, keywords.join(",")));
    let findings = parse(&text).unwrap_err();
    assert_eq!(findings.len(), 500);
    assert!(findings.iter().all(|row| row.location.json_path.as_ref().unwrap().len() < 256));
}

#[test]
fn manifest_path_rules_hold_between_resources() {
    let resource = |id: &str, path: &str| {
        let sha256 = "0".repeat(64);
        format!(r#"{{"id":"{id}","path":"{path}","kind":"asset","size":0,"sha256":"{sha256}"}}"#)
    };
    let rows = [
        ("a/b.md", "A/B.MD", "path_collision $.resources[1].path"),
        ("a", "a/b", "path_file_and_folder $.resources[1].path"),
        ("a/b", "a", "path_file_and_folder $.resources[1].path"),
        ("a", "a", "path_duplicate $.resources[1].path"),
        ("a", "skill.json", "path_reserved $.resources[1].path"),
        ("a", "SKILL.JSON", "path_reserved $.resources[1].path"),
        ("a", "skill.json/b", "path_reserved $.resources[1].path"),
        ("a", "../b", "path_dots $.resources[1].path"),
    ];
    for (first, second, expected) in rows {
        let text =
            with(&format!(r#""resources":[{},{}]"#, resource("x", first), resource("y", second)));
        let findings = found(&text);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].starts_with(expected), "{findings:?}");
    }
}

#[test]
fn manifest_instructions_of_a_faulty_resource_are_no_second_finding() {
    let text = with(
        r#""instructions":["m","n","o"],"resources":[
            {"id":"m","path":"m","kind":"prompt","size":-1,"sha256":"x"},
            {"id":"n","path":"n","kind":"asset","size":0,"sha256":"x"}]"#,
    );
    let codes: Vec<_> = parse(&text).unwrap_err().into_iter().map(|row| row.code).collect();
    assert_eq!(
        codes,
        [
            "instruction_kind",
            "instruction_undeclared",
            "integer_negative",
            "sha256_malformed",
            "sha256_malformed"
        ]
    );
}

#[test]
fn manifest_part_is_completed_alone() {
    let limits = JsonLimits::default();
    let tool = ManifestPart::Tool.complete(br#"{"name":"t"}"#, &limits).unwrap();
    assert_eq!(tool, br#"{"name":"t","optional":false}"#);
    let findings = ManifestPart::Skill.complete(br#"{"id":"a"}"#, &limits).unwrap_err();
    assert_eq!(findings[0].location.json_path.as_deref(), Some("$.version"));
}

#[test]
fn manifest_codes_are_unique_and_documented() {
    let mut codes: Vec<_> = CODES.iter().map(|entry| entry.code).collect();
    codes.sort_unstable();
    let count = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), count);
    assert!(CODES.iter().all(|entry| entry.meaning.ends_with('.')));
}
