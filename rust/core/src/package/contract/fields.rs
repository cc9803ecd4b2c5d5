//! Walking the fields of an object, and reading the plain kinds of value they have.
//!
//! Every reader reports what is wrong and gives nothing for it, so that a walk goes on to the
//! next field and one document yields all its findings.

use std::collections::HashMap;

use crate::json::{Member, Node, Number, Value};

use super::error::{ManifestError, quoted};
use super::findings::Findings;
use super::place::Place;

/// A value and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a> {
    /// The value.
    pub(super) node: &'a Node,
    /// Where it stands.
    pub(super) place: Place<'a>,
}

impl Item<'_> {
    /// Reports a breach at this value.
    pub(super) fn report(&self, breach: impl Into<ManifestError>, findings: &mut Findings) {
        findings.add(&breach.into(), self.node.offset, || self.place.json_path());
    }

    fn wrong_type(&self, expected: &'static str, findings: &mut Findings) {
        let actual = self.node.value.type_name().to_owned();
        self.report(ManifestError::FieldType { expected, actual }, findings);
    }
}

/// The members of one object of the contract.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a> {
    members: &'a [Member],
    offset: usize,
    place: &'a Place<'a>,
}

impl<'a> Fields<'a> {
    /// The fields of an object, after reporting those that are not in `names`.
    pub(super) fn open(
        item: &'a Item<'a>,
        names: &[&'static str],
        findings: &mut Findings,
    ) -> Option<Self> {
        let Value::Object(members) = &item.node.value else {
            item.wrong_type("an object", findings);
            return None;
        };
        for member in members.iter().filter(|member| !names.contains(&member.key.as_str())) {
            let breach = ManifestError::FieldUnknown {
                name: quoted(&member.key),
                expected: names.join(", "),
            };
            findings.add(&breach, member.key_offset, || item.place.key(&member.key).json_path());
        }
        Some(Self { members, offset: item.node.offset, place: &item.place })
    }

    /// The value of a field, if it is there.
    pub(super) fn find(&self, name: &'static str) -> Option<Item<'a>> {
        let member = self.members.iter().find(|member| member.key == name)?;
        Some(Item { node: &member.node, place: self.place.key(name) })
    }

    /// Reads a field that must be there.
    pub(super) fn required<T>(
        &self,
        name: &'static str,
        findings: &mut Findings,
        read: impl FnOnce(Item<'_>, &mut Findings) -> Option<T>,
    ) -> Option<T> {
        if let Some(item) = self.find(name) {
            return read(item, findings);
        }
        let breach = ManifestError::FieldMissing { name };
        findings.add(&breach, self.offset, || self.place.key(name).json_path());
        None
    }

    /// Reads a field that stands for `default` when it is absent.
    pub(super) fn optional<T>(
        &self,
        name: &'static str,
        default: T,
        findings: &mut Findings,
        read: impl FnOnce(Item<'_>, &mut Findings) -> Option<T>,
    ) -> Option<T> {
        match self.find(name) {
            Some(item) => read(item, findings),
            None => Some(default),
        }
    }
}

/// The members of an array; none of anything else.
pub(super) fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::Array(items) => items,
        _ => &[],
    }
}

/// The member `key` of an object.
pub(super) fn member<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let Value::Object(members) = &node.value else { return None };
    members.iter().find(|member| member.key == key).map(|member| &member.node)
}

/// The member `key` of an object, if it is a string: its value and text.
pub(super) fn text_member<'a>(node: &'a Node, key: &str) -> Option<(&'a Node, &'a str)> {
    let node = member(node, key)?;
    match &node.value {
        Value::String(text) => Some((node, text)),
        _ => None,
    }
}

/// A string, empty or not.
pub(super) fn string<'a>(item: Item<'a>, findings: &mut Findings) -> Option<&'a str> {
    let Value::String(text) = &item.node.value else {
        item.wrong_type("a string", findings);
        return None;
    };
    Some(text)
}

/// A string that says something.
pub(super) fn text(item: Item<'_>, findings: &mut Findings) -> Option<String> {
    let text = string(item, findings)?;
    if text.is_empty() {
        item.report(ManifestError::FieldEmpty, findings);
        return None;
    }
    Some(text.to_owned())
}

/// A boolean.
pub(super) fn flag(item: Item<'_>, findings: &mut Findings) -> Option<bool> {
    let Value::Bool(flag) = item.node.value else {
        item.wrong_type("a boolean", findings);
        return None;
    };
    Some(flag)
}

/// An integer literal.
pub(super) fn integer(item: Item<'_>, findings: &mut Findings) -> Option<i64> {
    let Value::Number(Number::Integer(number)) = item.node.value else {
        item.wrong_type("an integer", findings);
        return None;
    };
    Some(number)
}

/// An integer literal from 0; the JSON reader has refused those above 2^53−1.
pub(super) fn count(item: Item<'_>, findings: &mut Findings) -> Option<u64> {
    let number = integer(item, findings)?;
    let count = u64::try_from(number).ok();
    if count.is_none() {
        item.report(ManifestError::IntegerNegative { actual: number }, findings);
    }
    count
}

/// An array whose members are each read by `read`; all of them are read, whatever fails.
pub(super) fn list<T>(
    item: Item<'_>,
    findings: &mut Findings,
    mut read: impl FnMut(Item<'_>, &mut Findings) -> Option<T>,
) -> Option<Vec<T>> {
    let Value::Array(nodes) = &item.node.value else {
        item.wrong_type("an array", findings);
        return None;
    };
    let mut values = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        values.extend(read(Item { node, place: item.place.index(index) }, findings));
    }
    (values.len() == nodes.len()).then_some(values)
}

/// An array of strings that say something, no two equal.
pub(super) fn texts(item: Item<'_>, findings: &mut Findings) -> Option<Vec<String>> {
    let texts = list(item, findings, text);
    let mut first = HashMap::new();
    let mut fresh = true;
    for (index, node) in items(item.node).iter().enumerate() {
        let Value::String(text) = &node.value else { continue };
        let at = Item { node, place: item.place.index(index) };
        fresh &= is_first(&mut first, text, index, at, findings);
    }
    texts.filter(|_| fresh)
}

/// An array of objects that are told apart by the string in their field `key`.
pub(super) fn keyed<T>(
    item: Item<'_>,
    key: &'static str,
    findings: &mut Findings,
    read: impl Fn(Item<'_>, &mut Findings) -> Option<T>,
) -> Option<Vec<T>> {
    let values = list(item, findings, read);
    let mut first = HashMap::new();
    let mut fresh = true;
    for (index, node) in items(item.node).iter().enumerate() {
        let Some((node, identity)) = text_member(node, key) else { continue };
        let place = item.place.index(index);
        let at = Item { node, place: place.key(key) };
        fresh &= is_first(&mut first, identity, index, at, findings);
    }
    values.filter(|_| fresh)
}

/// Whether `identity` stands in a list for the first time; else reports it at `item`.
fn is_first<'a>(
    first: &mut HashMap<&'a str, usize>,
    identity: &'a str,
    index: usize,
    item: Item<'_>,
    findings: &mut Findings,
) -> bool {
    let first = *first.entry(identity).or_insert(index);
    if first != index {
        let value = quoted(identity);
        item.report(ManifestError::ItemDuplicate { value, first }, findings);
    }
    first == index
}

/// An object from strings to strings, both possibly empty, in the order of the text.
pub(super) fn text_map(item: Item<'_>, findings: &mut Findings) -> Option<Vec<(String, String)>> {
    let Value::Object(members) = &item.node.value else {
        item.wrong_type("an object", findings);
        return None;
    };
    let mut pairs = Vec::with_capacity(members.len());
    for Member { key, node, .. } in members {
        let value = string(Item { node, place: item.place.key(key) }, findings);
        pairs.extend(value.map(|value| (key.clone(), value.to_owned())));
    }
    (pairs.len() == members.len()).then_some(pairs)
}
