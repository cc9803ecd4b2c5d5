//! The frontmatter fields of AGENT-33 skills.

use crate::json;

/// Who may call a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvocationMode {
    /// A person, by slash command.
    UserOnly,
    /// The model.
    LlmOnly,
    /// Either.
    Both,
}

/// Where a skill runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExecutionContext {
    /// In the conversation.
    Inline,
    /// In a copy of it.
    Fork,
}

/// How alive a skill is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkillStatus {
    /// In use.
    Active,
    /// Kept for those who use it.
    Deprecated,
    /// Not settled.
    Experimental,
}

macro_rules! words {
    ($type:ty { $($variant:ident = $word:literal),+ }, $expected:literal) => {
        impl $type {
            /// The words, for messages.
            pub(super) const EXPECTED: &'static str = $expected;

            /// The word of the format.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value with this exact word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

words!(
    InvocationMode { UserOnly = "user-only", LlmOnly = "llm-only", Both = "both" },
    "`user-only`, `llm-only` or `both`"
);
words!(ExecutionContext { Inline = "inline", Fork = "fork" }, "`inline` or `fork`");
words!(
    SkillStatus { Active = "active", Deprecated = "deprecated", Experimental = "experimental" },
    "`active`, `deprecated` or `experimental`"
);

/// Something a skill depends on, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillDependency {
    /// The name.
    pub name: String,
    /// Whether it is a tool; else a skill.
    pub is_tool: bool,
    /// Whether the skill works without it.
    pub optional: bool,
}

/// The fields of AGENT-33 that AgentSkills.io does not have. Lists keep the order of the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Agent33Fields {
    /// Tools to narrow to; `Some` of an empty list means no tools at all (decision 8).
    pub allowed_tools: Option<Vec<String>>,
    /// Tools to take away.
    pub disallowed_tools: Vec<String>,
    /// Defaults by tool, a JSON object.
    pub tool_parameter_defaults: Option<json::Value>,
    /// Who may call it.
    pub invocation_mode: Option<InvocationMode>,
    /// Where it runs.
    pub execution_context: Option<ExecutionContext>,
    /// How far it may go alone, in the host's words.
    pub autonomy_level: Option<String>,
    /// What needs approval.
    pub approval_required_for: Vec<String>,
    /// Folder of scripts.
    pub scripts_dir: Option<String>,
    /// Folder of templates.
    pub templates_dir: Option<String>,
    /// Reference files.
    pub references: Vec<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Its category.
    pub category: Option<String>,
    /// Where it comes from, in words.
    pub provenance: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// How alive it is.
    pub status: Option<SkillStatus>,
    /// What it depends on.
    pub dependencies: Vec<SkillDependency>,
    /// Version of the format.
    pub schema_version: Option<String>,
    /// Its slash command, 1 to 64 code points.
    pub command_name: Option<String>,
    /// Help for the command, at most 200 code points.
    pub command_help: Option<String>,
    /// Other files it brings.
    pub supporting_files: Vec<String>,
}

impl Agent33Fields {
    /// The keys with a value that a manifest has no field for; tags, status and dependencies have
    /// one. A status other than `deprecated` has none.
    pub fn keys_beyond_manifest(&self) -> Vec<&'static str> {
        let status = self.status.is_some_and(|status| status != SkillStatus::Deprecated);
        let keys = [
            ("allowed_tools", self.allowed_tools.is_some()),
            ("disallowed_tools", !self.disallowed_tools.is_empty()),
            ("tool_parameter_defaults", self.tool_parameter_defaults.is_some()),
            ("invocation_mode", self.invocation_mode.is_some()),
            ("execution_context", self.execution_context.is_some()),
            ("autonomy_level", self.autonomy_level.is_some()),
            ("approval_required_for", !self.approval_required_for.is_empty()),
            ("scripts_dir", self.scripts_dir.is_some()),
            ("templates_dir", self.templates_dir.is_some()),
            ("references", !self.references.is_empty()),
            ("category", self.category.is_some()),
            ("provenance", self.provenance.is_some()),
            ("author", self.author.is_some()),
            ("status", status),
            ("schema_version", self.schema_version.is_some()),
            ("command_name", self.command_name.is_some()),
            ("command_help", self.command_help.is_some()),
            ("supporting_files", !self.supporting_files.is_empty()),
        ];
        keys.into_iter().filter(|(_, present)| *present).map(|(key, _)| key).collect()
    }
}
