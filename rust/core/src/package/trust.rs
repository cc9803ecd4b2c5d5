//! How far a host trusts the bytes of a package, and where they came from.

/// How far a host trusts bytes; from most to least trusted, so `a < b` says `a` is trusted more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrustLevel {
    /// Part of the system itself.
    SystemTrusted,
    /// Vouched for by the application.
    ApplicationTrusted,
    /// Written by a model.
    ModelGenerated,
    /// Found somewhere; the default of everything read from a folder.
    RetrievedUntrusted,
    /// Handed in by a user.
    UserSupplied,
    /// Printed by a tool.
    ToolOutput,
}

impl TrustLevel {
    /// Every level, from most to least trusted.
    pub const ALL: [Self; 6] = [
        Self::SystemTrusted,
        Self::ApplicationTrusted,
        Self::ModelGenerated,
        Self::RetrievedUntrusted,
        Self::UserSupplied,
        Self::ToolOutput,
    ];

    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SystemTrusted => "system_trusted",
            Self::ApplicationTrusted => "application_trusted",
            Self::ModelGenerated => "model_generated",
            Self::RetrievedUntrusted => "retrieved_untrusted",
            Self::UserSupplied => "user_supplied",
            Self::ToolOutput => "tool_output",
        }
    }

    /// The level with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == word)
    }
}

/// Where a package was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// In memory, by the application.
    Embedded,
    /// From a folder or archive of this machine.
    Local,
    /// From somewhere else.
    Remote,
}

impl Origin {
    /// The word of the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Local => "local",
            Self::Remote => "remote",
        }
    }

    /// The origin with this exact word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Embedded, Self::Local, Self::Remote]
            .into_iter()
            .find(|origin| origin.as_str() == word)
    }
}

/// Where bytes came from and how far they are trusted. Never part of a content digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Where the package was made.
    pub origin: Origin,
    /// URI of the folder or artifact, if there is one.
    pub source_uri: Option<String>,
    /// Set by the host, never by what was read.
    pub trust: TrustLevel,
}
