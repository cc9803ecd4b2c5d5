//! The manifest of a package: what `skill.json` declares, typed.
//!
//! A `SKILL.md` skill has the same manifest, derived from its frontmatter and files; its resource
//! ids are then the paths.

use crate::digest::Sha256Digest;
use crate::json::Value;
use crate::version::{Requirement, Version};

/// What a resource is for; the words of the contract (spec 02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// Instructions for the agent.
    Instructions,
    /// A prompt, usable as instructions.
    Prompt,
    /// A JSON Schema file, carried as bytes.
    Schema,
    /// Material to know.
    Knowledge,
    /// A script; never run by metier.
    Script,
    /// A template to fill in.
    Template,
    /// Anything else.
    Asset,
}

impl ResourceKind {
    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Prompt => "prompt",
            Self::Schema => "schema",
            Self::Knowledge => "knowledge",
            Self::Script => "script",
            Self::Template => "template",
            Self::Asset => "asset",
        }
    }

    /// The kind with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "instructions" => Self::Instructions,
            "prompt" => Self::Prompt,
            "schema" => Self::Schema,
            "knowledge" => Self::Knowledge,
            "script" => Self::Script,
            "template" => Self::Template,
            "asset" => Self::Asset,
            _ => return None,
        })
    }
}

/// How dangerous a capability is. Ordered from `Low` to `Critical`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// No lasting effect.
    Low,
    /// Effects that are easily undone.
    Medium,
    /// Effects that are hard to undo.
    High,
    /// Effects that can't be undone or reach other people.
    Critical,
}

impl Risk {
    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }

    /// The risk with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "low" => Self::Low,
            "medium" => Self::Medium,
            "high" => Self::High,
            "critical" => Self::Critical,
            _ => return None,
        })
    }
}

/// One declared file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceDescriptor {
    /// Unique within the manifest.
    pub id: String,
    /// Portable path from the package folder.
    pub path: String,
    /// What it is for.
    pub kind: ResourceKind,
    /// Media type; any non-empty text.
    pub media_type: String,
    /// Bytes.
    pub size: u64,
    /// Digest of the bytes.
    pub sha256: Sha256Digest,
    /// Free text by key, in the order of the manifest.
    pub metadata: Vec<(String, String)>,
}

/// A dependency on another skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillRequirement {
    /// Id of the other skill.
    pub id: String,
    /// The versions that will do.
    pub version: Requirement,
    /// Whether the skill works without it.
    pub optional: bool,
}

/// A tool the skill calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolRequirement {
    /// The tool's name at the provider.
    pub name: String,
    /// The provider's version string, compared byte for byte; any version will do if absent.
    pub exact_version: Option<String>,
    /// Whether the skill works without it.
    pub optional: bool,
}

/// What the skill would like to be able to do; information for admission, never a grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapabilityRequirement {
    /// Unique within the manifest.
    pub name: String,
    /// How dangerous it is.
    pub risk: Risk,
    /// What for, in a sentence.
    pub summary: String,
    /// What it touches.
    pub resources: Vec<String>,
    /// Free text by key, in the order of the manifest.
    pub metadata: Vec<(String, String)>,
}

/// A knowledge source the skill reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnowledgeRequirement {
    /// Name of the source at the host.
    pub source: String,
    /// Free filters by key, in the order of the manifest.
    pub filters: Vec<(String, String)>,
    /// Characters of context wanted at most; 0 is unspecified.
    pub max_context_chars: u64,
    /// Whether the skill works without it.
    pub optional: bool,
}

/// Everything a skill needs from elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requires {
    /// Other skills.
    pub skills: Vec<SkillRequirement>,
    /// Tools.
    pub tools: Vec<ToolRequirement>,
    /// Capabilities.
    pub capabilities: Vec<CapabilityRequirement>,
    /// Knowledge sources.
    pub knowledge: Vec<KnowledgeRequirement>,
}

/// A whole manifest. Lists keep the order of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// The skill's id.
    pub id: String,
    /// The skill's version.
    pub version: Version,
    /// Its name for people.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Example requests.
    pub examples: Vec<String>,
    /// Media types or mode names it takes.
    pub input_modes: Vec<String>,
    /// Media types or mode names it gives.
    pub output_modes: Vec<String>,
    /// JSON Schema of its input; declarative.
    pub input_schema: Value,
    /// JSON Schema of its output; declarative.
    pub output_schema: Value,
    /// Carried, never acted on by resolution or activation.
    pub deprecated: bool,
    /// Ids of the resources that are its instructions, in projection order.
    pub instructions: Vec<String>,
    /// Its files.
    pub resources: Vec<ResourceDescriptor>,
    /// What it needs from elsewhere.
    pub requires: Requires,
    /// Free text by key, in the order of the manifest.
    pub metadata: Vec<(String, String)>,
}
