//! `resolver-bench REPETITIONS SECONDS PROBLEM…`: one JSON line for each problem, with the median
//! microseconds of any answer, of the defined answer and of the peer, taken in turn.

mod peer;
mod problem;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use metier_core::catalog::Catalog;
use metier_core::limits::ResolveLimits;
use metier_core::resolve::{Counters, Outcome, Prefer, ResolveOptions, Root, resolve};

use peer::Peer;
use problem::Problem;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().expect("REPETITIONS SECONDS PROBLEM…");
    let repetitions: usize = next().parse().expect("a number of repetitions");
    let seconds = Duration::from_secs_f64(next().parse().expect("a number of seconds"));
    for path in arguments.map(PathBuf::from) {
        measure(&path, repetitions, seconds);
    }
}

fn measure(path: &std::path::Path, repetitions: usize, limit: Duration) {
    let problem = Problem::read(path);
    let (catalog, roots) = problem.compile();
    let peer = (!limit.is_zero()).then(|| Peer::new(&problem, limit));
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    let mut seen = [String::new(), String::new(), String::new()];
    let mut counters = [Counters::default(); 2];
    for _ in 0..repetitions {
        for (place, prefer) in [Prefer::Any, Prefer::Newest].into_iter().enumerate() {
            let started = Instant::now();
            let outcome = run(&catalog, &roots, prefer);
            times[place].push(started.elapsed());
            (seen[place], counters[place]) = summary(&outcome);
        }
        if let Some(peer) = peer.as_ref().filter(|_| seen[2] != "late") {
            let started = Instant::now();
            let found = peer.solve();
            times[2].push(started.elapsed());
            seen[2] = found.map_or("late", |found| if found { "sat" } else { "unsat" }).to_owned();
        }
    }
    let [any, newest, other] = times.map(median);
    println!(
        "{{\"problem\":{:?},\"any\":{any:.1},\"newest\":{newest:.1},\"peer\":{other:.1},\
         \"outcomes\":{seen:?},\"conflicts\":[{},{}],\"decisions\":[{},{}],\"learned\":[{},{}],\
         \"resident\":{}}}",
        path.file_stem().unwrap_or_default().to_string_lossy(),
        counters[0].conflicts,
        counters[1].conflicts,
        counters[0].decisions,
        counters[1].decisions,
        counters[0].learned,
        counters[1].learned,
        resident(),
    );
}

fn run(catalog: &Catalog, roots: &[Root], prefer: Prefer) -> Outcome {
    let limits = ResolveLimits {
        max_packages: usize::MAX,
        max_depth: usize::MAX,
        ..ResolveLimits::default()
    };
    resolve(catalog, roots, &[], &ResolveOptions { limits, prefer }).expect("a verified answer")
}

fn summary(outcome: &Outcome) -> (String, Counters) {
    match outcome {
        Outcome::Resolution(one) => ("sat".to_owned(), one.counters),
        Outcome::Conflict(one) => ("unsat".to_owned(), one.counters),
        Outcome::LimitReached(one) => (one.which.as_str().to_owned(), one.counters),
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
}

/// The most memory this process ever held, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
