//! The contract of `skill.json`, schema version 1 (spec 02): what a manifest may say.
//!
//! A document is read once as strict JSON and walked once. Every breach is collected with its
//! code, JSON path, line and column; the walk ends at no breach but one of JSON itself. Time and
//! memory are linear in the document, and at most [`MAX_FINDINGS`] breaches are listed.
//!
//! An embedded manifest is checked by the same walk: its text is written with every field present
//! and read again ([`Manifest::checked_canonical_bytes`]), so there is one set of rules.

mod canonical;
mod embedded_float;
mod error;
mod fields;
mod findings;
mod grisu;
mod keyword;
mod part;
mod place;
mod requires;
mod resource;
mod root;
mod schema;
mod schema_error;

use crate::diagnostic::Diagnostic;
use crate::limits::JsonLimits;

use super::manifest::Manifest;
use canonical::{Floats, Writer};

pub use error::{CODES, ManifestError};
pub use findings::MAX_FINDINGS;
pub use part::ManifestPart;
pub use schema_error::SchemaError;

impl Manifest {
    /// Reads the bytes of a `skill.json`; else every breach, in the order of the text.
    ///
    /// Schemas are kept without positions. Breaches of JSON itself (a byte order mark, a duplicate
    /// key, an integer beyond ±(2^53−1), a limit exceeded) come alone, because nothing can be read
    /// past them. Cost: linear in the bytes.
    pub fn parse(data: &[u8], limits: &JsonLimits) -> Result<Self, Vec<Diagnostic>> {
        part::read(data, limits, root::manifest)
    }

    /// The embedded form: UTF-8 JSON with every field present and keys in byte order, which
    /// `wuwe.skill.embedded.v1` hashes. Refused with `number_not_portable` where a schema has a
    /// float whose text in that form is not its shortest.
    pub fn canonical_bytes(&self) -> Result<Vec<u8>, ManifestError> {
        Writer::text(Floats::Portable, |writer| writer.manifest(self))
    }

    /// The same text with every float in its shortest digits: for carrying a manifest elsewhere,
    /// never for hashing. Equal to [`canonical_bytes`](Self::canonical_bytes) where that exists.
    pub fn json_bytes(&self) -> Vec<u8> {
        Writer::text(Floats::Shortest, |writer| writer.manifest(self)).unwrap_or_default()
    }

    /// The embedded form of a manifest that was put together in memory, after reading that form
    /// back: the rules of [`parse`](Self::parse) hold for it, or each breach is given. The place
    /// of a breach is its JSON path; line and column count in the embedded form.
    pub fn checked_canonical_bytes(&self, limits: &JsonLimits) -> Result<Vec<u8>, Vec<Diagnostic>> {
        let text = self.canonical_bytes().map_err(|error| vec![error.to_diagnostic()])?;
        Self::parse(&text, limits).map(|_| text)
    }
}
