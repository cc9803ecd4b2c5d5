//! Makes a [`Conflict`] out of a refuted problem.

use super::blame;
use super::conflict::{Claim, Conflict, ConflictFact, Derivation, FactKind, Premise};
use super::core::{Core, refutation, shrink};
use super::counters::Counters;
use super::facts;
use super::nogood::Fact;
use super::problem::Problem;
use super::proof::{Derived, Ground, derivations};
use super::prose;
use super::suggest::suggest;
use crate::catalog::set;

/// Rows of a conflict's text on a screen, and columns of one row.
const ROWS: usize = 24;
const COLUMNS: usize = 100;
/// Conflicts of the last search, which writes the proof; the core is known to be refutable.
const MAX_PROOF_CONFLICTS: u64 = 20_000;

/// Explains why these facts leave no valid set.
pub(super) fn explain(problem: &Problem<'_>, facts: Vec<Fact>, counters: Counters) -> Conflict {
    let core = shrink(problem, facts);
    let proof = derivations(&refutation(problem, &core.facts, MAX_PROOF_CONFLICTS));
    finish(problem, &core, &proof, counters)
}

/// Explains roots that are no packages of the catalog at all.
pub(super) fn unknown_roots(problem: &Problem<'_>, counters: Counters) -> Conflict {
    let mut writer = Writer::new(problem);
    for root in &problem.unknown {
        let wanted = ConflictFact {
            requirement: Some(root.requirement.text().to_owned()),
            ..facts::plain(FactKind::Root, &root.id)
        };
        writer.push(wanted, "");
        writer.push(facts::plain(FactKind::NoCandidate, &root.id), "");
    }
    let claims = Vec::new();
    let premises = vec![Premise::Fact(0), Premise::Fact(1)];
    writer.derivations.push(Derivation { claims, premises });
    for pair in writer.statements.chunks(2) {
        writer.lines.push(format!("Because {}, there is no solution.", prose::list(pair, "and")));
    }
    let diagnostics = blame::unknown_roots(&problem.unknown);
    writer.conflict(diagnostics, problem.unknown.len() == 1, counters)
}

fn finish(problem: &Problem<'_>, core: &Core, proof: &[Derived], counters: Counters) -> Conflict {
    let mut writer = Writer::new(problem);
    for fact in &core.facts {
        writer.add_fact(fact);
    }
    for derived in proof {
        writer.add_derivation(derived);
    }
    writer.write_lines(proof);
    let suggestion = suggest(problem, &core.facts);
    if let Some(one) = &suggestion {
        writer.lines.push(format!(
            "It would work with {} {} if you required that instead of {}.",
            one.id, one.version, one.requirement
        ));
    }
    writer.add_locks(core);
    let diagnostics = blame::diagnostics(problem, &core.facts, suggestion.as_ref());
    Conflict { suggestion, ..writer.conflict(diagnostics, core.minimal, counters) }
}

/// Collects facts, derivations and sentences.
struct Writer<'p, 'a> {
    problem: &'p Problem<'a>,
    facts: Vec<ConflictFact>,
    /// Each fact as a statement.
    statements: Vec<String>,
    /// For each fact of the core its numbers among `facts`.
    numbers: Vec<(Fact, Vec<usize>)>,
    derivations: Vec<Derivation>,
    lines: Vec<String>,
}

impl<'p, 'a> Writer<'p, 'a> {
    fn new(problem: &'p Problem<'a>) -> Self {
        Self {
            problem,
            facts: Vec::new(),
            statements: Vec::new(),
            numbers: Vec::new(),
            derivations: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn push(&mut self, fact: ConflictFact, owners: &str) -> usize {
        self.statements.push(prose::fact(&fact, owners));
        self.facts.push(fact);
        self.facts.len() - 1
    }

    fn add_fact(&mut self, fact: &Fact) {
        let told = facts::tell(self.problem, fact);
        let numbers = told.into_iter().map(|(fact, owners)| self.push(fact, &owners)).collect();
        self.numbers.push((fact.clone(), numbers));
    }

    /// Tells of locks on packages that the proof names.
    fn add_locks(&mut self, core: &Core) {
        let packages = blame::packages(self.problem, &core.facts);
        for (id, version) in &self.problem.locks {
            let package = self.problem.catalog.package(id);
            if package.is_some_and(|package| packages.contains(&package)) {
                let candidates = vec![version.text().to_owned()];
                let lock = ConflictFact { candidates, ..facts::plain(FactKind::Locked, id) };
                self.push(lock, "");
            }
        }
    }

    fn add_derivation(&mut self, derived: &Derived) {
        let catalog = self.problem.catalog;
        let claim = |(package, words): (&usize, &Vec<u64>)| Claim {
            id: catalog.id(*package).to_owned(),
            versions: prose::versions(catalog, *package, words),
            absent: set::contains(words, set::ABSENT),
        };
        let claims = derived.claims.iter().map(claim).collect();
        let premises = derived.grounds.iter().flat_map(|ground| self.premises(ground)).collect();
        self.derivations.push(Derivation { claims, premises });
    }

    fn premises(&self, ground: &Ground) -> Vec<Premise> {
        match ground {
            Ground::Earlier(number) => vec![Premise::Derivation(*number)],
            Ground::Fact(fact) => self.fact_numbers(fact).map(Premise::Fact).collect(),
        }
    }

    fn fact_numbers(&self, fact: &Fact) -> impl Iterator<Item = usize> {
        let own = self.numbers.iter().find(|(known, _)| known == fact);
        own.map_or(&[][..], |(_, numbers)| numbers).iter().copied()
    }

    /// One sentence a derivation. One that is used later than by the next has a number.
    fn write_lines(&mut self, proof: &[Derived]) {
        for (number, derived) in proof.iter().enumerate() {
            let mut parts = Vec::new();
            let mut continues = false;
            for ground in &derived.grounds {
                match ground {
                    Ground::Earlier(earlier) if earlier + 1 == number => continues = true,
                    Ground::Earlier(earlier) => {
                        let claims = proof.get(*earlier).map(|one| &one.claims);
                        let said = claims.map(|one| prose::claims(self.problem.catalog, one));
                        parts.push(format!("{} ({})", said.unwrap_or_default(), earlier + 1));
                    }
                    Ground::Fact(fact) => {
                        let numbers = self.fact_numbers(fact);
                        parts.extend(numbers.filter_map(|one| self.statements.get(one).cloned()));
                    }
                }
            }
            let start = if continues { "And because" } else { "Because" };
            let end = prose::claims(self.problem.catalog, &derived.claims);
            let referred = proof.iter().enumerate().any(|(later, one)| {
                later > number + 1 && one.grounds.contains(&Ground::Earlier(number))
            });
            let mark = if referred { format!(" ({})", number + 1) } else { String::new() };
            self.lines.push(format!("{start} {}, {end}.{mark}", prose::list(&parts, "and")));
        }
    }

    fn conflict(
        self,
        diagnostics: Vec<crate::diagnostic::Diagnostic>,
        minimal: bool,
        counters: Counters,
    ) -> Conflict {
        let text = screenful(&self.lines);
        Conflict {
            facts: self.facts,
            derivations: self.derivations,
            minimal,
            diagnostics,
            suggestion: None,
            text,
            counters,
        }
    }
}

/// The lines, or where they are more than a screen holds the first and the last ones.
fn screenful(lines: &[String]) -> String {
    let rows = |line: &String| line.chars().count().div_ceil(COLUMNS);
    if lines.iter().map(rows).sum::<usize>() <= ROWS {
        return lines.join("\n");
    }
    let mut left = ROWS - 1;
    let mut fits = |line: &&String| {
        let fit = left.checked_sub(rows(line));
        left = fit.unwrap_or(0);
        fit.is_some()
    };
    let end = lines.iter().rev().take(ROWS / 3).take_while(&mut fits).count();
    let end = end.max(1);
    let start = lines.iter().take(lines.len() - end).take_while(&mut fits).count();
    let left_out = lines.len() - start - end;
    let note = format!("… {left_out} steps left out; the facts and derivations have all.");
    let kept = lines.iter().take(start);
    let last = lines.iter().skip(lines.len() - end);
    let text: Vec<&str> =
        kept.map(String::as_str).chain([note.as_str()]).chain(last.map(String::as_str)).collect();
    text.join("\n")
}
