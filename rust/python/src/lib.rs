//! `metier._core`: the core as Python sees it.
//!
//! Each file binds one core module and does four things: extract, detach, call, wrap.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "methods of Python classes borrow `self`")]
#![expect(clippy::needless_pass_by_value, reason = "arguments from Python arrive by value")]

use pyo3::prelude::*;

mod agent33;
mod archive;
mod archive_folder;
mod catalog;
mod check;
mod codes;
mod conflict;
mod detach;
mod diagnostic;
mod digest;
mod error;
mod fs;
mod json;
mod load;
mod manifest;
mod package;
mod package_state;
mod parsed;
mod path;
mod requirement;
mod requirement_rows;
mod resolve;
mod seal;
mod share;
mod skill_file;
mod skill_md;
mod skill_md_reader;
mod version;

/// The Rust core of metier. Names are re-exported by `metier`; import them from there.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::archive::{build_archive, read_archive};

    #[pymodule_export]
    use crate::archive_folder::archive_folder;

    #[pymodule_export]
    use crate::catalog::CatalogIndex;
    #[pymodule_export]
    use crate::conflict::Refutation;

    #[pymodule_export]
    use crate::check::SkillCheck;

    #[pymodule_export]
    use crate::codes::codes;

    #[pymodule_export]
    use crate::diagnostic::{Diagnostic, Severity};

    #[pymodule_export]
    use crate::digest::{
        TreeDigest, activation_fingerprint, directory_digest, embedded_digest, sha256,
        tree_digest_of_entries,
    };

    #[pymodule_export]
    use crate::fs::{Progress, exchange, read_file, sha256_file, tree_digest};

    #[pymodule_export]
    use crate::json::{canonical_json, canonicalize_json, parse_json};

    #[pymodule_export]
    use crate::load::{discover, load_directory, load_skill};

    #[pymodule_export]
    use crate::manifest::{canonical_manifest, parse_manifest};

    #[pymodule_export]
    use crate::package::VerifiedPackage;

    #[pymodule_export]
    use crate::path::{check_path, check_paths};

    #[pymodule_export]
    use crate::requirement::Requirement;

    #[pymodule_export]
    use crate::requirement_rows::{
        capabilities_of, knowledge_of, requirements_of, resources_of, tools_of,
    };

    #[pymodule_export]
    use crate::resolve::resolve_many;

    #[pymodule_export]
    use crate::seal::{fix_skill, seal_skill};

    #[pymodule_export]
    use crate::share::{SharedTree, hash_share};

    #[pymodule_export]
    use crate::skill_file::{read_skill_at, skill_of};

    #[pymodule_export]
    use crate::skill_md::SkillMd;

    #[pymodule_export]
    use crate::skill_md_reader::{check_skill_references, read_skill_md, split_tools};

    #[pymodule_export]
    use crate::version::Version;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
