//! What a resolution cost, in steps.

/// What a resolution cost. The same input gives the same numbers on every machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Values chosen, over all searches of the resolution.
    pub decisions: u64,
    /// Conflicts analysed.
    pub conflicts: u64,
    /// Nogoods learned and still kept.
    pub learned: u64,
    /// Packages looked at; versions and requirements of no others were read.
    pub touched: u64,
    /// Packages of the answer as far as it was decided.
    pub packages: u64,
    /// Required edges on the longest path of the answer; 0 where there is none.
    pub depth: u64,
}

/// Which bound was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`ResolveLimits::max_roots`](crate::limits::ResolveLimits::max_roots).
    Roots,
    /// `max_packages`.
    Packages,
    /// `max_depth`.
    Depth,
    /// `max_decisions`.
    Decisions,
    /// `max_conflicts`.
    Conflicts,
    /// `max_learned`.
    Learned,
    /// `deadline`, in milliseconds.
    Deadline,
}

impl Limit {
    /// The name of the bound in the limits.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Roots => "max_roots",
            Self::Packages => "max_packages",
            Self::Depth => "max_depth",
            Self::Decisions => "max_decisions",
            Self::Conflicts => "max_conflicts",
            Self::Learned => "max_learned",
            Self::Deadline => "deadline",
        }
    }
}
