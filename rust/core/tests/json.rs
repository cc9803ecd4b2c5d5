//! Strict parsing and canonical form, from the outside.

use metier_core::json::canonical::to_canonical;
use metier_core::json::{self, Node, Number, Value};
use metier_core::limits::JsonLimits;

fn refused(text: &[u8]) -> (&'static str, usize, u32, u32, String) {
    let error = json::parse(text, &JsonLimits::default()).expect_err("strict");
    (error.code(), error.offset, error.line, error.column, error.path)
}

fn check(text: &[u8], code: &str, offset: usize, path: &str) {
    let (got, at, _, _, place) = refused(text);
    assert_eq!((got, at, place.as_str()), (code, offset, path), "{}", text.escape_ascii());
}

#[test]
fn document_with_an_error_names_code_offset_and_path() {
    check(b"", "unexpected_end", 0, "$");
    check(b"\xEF\xBB\xBF{}", "byte_order_mark", 0, "$");
    check(b"{} x", "trailing_data", 3, "$");
    check(b"[1,]", "unexpected_character", 3, "$[1]");
    check(b"{\"a\":[1 2]}", "unexpected_character", 8, "$.a[0]");
    check(b"{\"a\":1,}", "unexpected_character", 7, "$");
    check(b"[nul]", "unexpected_character", 4, "$[0]");
    check(b"[01]", "invalid_number", 2, "$[0]");
    check(b"[1.]", "invalid_number", 3, "$[0]");
    check(b"[-]", "invalid_number", 2, "$[0]");
    check(b"[1e400]", "number_overflow", 1, "$[0]");
    check(b"[-9007199254740992]", "integer_out_of_range", 1, "$[0]");
    check(b"[\"\\x\"]", "invalid_escape", 3, "$[0]");
    check(b"[\"\\u12g4\"]", "invalid_escape", 6, "$[0]");
    check(b"[\"a\tb\"]", "control_character", 3, "$[0]");
    check(b"[\"\\ud800\"]", "lone_surrogate", 2, "$[0]");
    check(b"[\"\\udc00\\ud800\"]", "lone_surrogate", 2, "$[0]");
    check(b"[\"\\ud800\\u0041\"]", "lone_surrogate", 2, "$[0]");
    check(b"{\"a b\":[{\"c\":\"\xFF\"}]}", "invalid_utf8", 13 + 1, "$[\"a b\"][0].c");
    check(b"[1 2, \xFF]", "unexpected_character", 3, "$[0]");
    check(b"{} \xFF", "invalid_utf8", 3, "$");
}

#[test]
fn duplicate_key_is_found_after_unescaping_and_at_any_depth() {
    check(br#"{"id":1,"\u0069d":2}"#, "duplicate_key", 8, "$.id");
    check(br#"[{"a":{"x":1,"y":2,"x":3,"y":4}}]"#, "duplicate_key", 19, "$[0].a.x");
}

#[test]
fn place_of_an_error_counts_lines_and_code_points() {
    let (_, _, line, column, _) = refused("{\n  \"é😀\": !\n}".as_bytes());
    assert_eq!((line, column), (2, 9));
}

#[test]
fn limits_are_inclusive() {
    let limits = JsonLimits { max_bytes: 20, max_string_bytes: 3, max_items: 2, max_depth: 1 };
    let code = |text: &[u8]| json::parse(text, &limits).err().map(|error| error.code());
    assert_eq!(code(b"                  12"), None);
    assert_eq!(code(b"                   12"), Some("input_too_large"));
    assert_eq!(code(br#""\u0061bc""#), None);
    assert_eq!(code("\"éé\"".as_bytes()), Some("string_too_long"));
    assert_eq!(code(br#"{"abc":0}"#), None);
    assert_eq!(code(br#"{"abcd":0}"#), Some("key_too_long"));
    assert_eq!(code(b"[1,2]"), None);
    assert_eq!(code(b"[1,2,3]"), Some("too_many_items"));
    assert_eq!(code(br#"{"a":1,"b":2,"c":3}"#), Some("too_many_items"));
    assert_eq!(code(b"[1,[]]"), None);
    assert_eq!(code(b"[1,[2]]"), Some("depth_exceeded"));
}

#[test]
fn deep_document_needs_no_deep_stack() {
    let work = || {
        let limits = JsonLimits { max_depth: usize::MAX, ..JsonLimits::UNBOUNDED };
        let deep = |levels: usize| [b"[".repeat(levels), b"]".repeat(levels)].concat();
        let node = json::parse(&deep(1001), &limits).expect("the root is at depth 0");
        assert_eq!(to_canonical(&node.value).expect("as deep as allowed"), deep(1001));
        assert_eq!(json::canonicalize(&deep(1001)).expect("as deep as allowed"), deep(1001));
        for text in [deep(1002), b"[".repeat(100_000), b"{\"\":".repeat(50_000)] {
            let error = json::parse(&text, &limits).expect_err("too deep");
            assert_eq!(error.code(), "depth_exceeded");
            assert_eq!(json::canonicalize(&text).expect_err("too deep").code(), "depth_exceeded");
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(work).expect("a thread");
    thread.join().expect("no overflow");
}

#[test]
fn node_keeps_offsets_and_the_order_of_keys() {
    let node = json::parse(br#" {"b": [1, -0, 2.0], "a": null}"#, &JsonLimits::default());
    let Ok(Node { offset: 1, value: Value::Object(members) }) = node else { panic!("{node:?}") };
    let keys: Vec<_> = members.iter().map(|m| (m.key.as_str(), m.key_offset)).collect();
    assert_eq!(keys, [("b", 2), ("a", 21)]);
    let Value::Array(items) = &members[0].node.value else { panic!("an array") };
    let numbers: Vec<_> = items.iter().map(|item| (item.offset, item.value.clone())).collect();
    let expected = [Number::Integer(1), Number::Integer(0), Number::Float(2.0)];
    assert_eq!(
        numbers,
        [8, 11, 15].into_iter().zip(expected.map(Value::Number)).collect::<Vec<_>>()
    );
}

#[test]
fn canonical_text_of_nested_objects_is_sorted_at_every_level() {
    let text = br#"{"b":[{"y":{},"x":[]},3],"a":{"\ud83d\ude02":1,"\ufb33":2},"":true}"#;
    let expected = "{\"\":true,\"a\":{\"😂\":1,\"\u{fb33}\":2},\"b\":[{\"x\":[],\"y\":{}},3]}";
    assert_eq!(json::canonicalize(text).expect("json"), expected.as_bytes());
    let node = json::parse(text, &JsonLimits::default()).expect("json");
    assert_eq!(to_canonical(&node.value).expect("canonical"), expected.as_bytes());
}

#[test]
fn canonicalize_takes_a_large_integer_only_in_its_own_text() {
    let canonical = |text: &[u8]| json::canonicalize(text).map_err(|error| error.code());
    assert_eq!(canonical(b"9007199254740992"), Ok(b"9007199254740992".to_vec()));
    assert_eq!(canonical(b"295147905179352830000"), Ok(b"295147905179352830000".to_vec()));
    assert_eq!(canonical(b"9007199254740993"), Err("integer_out_of_range"));
    assert_eq!(canonical(b"1000000000000000000000"), Err("integer_out_of_range"));
    assert_eq!(canonical(&b"9".repeat(400)), Err("integer_out_of_range"));
}

#[test]
fn value_without_canonical_form_names_its_path() {
    let node = |value| Node { offset: 0, value };
    let value = Value::Array(vec![node(Value::Null), node(Value::Number(Number::Float(f64::NAN)))]);
    let error = to_canonical(&value).expect_err("NaN");
    assert_eq!((error.code(), error.path.as_str()), ("number_not_finite", "$[1]"));
    let error = to_canonical(&Value::Number(Number::Integer(1 << 53))).expect_err("too large");
    assert_eq!((error.code(), error.path.as_str()), ("integer_out_of_range", "$"));
}

#[test]
fn every_code_stands_once_in_the_table() {
    let mut codes: Vec<_> = json::CODES.iter().map(|entry| entry.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), json::CODES.len());
}
