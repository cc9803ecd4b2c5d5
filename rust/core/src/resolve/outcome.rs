//! What a resolution comes to.

use super::counters::{Counters, Limit};
use super::refutation::Refutation;
use crate::catalog::Catalog;
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::version::{Requirement, Version};

/// What a resolution comes to.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// One version for each package needed.
    Resolution(Resolution),
    /// There is no valid set, and why if that is asked.
    Conflict(Refutation),
    /// A bound was met before either was known, or the answer is larger than allowed.
    LimitReached(LimitReached),
}

/// One package of a resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedPackage {
    /// The package.
    pub id: String,
    /// Its one version.
    pub version: Version,
    /// Whether the caller asked for it.
    pub root: bool,
}

/// A requirement between two members, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The member that requires, by its place among the packages.
    pub parent: usize,
    /// The member required, likewise.
    pub child: usize,
    /// The group of the catalog that says so.
    pub(super) group: usize,
}

/// A requirement between two members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementEdge {
    /// The member that requires.
    pub parent: String,
    /// The member required.
    pub child: String,
    /// What it requires.
    pub requirement: Requirement,
    /// Whether the child might have been absent.
    pub optional: bool,
}

/// An optional dependency that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedOptional {
    /// The member that has it.
    pub parent: String,
    /// The package left out.
    pub id: String,
    /// What the parent requires of it.
    pub requirement: Requirement,
    /// Why it was left out, as a clause.
    pub reason: String,
}

/// One version for each package needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// Dependencies first (spec 04).
    pub packages: Vec<ResolvedPackage>,
    /// By parent in the order of `packages`, then id of the child.
    pub links: Vec<Link>,
    /// In the order in which they were tried.
    pub skipped: Vec<SkippedOptional>,
    /// What it cost.
    pub counters: Counters,
}

impl Resolution {
    /// The requirements between members in full, in the order of `links`; from the catalog that
    /// was resolved over.
    pub fn edges(&self, catalog: &Catalog) -> Vec<RequirementEdge> {
        let id = |place: usize| self.packages.get(place).map(|package| package.id.clone());
        let edge = |link: &Link| {
            let group = catalog.group(link.group)?;
            Some(RequirementEdge {
                parent: id(link.parent)?,
                child: id(link.child)?,
                requirement: catalog.requirement(group)?.clone(),
                optional: group.optional,
            })
        };
        self.links.iter().filter_map(edge).collect()
    }

    /// For each package the ids of the members with a requirement on it, required or optional, by
    /// id, each once.
    pub fn parents(&self) -> Vec<Vec<&str>> {
        let mut parents: Vec<Vec<&str>> = vec![Vec::new(); self.packages.len()];
        for link in &self.links {
            let parent = self.packages.get(link.parent);
            if let Some((own, parent)) = parents.get_mut(link.child).zip(parent) {
                own.push(&parent.id);
            }
        }
        for own in &mut parents {
            own.sort_unstable();
            own.dedup();
        }
        parents
    }

    /// One warning, `optional_dependency_skipped`, for each optional dependency left out.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.skipped.iter().map(SkippedOptional::diagnostic).collect()
    }
}

impl SkippedOptional {
    fn diagnostic(&self) -> Diagnostic {
        let message = format!(
            "left out `{}@{}`, an optional dependency of `{}`: {}",
            self.id,
            self.requirement.text(),
            self.parent,
            self.reason
        );
        let place = Location::default();
        Diagnostic::new(Severity::Warning, "optional_dependency_skipped", message, place)
    }
}

/// A bound was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitReached {
    /// Which bound.
    pub which: Limit,
    /// Its value; milliseconds for the deadline.
    pub limit: u64,
    /// What was spent until then.
    pub counters: Counters,
}

impl LimitReached {
    /// The one finding: `resolution_limit_exceeded`.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = format!(
            "stopped at {} = {} after {} decisions and {} conflicts, with {} packages decided",
            self.which.as_str(),
            self.limit,
            self.counters.decisions,
            self.counters.conflicts,
            self.counters.packages
        );
        let place = Location::default();
        Diagnostic::new(Severity::Error, "resolution_limit_exceeded", message, place)
    }
}
