//! `Refutation`, and a conflict as tuples.

use metier_core::resolve as core;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::catalog::CatalogIndex;
use crate::diagnostic::Diagnostic;

type Claim<'py> = (String, Bound<'py, PyTuple>, bool);

/// That there is no valid set; why is worked out when it is asked for.
#[pyclass(module = "metier._core", frozen)]
pub(crate) struct Refutation {
    refutation: core::Refutation,
    index: Py<CatalogIndex>,
}

impl Refutation {
    pub(crate) fn new(refutation: core::Refutation, index: Py<CatalogIndex>) -> Self {
        Self { refutation, index }
    }
}

#[pymethods]
impl Refutation {
    /// Facts, derivations, whether minimal, findings, suggestion and text.
    fn explain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let catalog = &self.index.get().0;
        conflict_fields(py, py.detach(|| self.refutation.explain(catalog)))
    }
}

/// Facts, derivations, whether minimal, findings, suggestion and text.
fn conflict_fields(py: Python<'_>, conflict: core::Conflict) -> PyResult<Bound<'_, PyTuple>> {
    let facts =
        conflict.facts.into_iter().map(|one| fact(py, one)).collect::<PyResult<Vec<_>>>()?;
    let derivations = conflict
        .derivations
        .into_iter()
        .map(|one| derivation(py, one))
        .collect::<PyResult<Vec<_>>>()?;
    let diagnostics = PyTuple::new(py, conflict.diagnostics.into_iter().map(Diagnostic::from))?;
    let suggestion = conflict.suggestion.map(|one| (one.id, one.requirement, one.version));
    let facts = PyTuple::new(py, facts)?;
    let derivations = PyTuple::new(py, derivations)?;
    (facts, derivations, conflict.minimal, diagnostics, suggestion, conflict.text).into_pyobject(py)
}

fn fact(py: Python<'_>, fact: core::ConflictFact) -> PyResult<Bound<'_, PyTuple>> {
    let versions = PyTuple::new(py, fact.versions)?;
    let candidates = PyTuple::new(py, fact.candidates)?;
    let path = PyTuple::new(py, fact.path)?;
    let kind = fact.kind.as_str();
    (kind, fact.id, versions, fact.target, fact.requirement, candidates, path).into_pyobject(py)
}

fn derivation(py: Python<'_>, derivation: core::Derivation) -> PyResult<Bound<'_, PyTuple>> {
    let claims =
        derivation.claims.into_iter().map(|one| claim(py, one)).collect::<PyResult<Vec<_>>>()?;
    let premises = derivation.premises.into_iter().map(|premise| match premise {
        core::Premise::Fact(number) => ("fact", number),
        core::Premise::Derivation(number) => ("derivation", number),
    });
    (PyTuple::new(py, claims)?, PyTuple::new(py, premises)?).into_pyobject(py)
}

fn claim(py: Python<'_>, claim: core::Claim) -> PyResult<Claim<'_>> {
    Ok((claim.id, PyTuple::new(py, claim.versions)?, claim.absent))
}
