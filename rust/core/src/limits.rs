//! Every bound of the core: its name, unit and reason, in one table.
//!
//! All bounds are inclusive: a value equal to the bound is accepted.
//! Each is an argument where it is used; these are the defaults (spec 00, decision 20).

use std::time::Duration;

/// Bounds on one JSON document, checked while it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonLimits {
    /// Bytes of the document.
    pub max_bytes: usize,
    /// UTF-8 bytes of one string value or key, after unescaping.
    pub max_string_bytes: usize,
    /// Members of one array or object.
    pub max_items: usize,
    /// Levels of nesting; the root is at depth 0.
    pub max_depth: usize,
}

impl Default for JsonLimits {
    /// The bounds of the `skill.json` contract: 1 MiB, 64 KiB, 4,096 and 64.
    fn default() -> Self {
        Self { max_bytes: 1 << 20, max_string_bytes: 64 << 10, max_items: 4096, max_depth: 64 }
    }
}

impl JsonLimits {
    /// No bound but a depth of 1,000, which keeps the reader's stack small.
    pub const UNBOUNDED: Self = Self {
        max_bytes: usize::MAX,
        max_string_bytes: usize::MAX,
        max_items: usize::MAX,
        max_depth: MAX_CANONICAL_DEPTH,
    };
}

/// Levels of nesting that canonical JSON accepts, from values and from bytes.
pub const MAX_CANONICAL_DEPTH: usize = 1000;

/// Bounds on one package folder, checked before anything is allocated for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackageLimits {
    /// Bytes of `skill.json`, or of the frontmatter of `SKILL.md`.
    pub max_manifest_bytes: u64,
    /// Files, the manifest not counted.
    pub max_resources: usize,
    /// Bytes of one file.
    pub max_resource_bytes: u64,
    /// Bytes of all files, the manifest included.
    pub max_package_bytes: u64,
    /// Files, folders and everything else found below the folder.
    pub max_entries: usize,
}

impl PackageLimits {
    /// Folders with a `skill.json`.
    pub const SKILL_JSON: Self = Self {
        max_manifest_bytes: 256 << 10,
        max_resources: 128,
        max_resource_bytes: 1 << 20,
        max_package_bytes: 8 << 20,
        max_entries: 1024,
    };

    /// No bound: for bytes that were within bounds when they were read first.
    pub const UNBOUNDED: Self = Self {
        max_manifest_bytes: u64::MAX,
        max_resources: usize::MAX,
        max_resource_bytes: u64::MAX,
        max_package_bytes: u64::MAX,
        max_entries: usize::MAX,
    };

    /// `SKILL.md` skills: what hosts that serve skills over MCP must take.
    pub const SKILL_MD: Self = Self {
        max_manifest_bytes: 256 << 10,
        max_resources: 512,
        max_resource_bytes: 4 << 20,
        max_package_bytes: 16 << 20,
        max_entries: 4096,
    };
}

/// Levels of folders below a package folder; the path rules allow no more components.
pub const MAX_PATH_DEPTH: usize = 32;

/// Files and folders below a folder of which the tree digest is asked; what is known of so many
/// still fits in memory.
pub const MAX_TREE_ENTRIES: usize = 10_000_000;

/// Bounds on one archive, checked from its headers and again while it is inflated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Files and folders that have an entry.
    pub max_entries: usize,
    /// Bytes of one file.
    pub max_file_bytes: u64,
    /// Bytes of all files.
    pub max_total_bytes: u64,
    /// Bytes that one packed byte may become, after the first MiB.
    pub max_ratio: u64,
    /// Bytes of all names, and of the extended headers that carry names in a tar file.
    pub max_name_bytes: u64,
}

impl Default for ArchiveLimits {
    /// What is enough for every skill of the wild: 2,000 entries, 16 MiB, 64 MiB, 100 and 1 MiB.
    fn default() -> Self {
        Self {
            max_entries: 2000,
            max_file_bytes: 16 << 20,
            max_total_bytes: 64 << 20,
            max_ratio: 100,
            max_name_bytes: 1 << 20,
        }
    }
}

impl ArchiveLimits {
    /// The most that `packed` bytes may inflate to.
    pub fn most_inflated(&self, packed: u64) -> u64 {
        self.max_ratio.saturating_mul(packed).saturating_add(1 << 20)
    }
}

/// Bounds on a search for skills below a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiscoveryLimits {
    /// Levels of folders below the root that are entered.
    pub max_depth: usize,
    /// Folders and files looked at in all.
    pub max_entries: usize,
}

impl Default for DiscoveryLimits {
    /// Deep enough for every monorepo of the wild; entries bound a mistaken `/`.
    fn default() -> Self {
        Self { max_depth: 16, max_entries: 1_000_000 }
    }
}

/// Bounds on one resolution. All but the deadline are counters, so the same input meets them at
/// the same step on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolveLimits {
    /// Root requirements.
    pub max_roots: usize,
    /// Packages of one solution; activation's default is the same.
    pub max_packages: usize,
    /// Required edges from a root to a package on the longest path.
    pub max_depth: usize,
    /// Values chosen, over all searches of one resolution.
    pub max_decisions: u64,
    /// Conflicts analysed.
    pub max_conflicts: u64,
    /// Nogoods learned and still kept; those that help least are forgotten from time to time.
    pub max_learned: usize,
    /// Wall clock; off by default, because it is not deterministic.
    pub deadline: Option<Duration>,
}

impl Default for ResolveLimits {
    /// Real problems need a few hundred conflicts; these bounds keep a hopeless search within
    /// about 200 MB and some minutes.
    fn default() -> Self {
        Self {
            max_roots: 4096,
            max_packages: 256,
            max_depth: 256,
            max_decisions: 10_000_000,
            max_conflicts: 100_000,
            max_learned: 20_000,
            deadline: None,
        }
    }
}
