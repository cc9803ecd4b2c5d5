//! The objects of the contract that can be checked on their own.

use crate::diagnostic::Diagnostic;
use crate::json::parse;
use crate::limits::JsonLimits;

use super::canonical::{Floats, Writer};
use super::error::ManifestError;
use super::fields::Item;
use super::findings::Findings;
use super::place::Place;
use super::{requires, resource, root};

/// An object of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ManifestPart {
    /// The whole manifest.
    Manifest,
    /// A member of `resources`.
    Resource,
    /// The object `requires`.
    Requires,
    /// A member of `requires.skills`.
    Skill,
    /// A member of `requires.tools`.
    Tool,
    /// A member of `requires.capabilities`.
    Capability,
    /// A member of `requires.knowledge`.
    Knowledge,
}

impl ManifestPart {
    /// The part with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "manifest" => Self::Manifest,
            "resource" => Self::Resource,
            "requires" => Self::Requires,
            "skill" => Self::Skill,
            "tool" => Self::Tool,
            "capability" => Self::Capability,
            "knowledge" => Self::Knowledge,
            _ => return None,
        })
    }

    /// Checks `data` as this part alone and gives its text with every field present, as
    /// [`Manifest::json_bytes`](crate::package::Manifest::json_bytes) does; else every breach.
    pub fn complete(self, data: &[u8], limits: &JsonLimits) -> Result<Vec<u8>, Vec<Diagnostic>> {
        match self {
            Self::Manifest => complete(data, limits, root::manifest, Writer::manifest),
            Self::Resource => complete(data, limits, resource::resource, Writer::resource),
            Self::Requires => complete(data, limits, requires::requires, Writer::requires),
            Self::Skill => complete(data, limits, requires::skill, Writer::skill),
            Self::Tool => complete(data, limits, requires::tool, Writer::tool),
            Self::Capability => complete(data, limits, requires::capability, Writer::capability),
            Self::Knowledge => complete(data, limits, requires::knowledge, Writer::knowledge),
        }
    }
}

fn complete<T>(
    data: &[u8],
    limits: &JsonLimits,
    reader: impl FnOnce(Item<'_>, &mut Findings) -> Option<T>,
    writer: impl FnOnce(&mut Writer, &T),
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let part = read(data, limits, reader)?;
    Writer::text(Floats::Shortest, |text| writer(text, &part))
        .map_err(|error| vec![error.to_diagnostic()])
}

/// Reads strict JSON, then the object it should be; else every breach, in the order of the text.
pub(super) fn read<T>(
    data: &[u8],
    limits: &JsonLimits,
    reader: impl FnOnce(Item<'_>, &mut Findings) -> Option<T>,
) -> Result<T, Vec<Diagnostic>> {
    let node =
        parse(data, limits).map_err(|error| vec![ManifestError::Json(error).to_diagnostic()])?;
    let mut findings = Findings::default();
    let value = reader(Item { node: &node, place: Place::ROOT }, &mut findings);
    match value {
        Some(value) if findings.count() == 0 => Ok(value),
        _ => Err(findings.into_diagnostics(data)),
    }
}
