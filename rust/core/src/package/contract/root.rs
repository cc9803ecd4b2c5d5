//! Reading a whole manifest, and the rules that hold between its fields.

use std::collections::HashMap;

use crate::json::{Member, Node, Value};
use crate::package::{Manifest, Requires, ResourceKind};
use crate::path::{self, Collision, CollisionKind, PathError};
use crate::version::Version;

use super::error::{ManifestError, quoted};
use super::fields::{
    Fields, Item, flag, integer, items, keyed, member, string, text, text_map, text_member, texts,
};
use super::findings::Findings;
use super::requires::requires;
use super::resource::{identifier, resource};
use super::schema::check_schema;

/// Where the manifest itself stands in its package.
const MANIFEST_PATH: &str = "skill.json";

/// The fields of the root, in the order the documents list them.
const NAMES: &[&str] = &[
    "schema_version",
    "id",
    "version",
    "name",
    "description",
    "tags",
    "examples",
    "input_modes",
    "output_modes",
    "input_schema",
    "output_schema",
    "deprecated",
    "instructions",
    "resources",
    "requires",
    "metadata",
];

/// The root object of `skill.json`.
pub(super) fn manifest(item: Item<'_>, findings: &mut Findings) -> Option<Manifest> {
    let fields = Fields::open(&item, NAMES, findings)?;
    let schema_version = fields.required("schema_version", findings, schema_version);
    let id = fields.required("id", findings, identifier);
    let version = fields.required("version", findings, version);
    let name = fields.required("name", findings, text);
    let description = fields.required("description", findings, text);
    let tags = fields.optional("tags", Vec::new(), findings, texts);
    let examples = fields.optional("examples", Vec::new(), findings, texts);
    let input_modes = fields.optional("input_modes", Vec::new(), findings, texts);
    let output_modes = fields.optional("output_modes", Vec::new(), findings, texts);
    let any = || Value::Object(Vec::new());
    let input_schema = fields.optional("input_schema", any(), findings, schema);
    let output_schema = fields.optional("output_schema", any(), findings, schema);
    let deprecated = fields.optional("deprecated", false, findings, flag);
    let instructions = fields.optional("instructions", Vec::new(), findings, texts);
    let resources = fields.optional("resources", Vec::new(), findings, |item, findings| {
        keyed(item, "id", findings, resource)
    });
    let requires = fields.optional("requires", Requires::default(), findings, requires);
    let metadata = fields.optional("metadata", Vec::new(), findings, text_map);
    check_paths(&fields, findings);
    check_instructions(&fields, findings);
    check_own_id(&fields, findings);
    schema_version?;
    Some(Manifest {
        id: id?,
        version: version?,
        name: name?,
        description: description?,
        tags: tags?,
        examples: examples?,
        input_modes: input_modes?,
        output_modes: output_modes?,
        input_schema: input_schema?,
        output_schema: output_schema?,
        deprecated: deprecated?,
        instructions: instructions?,
        resources: resources?,
        requires: requires?,
        metadata: metadata?,
    })
}

fn schema_version(item: Item<'_>, findings: &mut Findings) -> Option<()> {
    let actual = integer(item, findings)?;
    if actual != 1 {
        item.report(ManifestError::SchemaVersionUnsupported { actual }, findings);
        return None;
    }
    Some(())
}

fn version(item: Item<'_>, findings: &mut Findings) -> Option<Version> {
    match Version::parse(string(item, findings)?) {
        Ok(version) => Some(version),
        Err(error) => {
            item.report(error, findings);
            None
        }
    }
}

fn schema(item: Item<'_>, findings: &mut Findings) -> Option<Value> {
    let before = findings.count();
    check_schema(item.node, item.place, findings);
    (findings.count() == before).then(|| without_offsets(&item.node.value))
}

/// The same value as one made in memory; its nesting is bounded by the JSON reader.
fn without_offsets(value: &Value) -> Value {
    let node = |node: &Node| Node { offset: 0, value: without_offsets(&node.value) };
    match value {
        Value::Array(items) => Value::Array(items.iter().map(node).collect()),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|member| Member {
                    key: member.key.clone(),
                    key_offset: 0,
                    node: node(&member.node),
                })
                .collect(),
        ),
        plain => plain.clone(),
    }
}

/// The rules on the set of resource paths; the manifest's own path is one of the set.
fn check_paths(fields: &Fields<'_>, findings: &mut Findings) {
    let Some(resources) = fields.find("resources") else { return };
    let mut paths = vec![MANIFEST_PATH];
    let mut declared = Vec::new();
    for (index, resource) in items(resources.node).iter().enumerate() {
        // A path that breaks a rule on its own has been reported, and its length is unbounded.
        if let Some((node, path)) = text_member(resource, "path")
            && path::check(path.as_bytes()).is_ok()
        {
            paths.push(path);
            declared.push((index, node));
        }
    }
    for Collision { first, second, kind } in path::collisions(&paths) {
        let (Some(other), Some(path)) = (paths.get(first), paths.get(second)) else { continue };
        let (path, other) = ((*path).to_owned(), (*other).to_owned());
        let Some((index, node)) = second.checked_sub(1).and_then(|place| declared.get(place))
        else {
            continue;
        };
        let breach = match kind {
            _ if first == 0 => ManifestError::PathReserved { path: quoted(&path) },
            CollisionKind::Duplicate => PathError::Duplicate { path }.into(),
            CollisionKind::Folded => PathError::Collision { path, other }.into(),
            CollisionKind::FileAndFolder => PathError::FileAndFolder { path, other }.into(),
        };
        let place = resources.place.index(*index);
        Item { node, place: place.key("path") }.report(breach, findings);
    }
}

/// Each of `instructions` is a declared resource that can be one. Declarations count as they
/// stand, so that a fault in one's size does not make a second finding here.
fn check_instructions(fields: &Fields<'_>, findings: &mut Findings) {
    let Some(instructions) = fields.find("instructions") else { return };
    let resources = fields.find("resources").map(|item| items(item.node)).unwrap_or_default();
    let kinds: HashMap<_, _> = resources
        .iter()
        .filter_map(|resource| {
            let (_, id) = text_member(resource, "id")?;
            Some((id, text_member(resource, "kind").map(|(_, kind)| kind)))
        })
        .collect();
    for (index, node) in items(instructions.node).iter().enumerate() {
        let Value::String(id) = &node.value else { continue };
        let breach = match kinds.get(id.as_str()).map(|kind| kind.and_then(ResourceKind::from_word))
        {
            Some(None | Some(ResourceKind::Instructions | ResourceKind::Prompt)) => continue,
            Some(Some(other)) => {
                ManifestError::InstructionKind { id: quoted(id), kind: other.as_str() }
            }
            None => ManifestError::InstructionUndeclared { id: quoted(id) },
        };
        Item { node, place: instructions.place.index(index) }.report(breach, findings);
    }
}

/// No skill requires itself.
fn check_own_id(fields: &Fields<'_>, findings: &mut Findings) {
    let Some(Value::String(own)) = fields.find("id").map(|item| &item.node.value) else { return };
    let Some(requires) = fields.find("requires") else { return };
    let Some(skills) = member(requires.node, "skills") else { return };
    let place = requires.place.key("skills");
    for (index, skill) in items(skills).iter().enumerate() {
        if let Some((node, id)) = text_member(skill, "id").filter(|(_, id)| id == own) {
            let place = place.index(index);
            let item = Item { node, place: place.key("id") };
            item.report(ManifestError::RequirementSelf { id: quoted(id) }, findings);
        }
    }
}
