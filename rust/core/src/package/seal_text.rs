//! The text of a sealed `skill.json`: for people to read, the same bytes every time.

use super::manifest::{Manifest, Requires, ResourceDescriptor};
use crate::json::canonical::write_string;

/// The media type a resource has when it names none.
const DEFAULT_MEDIA_TYPE: &str = "application/octet-stream";

/// The manifest as JSON: two spaces a level, fields in the order of the contract, those that stand
/// for their default left out, a line break at the end.
///
/// Writes what a sealed manifest has; examples, modes, schemas, capabilities and knowledge, which
/// a `SKILL.md` can't say, are not among it. Strings have the fewest escapes (RFC 8785 3.2.2.2).
pub(super) fn seal_text(manifest: &Manifest) -> Vec<u8> {
    let mut writer = Writer { text: Vec::new(), depth: 0, fresh: true };
    writer.object(|writer| {
        writer.raw_field("schema_version", "1");
        writer.field("id", &manifest.id);
        writer.field("version", manifest.version.text());
        writer.field("name", &manifest.name);
        writer.field("description", &manifest.description);
        writer.strings("tags", &manifest.tags);
        if manifest.deprecated {
            writer.raw_field("deprecated", "true");
        }
        writer.strings("instructions", &manifest.instructions);
        writer.list("resources", &manifest.resources, resource);
        requires(writer, &manifest.requires);
        writer.map("metadata", &manifest.metadata);
    });
    writer.text.push(b'\n');
    writer.text
}

fn resource(writer: &mut Writer, resource: &ResourceDescriptor) {
    writer.field("id", &resource.id);
    writer.field("path", &resource.path);
    writer.field("kind", resource.kind.as_str());
    if resource.media_type != DEFAULT_MEDIA_TYPE {
        writer.field("media_type", &resource.media_type);
    }
    writer.raw_field("size", &resource.size.to_string());
    writer.field("sha256", &resource.sha256.hex());
    writer.map("metadata", &resource.metadata);
}

fn requires(writer: &mut Writer, requires: &Requires) {
    if requires.skills.is_empty() && requires.tools.is_empty() {
        return;
    }
    writer.key("requires");
    writer.object(|writer| {
        writer.list("skills", &requires.skills, |writer, skill| {
            writer.field("id", &skill.id);
            writer.field("version", skill.version.text());
            optional(writer, skill.optional);
        });
        writer.list("tools", &requires.tools, |writer, tool| {
            writer.field("name", &tool.name);
            if let Some(version) = &tool.exact_version {
                writer.field("exact_version", version);
            }
            optional(writer, tool.optional);
        });
    });
}

fn optional(writer: &mut Writer, optional: bool) {
    if optional {
        writer.raw_field("optional", "true");
    }
}

/// A text that grows.
struct Writer {
    text: Vec<u8>,
    depth: usize,
    /// Whether nothing stands yet in the innermost bracket.
    fresh: bool,
}

impl Writer {
    fn object(&mut self, write: impl FnOnce(&mut Self)) {
        self.bracket(b'{', b'}', write);
    }

    fn bracket(&mut self, open: u8, close: u8, write: impl FnOnce(&mut Self)) {
        self.text.push(open);
        self.depth += 1;
        self.fresh = true;
        write(self);
        self.depth -= 1;
        if !self.fresh {
            self.line();
        }
        self.fresh = false;
        self.text.push(close);
    }

    fn field(&mut self, key: &str, value: &str) {
        self.key(key);
        write_string(&mut self.text, value);
    }

    fn raw_field(&mut self, key: &str, value: &str) {
        self.key(key);
        self.text.extend_from_slice(value.as_bytes());
    }

    fn strings(&mut self, key: &str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        self.key(key);
        self.bracket(b'[', b']', |writer| {
            for value in values {
                writer.item();
                write_string(&mut writer.text, value);
            }
        });
    }

    fn list<T>(&mut self, key: &str, values: &[T], write: impl Fn(&mut Self, &T)) {
        if values.is_empty() {
            return;
        }
        self.key(key);
        self.bracket(b'[', b']', |writer| {
            for value in values {
                writer.item();
                writer.object(|writer| write(writer, value));
            }
        });
    }

    fn map(&mut self, key: &str, pairs: &[(String, String)]) {
        if pairs.is_empty() {
            return;
        }
        self.key(key);
        self.object(|writer| {
            for (key, value) in pairs {
                writer.field(key, value);
            }
        });
    }

    fn key(&mut self, key: &str) {
        self.item();
        write_string(&mut self.text, key);
        self.text.extend_from_slice(b": ");
    }

    /// Starts a member on a line of its own.
    fn item(&mut self) {
        if !self.fresh {
            self.text.push(b',');
        }
        self.fresh = false;
        self.line();
    }

    fn line(&mut self) {
        self.text.push(b'\n');
        self.text.extend(std::iter::repeat_n(b' ', 2 * self.depth));
    }
}
