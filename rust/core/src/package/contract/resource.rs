//! Reading one declared resource.

use crate::digest::Sha256Digest;
use crate::package::{ResourceDescriptor, ResourceKind};

use super::error::{ManifestError, quoted};
use super::fields::{Fields, Item, count, string, text, text_map};
use super::findings::Findings;

/// The media type of a resource that names none.
const DEFAULT_MEDIA_TYPE: &str = "application/octet-stream";

/// A member of `resources`.
pub(super) fn resource(item: Item<'_>, findings: &mut Findings) -> Option<ResourceDescriptor> {
    const NAMES: &[&str] = &["id", "path", "kind", "media_type", "size", "sha256", "metadata"];
    let fields = Fields::open(&item, NAMES, findings)?;
    let id = fields.required("id", findings, identifier);
    let path = fields.required("path", findings, path);
    let kind = fields.required("kind", findings, kind);
    let default = DEFAULT_MEDIA_TYPE.to_owned();
    let media_type = fields.optional("media_type", default, findings, text);
    let size = fields.required("size", findings, count);
    let sha256 = fields.required("sha256", findings, sha256);
    let metadata = fields.optional("metadata", Vec::new(), findings, text_map);
    Some(ResourceDescriptor {
        id: id?,
        path: path?,
        kind: kind?,
        media_type: media_type?,
        size: size?,
        sha256: sha256?,
        metadata: metadata?,
    })
}

/// An id: of a skill, of a resource, of a skill required.
pub(super) fn identifier(item: Item<'_>, findings: &mut Findings) -> Option<String> {
    let text = string(item, findings)?;
    match crate::path::check_id(text) {
        Ok(()) => Some(text.to_owned()),
        Err(error) => {
            item.report(error, findings);
            None
        }
    }
}

fn path(item: Item<'_>, findings: &mut Findings) -> Option<String> {
    let text = string(item, findings)?;
    match crate::path::check(text.as_bytes()) {
        Ok(path) => Some(path.to_owned()),
        Err(error) => {
            item.report(error, findings);
            None
        }
    }
}

fn kind(item: Item<'_>, findings: &mut Findings) -> Option<ResourceKind> {
    let word = string(item, findings)?;
    let kind = ResourceKind::from_word(word);
    if kind.is_none() {
        item.report(ManifestError::KindUnknown { actual: quoted(word) }, findings);
    }
    kind
}

fn sha256(item: Item<'_>, findings: &mut Findings) -> Option<Sha256Digest> {
    let digits = string(item, findings)?;
    let digest = Sha256Digest::from_hex(digits);
    if digest.is_none() {
        item.report(ManifestError::Sha256Malformed { actual: quoted(digits) }, findings);
    }
    digest
}
