//! `resolve_many`: problems in, outcomes out as tuples that `metier.resolution` gives names to.

use std::time::Duration;

use metier_core::limits::ResolveLimits;
use metier_core::resolve as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::catalog::CatalogIndex;
use crate::conflict::Refutation;
use crate::diagnostic::Diagnostic;
use crate::error::Failure;
use crate::requirement::Requirement;
use crate::version::Version;

type Roots<'py> = Vec<(String, Bound<'py, Requirement>)>;
type Locks<'py> = Vec<(String, Bound<'py, Version>)>;
/// The bounds in the order of [`ResolveLimits`]; nothing is the default.
type Bounds = (
    Option<u64>,
    Option<u64>,
    Option<u64>,
    Option<u64>,
    Option<u64>,
    Option<u64>,
    Option<Duration>,
);

/// Resolves each list of roots over one catalog.
#[pyfunction]
#[pyo3(signature = (index, problems, locked, limits, newest, /))]
pub(crate) fn resolve_many<'py>(
    py: Python<'py>,
    index: &Bound<'py, CatalogIndex>,
    problems: Vec<Roots<'py>>,
    locked: Locks<'py>,
    limits: Bounds,
    newest: bool,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let catalog = &index.get().0;
    let problems: Vec<Vec<core::Root>> = problems.into_iter().map(roots).collect();
    let locked: Vec<_> =
        locked.into_iter().map(|(id, version)| (id, version.get().0.clone())).collect();
    let prefer = if newest { core::Prefer::Newest } else { core::Prefer::Any };
    let options = core::ResolveOptions { limits: bounds(limits), prefer };
    let outcomes = py.detach(|| core::resolve_many(catalog, &problems, &locked, &options));
    let outcomes = outcomes.map_err(Failure::from)?;
    outcomes.into_iter().map(|outcome| wrap(py, index, outcome)).collect()
}

fn roots(roots: Roots<'_>) -> Vec<core::Root> {
    let root = |(id, requirement): (String, Bound<'_, Requirement>)| core::Root {
        id,
        requirement: requirement.get().0.clone(),
    };
    roots.into_iter().map(root).collect()
}

fn bounds(given: Bounds) -> ResolveLimits {
    let default = ResolveLimits::default();
    let (roots, packages, depth, decisions, conflicts, learned, deadline) = given;
    let size = |bound: Option<u64>, default: usize| {
        bound.map_or(default, |bound| usize::try_from(bound).unwrap_or(usize::MAX))
    };
    ResolveLimits {
        max_roots: size(roots, default.max_roots),
        max_packages: size(packages, default.max_packages),
        max_depth: size(depth, default.max_depth),
        max_decisions: decisions.unwrap_or(default.max_decisions),
        max_conflicts: conflicts.unwrap_or(default.max_conflicts),
        max_learned: size(learned, default.max_learned),
        deadline,
    }
}

fn wrap<'py>(
    py: Python<'py>,
    index: &Bound<'py, CatalogIndex>,
    outcome: core::Outcome,
) -> PyResult<Bound<'py, PyTuple>> {
    match outcome {
        core::Outcome::Resolution(resolution) => {
            let counters = counters(&resolution.counters);
            let diagnostics: Vec<_> =
                resolution.diagnostics().into_iter().map(Diagnostic::from).collect();
            let edges = resolution.edges(&index.get().0).into_iter().map(edge);
            let edges = PyTuple::new(py, edges)?;
            let parents = owned(resolution.parents());
            let packages = resolution.packages.into_iter().zip(parents).map(package);
            let packages = PyTuple::new(py, packages)?;
            let skipped = PyTuple::new(py, resolution.skipped.into_iter().map(skipped))?;
            let diagnostics = PyTuple::new(py, diagnostics)?;
            ("resolution", packages, edges, skipped, diagnostics, counters).into_pyobject(py)
        }
        core::Outcome::Conflict(refutation) => {
            let counters = counters(&refutation.counters);
            let refutation = Refutation::new(refutation, index.clone().unbind());
            ("conflict", refutation, counters).into_pyobject(py)
        }
        core::Outcome::LimitReached(limit) => {
            let finding = Diagnostic::from(limit.diagnostic());
            let counters = counters(&limit.counters);
            ("limit", limit.which.as_str(), limit.limit, finding, counters).into_pyobject(py)
        }
    }
}

/// The counters in the order of [`core::Counters`].
fn counters(counters: &core::Counters) -> (u64, u64, u64, u64, u64, u64) {
    let core::Counters { decisions, conflicts, learned, touched, packages, depth } = *counters;
    (decisions, conflicts, learned, touched, packages, depth)
}

fn owned(parents: Vec<Vec<&str>>) -> Vec<Vec<String>> {
    parents.into_iter().map(|own| own.into_iter().map(str::to_owned).collect()).collect()
}

fn package(
    (package, parents): (core::ResolvedPackage, Vec<String>),
) -> (String, Version, bool, Vec<String>) {
    (package.id, Version(package.version), package.root, parents)
}

fn edge(edge: core::RequirementEdge) -> (String, String, Requirement, bool) {
    (edge.parent, edge.child, Requirement(edge.requirement), edge.optional)
}

fn skipped(skipped: core::SkippedOptional) -> (String, String, Requirement, String) {
    (skipped.parent, skipped.id, Requirement(skipped.requirement), skipped.reason)
}
