//! Semantic versions, SemVer 2.0.0.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::error::VersionError;
use super::scanner::Scanner;

/// A version. Equality and hash cover every part, build metadata included; the order is total.
///
/// The order is SemVer precedence (§11), then the build identifiers one by one, bytewise, absent
/// first, so that sorting is deterministic (spec 01). Takes one allocation, for its text.
#[derive(Clone)]
pub struct Version {
    text: Box<str>,
    major: u64,
    minor: u64,
    patch: u64,
    /// Bytes of `major.minor.patch`.
    core_end: usize,
    /// Bytes up to the build metadata's `+`, or of the whole text.
    prerelease_end: usize,
}

impl Version {
    /// Reads a version: exactly SemVer 2.0.0, no `v`, no surrounding white space, no part missing.
    ///
    /// Major, minor and patch fit 64 bits; numeric prerelease identifiers are unbounded.
    pub fn parse(text: &str) -> Result<Self, VersionError> {
        if text.is_empty() {
            return Err(VersionError::Empty);
        }
        let mut scanner = Scanner::new(text);
        let [major, minor, patch] = Self::parse_core(&mut scanner)?;
        let core_end = scanner.position();
        if scanner.eat(b'-') {
            scanner.prerelease()?;
        }
        let prerelease_end = scanner.position();
        if scanner.eat(b'+') {
            scanner.build()?;
        }
        scanner.end()?;
        Ok(Self { text: text.into(), major, minor, patch, core_end, prerelease_end })
    }

    fn parse_core(scanner: &mut Scanner<'_>) -> Result<[u64; 3], VersionError> {
        let major = scanner.number()?;
        scanner.dot()?;
        let minor = scanner.number()?;
        scanner.dot()?;
        Ok([major, minor, scanner.number()?])
    }

    /// The release `major.minor.patch`.
    pub fn new(major: u64, minor: u64, patch: u64) -> Self {
        let text = format!("{major}.{minor}.{patch}").into_boxed_str();
        let end = text.len();
        Self { text, major, minor, patch, core_end: end, prerelease_end: end }
    }

    /// The lowest prerelease of `major.minor.patch`, `-0`: no version of those numbers is below it.
    pub fn floor(major: u64, minor: u64, patch: u64) -> Self {
        let text = format!("{major}.{minor}.{patch}-0").into_boxed_str();
        let end = text.len();
        let core_end = end.saturating_sub(2);
        Self { text, major, minor, patch, core_end, prerelease_end: end }
    }

    /// The text it was read from, which is its canonical form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first number.
    pub fn major(&self) -> u64 {
        self.major
    }

    /// The second number.
    pub fn minor(&self) -> u64 {
        self.minor
    }

    /// The third number.
    pub fn patch(&self) -> u64 {
        self.patch
    }

    /// The three numbers.
    pub fn numbers(&self) -> (u64, u64, u64) {
        (self.major, self.minor, self.patch)
    }

    /// The prerelease identifiers, joined by dots; empty for a release.
    pub fn prerelease(&self) -> &str {
        // One byte past the core stands the hyphen.
        self.text.get(self.core_end.saturating_add(1)..self.prerelease_end).unwrap_or_default()
    }

    /// The build identifiers, joined by dots; empty if there are none.
    pub fn build(&self) -> &str {
        self.text.get(self.prerelease_end.saturating_add(1)..).unwrap_or_default()
    }

    /// The prerelease identifiers, in order.
    pub fn prerelease_identifiers(&self) -> impl Iterator<Item = &str> {
        identifiers(self.prerelease())
    }

    /// The build identifiers, in order.
    pub fn build_identifiers(&self) -> impl Iterator<Item = &str> {
        identifiers(self.build())
    }

    /// Whether it has prerelease identifiers.
    pub fn is_prerelease(&self) -> bool {
        self.prerelease_end > self.core_end
    }

    /// The text without build metadata: two versions of equal precedence have equal ones.
    pub fn precedence_text(&self) -> &str {
        self.text.get(..self.prerelease_end).unwrap_or_default()
    }

    /// The same version without build metadata.
    #[must_use]
    pub fn without_build(&self) -> Self {
        Self { text: self.precedence_text().into(), ..*self }
    }

    /// The order of SemVer §11, which ignores build metadata.
    pub fn compare_precedence(&self, other: &Self) -> Ordering {
        self.numbers().cmp(&other.numbers()).then_with(|| {
            match (self.is_prerelease(), other.is_prerelease()) {
                (false, false) => Ordering::Equal,
                (false, true) => Ordering::Greater,
                (true, false) => Ordering::Less,
                (true, true) => compare_prereleases(self.prerelease(), other.prerelease()),
            }
        })
    }
}

fn identifiers(joined: &str) -> impl Iterator<Item = &str> {
    (!joined.is_empty()).then(|| joined.split('.')).into_iter().flatten()
}

fn compare_prereleases(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.split('.'), right.split('.'));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(first), Some(second)) => match compare_identifiers(first, second) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// Numbers by value (no leading zeros, so the longer is the larger), before words, in ASCII order.
fn compare_identifiers(left: &str, right: &str) -> Ordering {
    match (is_numeric(left), is_numeric(right)) {
        (true, true) => left.len().cmp(&right.len()).then_with(|| left.cmp(right)),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => left.cmp(right),
    }
}

fn is_numeric(identifier: &str) -> bool {
    identifier.bytes().all(|byte| byte.is_ascii_digit())
}

// The text determines every part and is determined by them, so it stands for all.
impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Version {}

impl Hash for Version {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.compare_precedence(other)
            .then_with(|| self.build_identifiers().cmp(other.build_identifiers()))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.text)
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Version({})", self.text)
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        Self::parse(text)
    }
}
