//! Answers one problem over and over with `pubgrub`: a line in, a line of JSON out.
//!
//! `pubgrub-peer PROBLEM`: the problem is a text of numbers (see `problem.py`). Each line read from
//! standard input is how often to solve it; the seconds of the answer are those of one solve.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::io::{BufRead, Write};
use std::time::Instant;

use pubgrub::{
    Dependencies, DependencyProvider, PackageResolutionStatistics, PubGrubError, resolve,
};
use rustix::time::{ClockId, clock_gettime};
use version_ranges::Ranges;

type Candidates = Ranges<u32>;
type Demands = Vec<(u32, Candidates)>;

const ROOT: u32 = 0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let problem = arguments.next().ok_or("pubgrub-peer PROBLEM")?;
    let index = Index::read(&std::fs::read_to_string(problem)?)?;
    let mut answers = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let times: u32 = line?.trim().parse()?;
        let (started, used) = (Instant::now(), processor_seconds());
        let mut answer = ("sat", Vec::new());
        for _ in 0..times {
            answer = solve(&index)?;
        }
        let wall = started.elapsed().as_secs_f64() / f64::from(times);
        let cpu = (processor_seconds() - used) / f64::from(times);
        let (status, chosen) = answer;
        writeln!(
            answers,
            r#"{{"status":"{status}","wall":{wall},"cpu":{cpu},"chosen":{chosen:?}}}"#
        )?;
        answers.flush()?;
    }
    Ok(())
}

fn solve(index: &Index) -> Result<(&'static str, Vec<[u32; 2]>), String> {
    match resolve(index, ROOT, ROOT) {
        Ok(chosen) => Ok(("sat", chosen.into_iter().map(|(id, version)| [id, version]).collect())),
        Err(PubGrubError::NoSolution(_)) => Ok(("unsat", Vec::new())),
        Err(other) => Err(format!("{other:?}")),
    }
}

/// User plus system time of this process.
fn processor_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The requirements of each version of each package, by index.
struct Index {
    demands: Vec<Vec<Demands>>,
}

impl Index {
    fn read(text: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let mut numbers = text.split_ascii_whitespace().map(str::parse::<u32>);
        let mut next = || numbers.next().ok_or("the problem ends early")?.map_err(|_| "no number");
        let mut demands = Vec::new();
        for _ in 0..next()? {
            let mut versions = Vec::new();
            for _ in 0..next()? {
                let mut asked = Demands::new();
                for _ in 0..next()? {
                    let target = next()?;
                    let mut candidates = Candidates::empty();
                    for _ in 0..next()? {
                        let (low, high) = (next()?, next()?);
                        if low < high {
                            candidates = candidates.union(&Candidates::between(low, high));
                        }
                    }
                    asked.push((target, candidates));
                }
                versions.push(asked);
            }
            demands.push(versions);
        }
        Ok(Self { demands })
    }

    fn versions(&self, package: u32) -> &[Demands] {
        self.demands.get(package as usize).map_or(&[], Vec::as_slice)
    }

    fn newest_first<'a>(
        &'a self,
        package: u32,
        range: &'a Candidates,
    ) -> impl Iterator<Item = u32> + 'a {
        let count = u32::try_from(self.versions(package).len()).unwrap_or(u32::MAX);
        (0..count).rev().filter(|version| range.contains(version))
    }
}

impl DependencyProvider for Index {
    type P = u32;
    type V = u32;
    type VS = Candidates;
    type M = String;
    type Err = Infallible;
    type Priority = (u32, Reverse<usize>);

    fn choose_version(&self, package: &u32, range: &Candidates) -> Result<Option<u32>, Infallible> {
        Ok(self.newest_first(*package, range).next())
    }

    /// Packages in conflict first, then those with the fewest candidates, as its own guide advises.
    fn prioritize(
        &self,
        package: &u32,
        range: &Candidates,
        statistics: &PackageResolutionStatistics,
    ) -> Self::Priority {
        match self.newest_first(*package, range).count() {
            0 => (u32::MAX, Reverse(0)),
            count => (statistics.conflict_count(), Reverse(count)),
        }
    }

    fn get_dependencies(
        &self,
        package: &u32,
        version: &u32,
    ) -> Result<Dependencies<u32, Candidates, String>, Infallible> {
        let demands = self.versions(*package).get(*version as usize).cloned();
        Ok(Dependencies::Available(demands.unwrap_or_default().into_iter().collect()))
    }
}
