//! The immutable, verified form of a skill and the contracts it is read by.

mod contract;
mod manifest;
#[expect(clippy::module_inception, reason = "the file is named by the noun it defines")]
mod package;
mod profile;
mod record;
mod resource_id;
mod seal;
mod seal_difference;
mod seal_text;
mod skill_md;
mod skill_md_manifest;
mod trust;

pub use contract::{CODES, MAX_FINDINGS, ManifestError, ManifestPart, SchemaError};
pub use manifest::{
    CapabilityRequirement, KnowledgeRequirement, Manifest, Requires, ResourceDescriptor,
    ResourceKind, Risk, SkillRequirement, ToolRequirement,
};
pub(crate) use package::verify_file;
pub use package::{
    CODES as PACKAGE_CODES, File, Form, MANIFEST_FILE, Package, PackageError, SkillBody,
};
pub use profile::Profile;
pub use record::PackageRecord;
pub use seal::{
    CODES as SEAL_CODES, SEAL_VERSION, SealProblem, Sealed, seal, seal_version, unsealable_field,
};
pub use seal_difference::{CODES as SEAL_DIFFERENCE_CODES, SealDifference, seal_differences};
pub use skill_md::{
    Agent33Fields, AllowedTools, CODES as SKILL_MD_CODES, ExecutionContext, Fix, InvocationMode,
    ParseRequiresError, Reference, SkillDependency, SkillFileChoice, SkillFileKind, SkillMd,
    SkillMdInput, SkillMdOutcome, SkillMdProblem, SkillStatus, VersionSource, YamlInstructions,
    apply_fixes, body_references, check_references, choose_skill_file, parse_skill_requires,
    parse_tool_requires, read_skill_file, read_skill_md, read_skill_yaml, single_file_stem,
    skill_md_fixes, split_tools,
};
pub use skill_md_manifest::skill_md_manifest;
pub use trust::{Origin, Provenance, TrustLevel};
