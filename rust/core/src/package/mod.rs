//! The immutable, verified form of a skill and the contracts it is read by.

mod contract;
mod file;
mod form;
mod manifest;
#[expect(clippy::module_inception, reason = "the file is named by the noun it defines")]
mod package;
mod package_error;
mod profile;
mod record;
mod resource_id;
mod seal;
mod seal_difference;
mod seal_text;
mod skill_body;
mod skill_md;
mod skill_md_manifest;
mod trust;
mod verification;

pub use contract::{CODES, MAX_FINDINGS, ManifestError, ManifestPart, SchemaError};
pub use file::File;
pub use form::Form;
pub use manifest::{
    CapabilityRequirement, KnowledgeRequirement, Manifest, Requires, ResourceDescriptor,
    ResourceKind, Risk, SkillRequirement, ToolRequirement,
};
pub use package::{MANIFEST_FILE, Package};
pub use package_error::{CODES as PACKAGE_CODES, PackageError};
pub use profile::Profile;
pub use record::PackageRecord;
pub use seal::{
    CODES as SEAL_CODES, SEAL_VERSION, SealProblem, Sealed, seal, seal_version, sealed_executables,
    unsealable_field,
};
pub use seal_difference::{CODES as SEAL_DIFFERENCE_CODES, SealDifference, seal_differences};
pub use skill_body::SkillBody;
pub use skill_md::{
    Agent33Fields, AllowedTools, CODES as SKILL_MD_CODES, ExecutionContext, Fix, InvocationMode,
    ParseRequiresError, Reference, SkillDependency, SkillFileChoice, SkillFileKind, SkillMd,
    SkillMdInput, SkillMdOutcome, SkillMdProblem, SkillStatus, VersionSource, YamlInstructions,
    apply_fixes, body_references, check_references, choose_skill_file, parse_skill_requires,
    parse_tool_requires, read_skill_file, read_skill_md, read_skill_yaml, single_file_stem,
    skill_file_fixes, split_tools,
};
pub use skill_md_manifest::skill_md_manifest;
pub use trust::{Origin, Provenance, TrustLevel};
pub(crate) use verification::verify_file;
