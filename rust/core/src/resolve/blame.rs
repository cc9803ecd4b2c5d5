//! The findings of a conflict: who is to blame, one code each.

use std::collections::{BTreeMap, BTreeSet};

use super::conflict::Suggestion;
use super::nogood::Fact;
use super::problem::{Problem, Root};
use super::prose;
use crate::catalog::set;
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::version::Requirement;

/// What asks for a package: who, with what, and which candidates that leaves.
struct Demand<'a> {
    /// The package that asks; nothing for the caller.
    package: Option<usize>,
    owner: String,
    requirement: &'a Requirement,
    allowed: &'a [u64],
}

type Demands<'a> = BTreeMap<usize, Vec<Demand<'a>>>;

fn finding(code: &'static str, message: String) -> Diagnostic {
    Diagnostic::new(Severity::Error, code, message, Location::default())
}

/// The finding for no roots at all.
pub(super) fn no_roots() -> Diagnostic {
    let message = "got no root, expected at least one requirement".to_owned();
    finding("roots_required", message)
}

/// One finding for each root that is no package of the catalog.
pub(super) fn unknown_roots(roots: &[Root]) -> Vec<Diagnostic> {
    let missing = |root: &Root| {
        let message = format!("there is no package `{}`, which is required here", root.id);
        finding("dependency_not_found", message)
    };
    roots.iter().map(missing).collect()
}

/// The packages that facts name.
pub(super) fn packages(problem: &Problem<'_>, facts: &[Fact]) -> BTreeSet<usize> {
    let mut packages = BTreeSet::new();
    for fact in facts {
        match fact {
            Fact::Root(number) => {
                packages.extend(problem.roots.get(*number).map(|root| root.package));
            }
            Fact::Group(number) => {
                let group = problem.catalog.group(*number);
                packages.extend(group.into_iter().flat_map(|group| [group.owner, group.target]));
            }
            Fact::Yanked(package) => packages.extend([*package]),
            Fact::Cycle(cycle) => packages.extend(cycle),
        }
    }
    packages
}

/// Findings for a small set of contradictory facts: packages without a candidate, packages on
/// whose version nobody agrees, cycles; at least one.
pub(super) fn diagnostics(
    problem: &Problem<'_>,
    facts: &[Fact],
    suggestion: Option<&Suggestion>,
) -> Vec<Diagnostic> {
    let demands = demands(problem, facts);
    let mut found = Vec::new();
    for (package, asked) in &demands {
        found.extend(missing(problem, *package, asked));
    }
    if found.is_empty() {
        found.extend(
            demands.iter().filter_map(|(package, asked)| disputed(problem, *package, asked)),
        );
    }
    let cycles = facts.iter().filter_map(|fact| cycle(problem, fact));
    found.extend(cycles);
    if found.is_empty() {
        found.extend(most_wanted(problem, &demands));
    }
    match suggestion {
        Some(one) => found.into_iter().map(|finding| advise(finding, one)).collect(),
        None => found,
    }
}

fn advise(finding: Diagnostic, suggestion: &Suggestion) -> Diagnostic {
    finding.with_help(format!(
        "require `{}@{}` instead of `{}`",
        suggestion.id, suggestion.version, suggestion.requirement
    ))
}

fn demands<'a>(problem: &'a Problem<'_>, facts: &[Fact]) -> Demands<'a> {
    let mut demands = Demands::new();
    for fact in facts {
        match fact {
            Fact::Root(number) => {
                let Some(root) = problem.roots.get(*number) else { continue };
                let (requirement, allowed) = (&root.requirement, root.allowed.as_slice());
                let owner = "you".to_owned();
                let demand = Demand { package: None, owner, requirement, allowed };
                demands.entry(root.package).or_default().push(demand);
            }
            Fact::Group(number) => {
                let Some(group) = problem.catalog.group(*number) else { continue };
                let Some(requirement) = problem.catalog.requirement(group) else { continue };
                let owner = prose::subject(problem.catalog, group.owner, &group.owners);
                let allowed = problem.catalog.allowed(group);
                let package = Some(group.owner);
                let demand = Demand { package, owner, requirement, allowed };
                demands.entry(group.target).or_default().push(demand);
            }
            Fact::Yanked(_) | Fact::Cycle(_) => {}
        }
    }
    demands
}

/// A finding for each demand that no candidate meets by itself.
fn missing(problem: &Problem<'_>, package: usize, asked: &[Demand<'_>]) -> Vec<Diagnostic> {
    let id = problem.catalog.id(package);
    let barred = problem.barred(package);
    let known = problem.catalog.package_versions(package);
    let mut found = Vec::new();
    for demand in asked.iter().filter(|demand| set::is_subset(demand.allowed, &barred)) {
        let requirement = demand.requirement.text();
        let why = if known.is_empty() {
            format!("there is no package `{id}`")
        } else if !set::is_empty(demand.allowed) {
            format!("every version of `{id}` that matches {requirement} is yanked")
        } else if known.iter().any(|version| demand.requirement.matches(version, true)) {
            format!(
                "only prereleases of `{id}` would match {requirement}, which names none of them"
            )
        } else {
            format!("no version of `{id}` matches {requirement}")
        };
        let message = format!("{why}; required by {}", demand.owner);
        found.push(finding("dependency_not_found", message));
    }
    found
}

/// A finding if no candidate is one that some demand of each side allows. Demands of different
/// versions of one package are alternatives: they count as one side.
fn disputed(problem: &Problem<'_>, package: usize, asked: &[Demand<'_>]) -> Option<Diagnostic> {
    let mut common = problem.everything(package);
    set::subtract(&mut common, &problem.barred(package));
    for side in asked.chunk_by(|left, right| left.package == right.package) {
        let mut allowed = vec![0; common.len()];
        for demand in side {
            set::union(&mut allowed, demand.allowed);
        }
        set::intersect(&mut common, &allowed);
    }
    if !set::is_empty(&common) {
        return None;
    }
    let sides: Vec<String> = asked
        .iter()
        .map(|demand| format!("{} (required by {})", demand.requirement.text(), demand.owner))
        .collect();
    let id = problem.catalog.id(package);
    let message = format!("no version of `{id}` will do for {}", prose::few(&sides));
    Some(finding("version_conflict", message))
}

fn cycle(problem: &Problem<'_>, fact: &Fact) -> Option<Diagnostic> {
    let Fact::Cycle(packages) = fact else { return None };
    let ids = packages.iter().chain(packages.first());
    let path: Vec<&str> = ids.map(|package| problem.catalog.id(*package)).collect();
    Some(finding("dependency_cycle", format!("requirements form a cycle: {}", path.join(" → "))))
}

/// The package with the most demands, where no single one is to blame.
fn most_wanted(problem: &Problem<'_>, demands: &Demands<'_>) -> Option<Diagnostic> {
    let (package, asked) = demands.iter().rev().max_by_key(|(_, asked)| asked.len())?;
    let mut sides: Vec<String> = asked
        .iter()
        .map(|demand| demand.package.map_or("you", |owner| problem.catalog.id(owner)).to_owned())
        .collect();
    sides.dedup();
    let id = problem.catalog.id(*package);
    let message = format!(
        "no choice of versions meets every requirement on `{id}` (required by {})",
        prose::few(&sides)
    );
    Some(finding("version_conflict", message))
}
