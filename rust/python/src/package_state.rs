//! A verified package as plain data, which is what pickling writes.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use metier_core::package::{Form, Origin, Package, PackageRecord, Provenance, TrustLevel};
use pyo3::prelude::*;

use crate::error::Failure;

/// Form, (id, version), files, origin, source URI and trust.
pub(crate) type State =
    (String, (String, String), Vec<(String, Vec<u8>, bool)>, String, Option<String>, String);

/// The package as plain data.
pub(crate) fn state_of(package: &Package) -> State {
    let record = package.record();
    let provenance = record.provenance;
    (
        record.form.as_str().to_owned(),
        record.identity,
        record.files,
        provenance.origin.as_str().to_owned(),
        provenance.source_uri,
        provenance.trust.as_str().to_owned(),
    )
}

/// Makes the package of a state again, verifying every byte.
pub(crate) fn restored(py: Python<'_>, state: State) -> Result<Package, Failure> {
    let (form, identity, files, origin, source_uri, trust) = state;
    let unknown = |what: &str, word: &str| {
        Failure::new("PackageError", "package_invalid", format!("no {what} is called '{word}'"))
    };
    let provenance = Provenance {
        origin: Origin::from_word(&origin).ok_or_else(|| unknown("origin", &origin))?,
        source_uri,
        trust: trust_level(&trust)?,
    };
    let form = Form::from_word(&form).ok_or_else(|| unknown("form", &form))?;
    let record = PackageRecord { form, identity, files, provenance };
    py.detach(|| record.verify())
        .map_err(|findings| Failure::of_diagnostics("PackageError", findings))
}

/// A hash that equal packages share; the content digest tells most others apart.
pub(crate) fn content_hash(package: &Package) -> u64 {
    let mut hasher = DefaultHasher::new();
    package.digest().hash(&mut hasher);
    hasher.finish()
}

/// The trust level with this word.
pub(crate) fn trust_level(word: &str) -> Result<TrustLevel, Failure> {
    TrustLevel::from_word(word).ok_or_else(|| {
        let message = format!("no trust level is called '{word}'");
        Failure::new("ConfigurationError", "unknown_trust_level", message)
    })
}
