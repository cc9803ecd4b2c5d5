//! The structural check of a JSON Schema: one visit a sub-schema, each `$ref` resolved once.
//!
//! The schema is never run on data. Sub-schemas wait in a list, so depth costs no stack; the
//! target of a reference joins the list like any other sub-schema and is visited at most once
//! however many references name it. The whole costs time and memory linear in the text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::json::{Member, Node, Number, Step, Value};

use super::error::{ManifestError, quoted};
use super::findings::Findings;
use super::keyword::{Shape, shape};
use super::place::{Place, json_path};
use super::schema_error::SchemaError;

/// Checks `schema`, which stands at `place`, and returns how many sub-schemas were visited.
pub(super) fn check_schema(schema: &Node, place: Place<'_>, findings: &mut Findings) -> usize {
    let mut walk = Walk {
        root: schema,
        base: place.steps(),
        spots: Vec::new(),
        pending: Vec::new(),
        seen: HashSet::new(),
        indexes: HashMap::new(),
        findings,
    };
    walk.enqueue(Spot { node: schema, way: None });
    while let Some(index) = walk.pending.pop() {
        walk.visit(index);
    }
    walk.seen.len()
}

/// A node of the schema and how it is reached: from which spot, by which steps.
#[derive(Debug, Clone, Copy)]
struct Spot<'a> {
    node: &'a Node,
    way: Option<(usize, Step<'a>)>,
}

struct Walk<'a, 'f> {
    root: &'a Node,
    base: Vec<Step<'a>>,
    spots: Vec<Spot<'a>>,
    pending: Vec<usize>,
    /// Every sub-schema that was put on the list, by its address.
    seen: HashSet<*const Node>,
    /// The members of the objects that references lead through, by the address of the first.
    indexes: HashMap<*const Member, HashMap<&'a str, &'a Member>>,
    findings: &'f mut Findings,
}

impl<'a> Walk<'a, '_> {
    fn enqueue(&mut self, spot: Spot<'a>) {
        if self.seen.insert(std::ptr::from_ref(spot.node)) {
            let index = self.push(spot);
            self.pending.push(index);
        }
    }

    fn push(&mut self, spot: Spot<'a>) -> usize {
        self.spots.push(spot);
        self.spots.len() - 1
    }

    fn visit(&mut self, index: usize) {
        let Some(Spot { node, .. }) = self.spots.get(index).copied() else { return };
        match &node.value {
            Value::Bool(_) => {}
            Value::Object(members) => {
                for member in members {
                    self.keyword(index, member);
                }
            }
            other => {
                let breach = SchemaError::NotSchema { actual: other.type_name() };
                self.report(breach, index, None, node.offset);
            }
        }
    }

    fn keyword(&mut self, at: usize, member: &'a Member) {
        let Some(shape) = shape(&member.key) else {
            let breach = SchemaError::KeywordUnsupported { keyword: quoted(&member.key) };
            return self.report(breach, at, Some(&member.key), member.key_offset);
        };
        if shape == Shape::RootText && at != 0 {
            let breach = SchemaError::KeywordNotAtRoot { keyword: quoted(&member.key) };
            return self.report(breach, at, Some(&member.key), member.key_offset);
        }
        if !shape.admits(&member.node.value) {
            let breach = SchemaError::KeywordType {
                expected: shape.expected(),
                actual: described(&member.node.value),
            };
            return self.report(breach, at, Some(&member.key), member.node.offset);
        }
        self.follow(at, member, shape);
    }

    /// Puts the sub-schemas below a keyword on the list.
    fn follow(&mut self, at: usize, member: &'a Member, shape: Shape) {
        let step = Step::Key(&member.key);
        match (shape, &member.node.value) {
            (Shape::Schema, _) => {
                self.enqueue(Spot { node: &member.node, way: Some((at, step)) });
            }
            (Shape::Schemas, Value::Array(items)) => {
                let list = self.push(Spot { node: &member.node, way: Some((at, step)) });
                for (index, node) in items.iter().enumerate() {
                    self.enqueue(Spot { node, way: Some((list, Step::Index(index))) });
                }
            }
            (Shape::SchemaMap, Value::Object(members)) => {
                let map = self.push(Spot { node: &member.node, way: Some((at, step)) });
                for inner in members {
                    let way = Some((map, Step::Key(&inner.key)));
                    self.enqueue(Spot { node: &inner.node, way });
                }
            }
            (Shape::Reference, Value::String(reference)) => {
                if let Err(breach) = self.refer(reference) {
                    self.report(breach, at, Some(&member.key), member.node.offset);
                }
            }
            _ => {}
        }
    }

    /// Finds the target of a reference and puts it on the list.
    fn refer(&mut self, reference: &'a str) -> Result<(), SchemaError> {
        let malformed = || SchemaError::ReferenceMalformed { reference: quoted(reference) };
        let unresolved = || SchemaError::ReferenceUnresolved { reference: quoted(reference) };
        let pointer = reference.strip_prefix('#').ok_or_else(malformed)?;
        if pointer.is_empty() {
            return Ok(());
        }
        let tokens = pointer.strip_prefix('/').ok_or_else(malformed)?;
        let mut node = self.root;
        let mut steps = Vec::new();
        for token in tokens.split('/') {
            let token = unescaped(token).ok_or_else(malformed)?;
            let (step, next) = self.member(node, &token).ok_or_else(unresolved)?;
            steps.push(step);
            node = next;
        }
        if !self.seen.contains(&std::ptr::from_ref(node)) {
            self.enqueue_along(node, &steps);
        }
        Ok(())
    }

    /// Puts a node that is reached from the root by several steps on the list.
    fn enqueue_along(&mut self, node: &'a Node, steps: &[Step<'a>]) {
        let Some((last, way)) = steps.split_last() else { return };
        let mut from = 0;
        for step in way {
            from = self.push(Spot { node: self.root, way: Some((from, *step)) });
        }
        self.enqueue(Spot { node, way: Some((from, *last)) });
    }

    fn member(&mut self, node: &'a Node, token: &str) -> Option<(Step<'a>, &'a Node)> {
        match &node.value {
            Value::Object(members) => {
                let index = self.indexes.entry(members.as_ptr()).or_insert_with(|| {
                    members.iter().map(|member| (member.key.as_str(), member)).collect()
                });
                index.get(token).map(|member| (Step::Key(&member.key), &member.node))
            }
            Value::Array(items) => {
                let index = array_index(token)?;
                items.get(index).map(|item| (Step::Index(index), item))
            }
            _ => None,
        }
    }

    fn report(&mut self, breach: SchemaError, at: usize, key: Option<&str>, offset: usize) {
        let Self { findings, spots, base, .. } = self;
        findings.add(&ManifestError::Schema(breach), offset, || {
            let mut steps = Vec::new();
            steps.extend(key.map(Step::Key));
            let mut spot = spots.get(at);
            while let Some((parent, step)) = spot.and_then(|spot| spot.way) {
                steps.push(step);
                spot = spots.get(parent);
            }
            steps.extend(base.iter().rev());
            steps.reverse();
            json_path(&steps)
        });
    }
}

/// A value for a message: what it is, and what it says where that is short.
fn described(value: &Value) -> String {
    match value {
        Value::String(text) => format!("the string {}", quoted(text)),
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Number(Number::Integer(number)) => number.to_string(),
        other => other.type_name().to_owned(),
    }
}

/// A pointer token with `~1` and `~0` replaced (RFC 6901 section 4); none for another `~`.
fn unescaped(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut parts = token.split('~');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (escaped, rest) = part.split_at_checked(1)?;
        text.push_str(match escaped {
            "0" => "~",
            "1" => "/",
            _ => return None,
        });
        text.push_str(rest);
    }
    Some(Cow::Owned(text))
}

/// An array index of a pointer: digits without a leading zero (RFC 6901 section 4).
fn array_index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with('0');
    let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    if canonical && digits { token.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Findings, Place, check_schema};
    use crate::json::parse;
    use crate::limits::JsonLimits;

    /// How many sub-schemas are visited, and `code json_path` of each finding.
    fn checked(schema: &str) -> (usize, Vec<String>) {
        let node = parse(schema.as_bytes(), &JsonLimits::default()).unwrap();
        let mut findings = Findings::default();
        let visits = check_schema(&node, Place::ROOT, &mut findings);
        let shown = |row: crate::diagnostic::Diagnostic| {
            format!("{} {}", row.code, row.location.json_path.unwrap_or_default())
        };
        (visits, findings.into_diagnostics(schema.as_bytes()).into_iter().map(shown).collect())
    }

    #[test]
    fn schema_that_refers_to_itself_twice_is_visited_three_times() {
        let (visits, found) = checked(r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##);
        assert_eq!((visits, found.len()), (3, 0));
    }

    #[test]
    fn schema_of_doubling_definitions_is_visited_once_a_node() {
        let level = |index: usize| {
            let next = format!("{{\"$ref\":\"#/$defs/d{}\"}}", index + 1);
            format!("\"d{index}\":{{\"allOf\":[{next},{next}]}}")
        };
        let levels: Vec<_> = (0..20).map(level).collect();
        let schema =
            format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{},"d20":true}}}}"##, levels.join(","));
        let (visits, found) = checked(&schema);
        // The root, 21 definitions and two references in each of 20.
        assert_eq!((visits, found.len()), (1 + 21 + 40, 0));
    }

    #[test]
    fn schema_reference_outside_of_schema_places_is_visited_as_a_schema() {
        let (visits, found) =
            checked(r##"{"$ref":"#/default","default":{"prefixItems":[]},"const":{"if":1}}"##);
        assert_eq!(visits, 2);
        assert_eq!(found, ["schema_keyword_unsupported $.default.prefixItems"]);
    }

    #[test]
    fn schema_reference_unescapes_pointers_and_leaves_percent_signs() {
        let defs = r#""$defs":{"a/b":true,"c~d":true,"e%20f":true,"list":{"anyOf":[true]}}"#;
        for pointer in ["#/$defs/a~1b", "#/$defs/c~0d", "#/$defs/e%20f", "#/$defs/list/anyOf/0"] {
            let (_, found) = checked(&format!(r#"{{"$ref":"{pointer}",{defs}}}"#));
            assert_eq!(found, [""; 0], "{pointer}");
        }
        for (pointer, code) in [
            ("#/$defs/e f", "schema_reference_unresolved"),
            ("#/$defs/list/anyOf/00", "schema_reference_unresolved"),
            ("#/$defs/list/anyOf/1", "schema_reference_unresolved"),
            ("#/", "schema_reference_unresolved"),
            ("#/$defs/c~2d", "schema_reference_malformed"),
            ("#anchor", "schema_reference_malformed"),
            ("other.json", "schema_reference_malformed"),
            ("", "schema_reference_malformed"),
        ] {
            let (_, found) = checked(&format!(r#"{{"$ref":"{pointer}",{defs}}}"#));
            assert_eq!(found, [format!("{code} $.$ref").replace("$.$ref", r#"$["$ref"]"#)]);
        }
    }

    #[test]
    fn schema_reference_to_no_schema_is_refused_at_its_target() {
        let (_, found) = checked(r##"{"$ref":"#/required","required":["a"]}"##);
        assert_eq!(found, ["schema_type $.required"]);
    }
}
