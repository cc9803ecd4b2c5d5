//! Facts of the engine as facts for a reader.

use super::conflict::{ConflictFact, FactKind};
use super::nogood::Fact;
use super::problem::{Problem, RootRequirement};
use super::prose;
use crate::catalog::{Group, set};
use crate::version::Requirement;

/// A fact, and the versions that require as the subject of a sentence.
type Told = (ConflictFact, String);

/// What a fact says; where nothing satisfies a requirement, a second one says why.
pub(super) fn tell(problem: &Problem<'_>, fact: &Fact) -> Vec<Told> {
    match fact {
        Fact::Root(number) => {
            problem.roots.get(*number).map_or_else(Vec::new, |root| tell_root(problem, root))
        }
        Fact::Group(number) => {
            problem.catalog.group(*number).map_or_else(Vec::new, |group| tell_group(problem, group))
        }
        Fact::Yanked(package) => vec![(tell_yanked(problem, *package), String::new())],
        Fact::Cycle(packages) => vec![(tell_cycle(problem, packages), String::new())],
    }
}

/// A fact about a package and nothing else yet.
pub(super) fn plain(kind: FactKind, target: &str) -> ConflictFact {
    ConflictFact {
        kind,
        id: String::new(),
        versions: Vec::new(),
        target: target.to_owned(),
        requirement: None,
        candidates: Vec::new(),
        path: Vec::new(),
    }
}

fn tell_root(problem: &Problem<'_>, root: &RootRequirement) -> Vec<Told> {
    let wanted = ConflictFact {
        requirement: Some(root.requirement.text().to_owned()),
        candidates: prose::versions(problem.catalog, root.package, &root.allowed),
        ..plain(FactKind::Root, problem.catalog.id(root.package))
    };
    let mut told = vec![(wanted, String::new())];
    if set::is_empty(&root.allowed) {
        told.push((tell_lack(problem, root.package, &root.requirement), String::new()));
    }
    told
}

fn tell_group(problem: &Problem<'_>, group: &Group) -> Vec<Told> {
    let catalog = problem.catalog;
    let allowed = catalog.allowed(group);
    let requirement = catalog.requirement(group);
    let kind = if group.optional { FactKind::OptionalConstraint } else { FactKind::Requires };
    let demand = ConflictFact {
        id: catalog.id(group.owner).to_owned(),
        versions: prose::versions(catalog, group.owner, &group.owners),
        requirement: requirement.map(|one| one.text().to_owned()),
        candidates: prose::versions(catalog, group.target, allowed),
        ..plain(kind, catalog.id(group.target))
    };
    let mut told = vec![(demand, prose::subject(catalog, group.owner, &group.owners))];
    if let Some(requirement) = requirement.filter(|_| set::is_empty(allowed)) {
        told.push((tell_lack(problem, group.target, requirement), String::new()));
    }
    told
}

/// Why nothing satisfies a requirement.
fn tell_lack(problem: &Problem<'_>, package: usize, requirement: &Requirement) -> ConflictFact {
    let all = problem.catalog.package_versions(package);
    let candidates: Vec<String> = all
        .iter()
        .filter(|version| requirement.matches(version, true))
        .map(|version| version.text().to_owned())
        .collect();
    let kind =
        if candidates.is_empty() { FactKind::NoCandidate } else { FactKind::PrereleaseExcluded };
    let requirement = (!all.is_empty()).then(|| requirement.text().to_owned());
    ConflictFact { requirement, candidates, ..plain(kind, problem.catalog.id(package)) }
}

fn tell_yanked(problem: &Problem<'_>, package: usize) -> ConflictFact {
    let candidates = prose::versions(problem.catalog, package, &problem.barred(package));
    ConflictFact { candidates, ..plain(FactKind::Yanked, problem.catalog.id(package)) }
}

fn tell_cycle(problem: &Problem<'_>, packages: &[usize]) -> ConflictFact {
    let path: Vec<String> =
        packages.iter().map(|package| problem.catalog.id(*package).to_owned()).collect();
    let first = path.first().cloned().unwrap_or_default();
    ConflictFact { path, ..plain(FactKind::Cycle, &first) }
}
