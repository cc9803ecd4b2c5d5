//! The text of a manifest with every field present.
//!
//! This is the form that `wuwe.skill.embedded.v1` hashes. It is not RFC 8785: object keys stand
//! in the order of their UTF-8 bytes, floats are written as `embedded_float` says, and strings
//! escape `"`, `\` and the characters below U+0020 only (`\b \t \n \f \r`, the rest `\u00xx` in
//! lower case). No white space; arrays keep the declared order; a version or requirement is the
//! text it was read from; a tool has `exact_version` only where one is declared.

use crate::json::canonical::write_string;
use crate::json::{Member, Number, Step, Value};
use crate::package::{
    CapabilityRequirement, KnowledgeRequirement, Manifest, Requires, ResourceDescriptor,
    SkillRequirement, ToolRequirement,
};

use super::embedded_float::{embedded_float, shortest_float};
use super::error::ManifestError;
use super::place::json_path;

/// What becomes of a float whose embedded digits are not the shortest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Floats {
    /// It is refused.
    Portable,
    /// It is written with the shortest digits.
    Shortest,
}

/// A text that grows, and what is written into it.
pub(super) struct Writer {
    text: Vec<u8>,
    floats: Floats,
    refused: Option<ManifestError>,
}

impl Writer {
    /// The text that `write` makes.
    pub(super) fn text(
        floats: Floats,
        write: impl FnOnce(&mut Self),
    ) -> Result<Vec<u8>, ManifestError> {
        let mut writer = Self { text: Vec::new(), floats, refused: None };
        write(&mut writer);
        writer.refused.map_or(Ok(writer.text), Err)
    }

    pub(super) fn manifest(&mut self, manifest: &Manifest) {
        self.open(b'{');
        self.key("deprecated").flag(manifest.deprecated);
        self.key("description").string(&manifest.description);
        self.key("examples").strings(&manifest.examples);
        self.key("id").string(&manifest.id);
        self.key("input_modes").strings(&manifest.input_modes);
        self.key("input_schema")
            .value(&manifest.input_schema, &mut vec![Step::Key("input_schema")]);
        self.key("instructions").strings(&manifest.instructions);
        self.key("metadata").map(&manifest.metadata);
        self.key("name").string(&manifest.name);
        self.key("output_modes").strings(&manifest.output_modes);
        self.key("output_schema")
            .value(&manifest.output_schema, &mut vec![Step::Key("output_schema")]);
        self.key("requires").requires(&manifest.requires);
        self.key("resources").list(&manifest.resources, Self::resource);
        self.key("schema_version").raw("1");
        self.key("tags").strings(&manifest.tags);
        self.key("version").string(manifest.version.text());
        self.close(b'}');
    }

    pub(super) fn requires(&mut self, requires: &Requires) {
        self.open(b'{');
        self.key("capabilities").list(&requires.capabilities, Self::capability);
        self.key("knowledge").list(&requires.knowledge, Self::knowledge);
        self.key("skills").list(&requires.skills, Self::skill);
        self.key("tools").list(&requires.tools, Self::tool);
        self.close(b'}');
    }

    pub(super) fn resource(&mut self, resource: &ResourceDescriptor) {
        self.open(b'{');
        self.key("id").string(&resource.id);
        self.key("kind").string(resource.kind.as_str());
        self.key("media_type").string(&resource.media_type);
        self.key("metadata").map(&resource.metadata);
        self.key("path").string(&resource.path);
        self.key("sha256").string(&resource.sha256.hex());
        self.key("size").raw(&resource.size.to_string());
        self.close(b'}');
    }

    pub(super) fn skill(&mut self, skill: &SkillRequirement) {
        self.open(b'{');
        self.key("id").string(&skill.id);
        self.key("optional").flag(skill.optional);
        self.key("version").string(skill.version.text());
        self.close(b'}');
    }

    pub(super) fn tool(&mut self, tool: &ToolRequirement) {
        self.open(b'{');
        if let Some(version) = &tool.exact_version {
            self.key("exact_version").string(version);
        }
        self.key("name").string(&tool.name);
        self.key("optional").flag(tool.optional);
        self.close(b'}');
    }

    pub(super) fn capability(&mut self, capability: &CapabilityRequirement) {
        self.open(b'{');
        self.key("metadata").map(&capability.metadata);
        self.key("name").string(&capability.name);
        self.key("resources").strings(&capability.resources);
        self.key("risk").string(capability.risk.as_str());
        self.key("summary").string(&capability.summary);
        self.close(b'}');
    }

    pub(super) fn knowledge(&mut self, knowledge: &KnowledgeRequirement) {
        self.open(b'{');
        self.key("filters").map(&knowledge.filters);
        self.key("max_context_chars").raw(&knowledge.max_context_chars.to_string());
        self.key("optional").flag(knowledge.optional);
        self.key("source").string(&knowledge.source);
        self.close(b'}');
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.open(b'[');
        for item in items {
            self.separate();
            write(self, item);
        }
        self.close(b']');
    }

    fn strings(&mut self, items: &[String]) {
        self.open(b'[');
        for item in items {
            self.separate();
            self.string(item);
        }
        self.close(b']');
    }

    fn map(&mut self, pairs: &[(String, String)]) {
        let mut sorted: Vec<_> = pairs.iter().collect();
        sorted.sort_by(|left, right| left.0.as_bytes().cmp(right.0.as_bytes()));
        self.open(b'{');
        for (key, value) in sorted {
            self.key(key).string(value);
        }
        self.close(b'}');
    }

    /// A JSON value; its nesting is bounded by the JSON reader.
    fn value<'a>(&mut self, value: &'a Value, steps: &mut Vec<Step<'a>>) {
        match value {
            Value::Null => self.raw("null"),
            Value::Bool(flag) => self.flag(*flag),
            Value::Number(Number::Integer(number)) => self.raw(&number.to_string()),
            Value::Number(Number::Float(number)) => self.float(*number, steps),
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                self.open(b'[');
                for (index, item) in items.iter().enumerate() {
                    self.separate();
                    steps.push(Step::Index(index));
                    self.value(&item.value, steps);
                    steps.pop();
                }
                self.close(b']');
            }
            Value::Object(members) => self.object(members, steps),
        }
    }

    fn object<'a>(&mut self, members: &'a [Member], steps: &mut Vec<Step<'a>>) {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_by(|left, right| left.key.as_bytes().cmp(right.key.as_bytes()));
        self.open(b'{');
        for member in sorted {
            steps.push(Step::Key(&member.key));
            self.key(&member.key).value(&member.node.value, steps);
            steps.pop();
        }
        self.close(b'}');
    }

    fn float(&mut self, number: f64, steps: &[Step<'_>]) {
        let shortest = shortest_float(number);
        self.raw(&shortest);
        if self.floats == Floats::Shortest || self.refused.is_some() {
            return;
        }
        let (embedded, portable) = embedded_float(number);
        if !portable {
            let json_path = json_path(steps);
            self.refused = Some(ManifestError::NumberNotPortable { shortest, embedded, json_path });
        }
    }

    fn flag(&mut self, flag: bool) {
        self.raw(if flag { "true" } else { "false" });
    }

    fn string(&mut self, text: &str) {
        write_string(&mut self.text, text);
    }

    fn key(&mut self, key: &str) -> &mut Self {
        self.separate();
        self.string(key);
        self.text.push(b':');
        self
    }

    /// A comma, unless the text stands right behind an opening bracket.
    fn separate(&mut self) {
        if !matches!(self.text.last(), Some(b'{' | b'[')) {
            self.text.push(b',');
        }
    }

    fn open(&mut self, bracket: u8) {
        self.text.push(bracket);
    }

    fn close(&mut self, bracket: u8) {
        self.text.push(bracket);
    }

    fn raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}
