//! The immutable, verified form of a skill and the contracts it is read by.

mod manifest;

pub use manifest::{
    CapabilityRequirement, KnowledgeRequirement, Manifest, Requires, ResourceDescriptor,
    ResourceKind, Risk, SkillRequirement, ToolRequirement,
};
