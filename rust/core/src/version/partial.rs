//! Versions of which only the first numbers are given, and what operators make of them.

use super::error::{RequirementError, VersionError};
use super::interval::{Bound, Conjunction};
use super::scanner::Scanner;
use super::version::Version;

/// How a comparator compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    /// `=` on precedence.
    Equal,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `^`: up to the next change of the first number that is not zero.
    Caret,
    /// `~`: up to the next minor version.
    Tilde,
}

impl Operator {
    /// The operator `text` starts with, and its bytes.
    pub(super) fn read(text: &str) -> Option<(Self, usize)> {
        let bytes = text.as_bytes();
        Some(match (bytes.first()?, bytes.get(1)) {
            (b'>', Some(b'=')) => (Self::GreaterEqual, 2),
            (b'>', _) => (Self::Greater, 1),
            (b'<', Some(b'=')) => (Self::LessEqual, 2),
            (b'<', _) => (Self::Less, 1),
            (b'=', _) => (Self::Equal, 1),
            (b'^', _) => (Self::Caret, 1),
            (b'~', _) => (Self::Tilde, 1),
            _ => return None,
        })
    }
}

/// A version, or the versions that begin with the numbers given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Partial {
    /// `*`: no number given.
    Any,
    /// `1`, `1.x`, `1.x.x`
    Major(u64),
    /// `1.2`, `1.2.x`
    Minor(u64, u64),
    /// `1.2.3`, with prerelease and build metadata.
    Full(Version),
}

impl Partial {
    /// Reads a version whose last parts may be absent or `*`, `x` or `X`; `start` is where it
    /// stands in the requirement.
    pub(super) fn parse(text: &str, start: usize) -> Result<Self, RequirementError> {
        let invalid = |source| RequirementError::VersionInvalid { start, source };
        let mut scanner = Scanner::new(text);
        let mut numbers = [None; 3];
        let mut wildcard = false;
        let mut parts = 0;
        for (index, number) in numbers.iter_mut().enumerate() {
            if index > 0 && !scanner.eat(b'.') {
                break;
            }
            parts = index + 1;
            let position = scanner.position();
            if scanner.eat_wildcard() {
                wildcard = true;
            } else if wildcard {
                let offset = start.saturating_add(position);
                return Err(RequirementError::WildcardMisplaced { offset });
            } else {
                *number = Some(scanner.number().map_err(invalid)?);
            }
        }
        if let [Some(_), Some(_), Some(_)] = numbers {
            return Version::parse(text).map(Self::Full).map_err(invalid);
        }
        Self::skip_suffix(&mut scanner, parts == numbers.len()).map_err(invalid)?;
        Ok(match numbers {
            [Some(major), Some(minor), _] => Self::Minor(major, minor),
            [Some(major), None, _] => Self::Major(major),
            _ => Self::Any,
        })
    }

    /// Reads what may follow a partial version and means nothing there: build metadata, and after
    /// three parts prerelease identifiers too.
    fn skip_suffix(scanner: &mut Scanner<'_>, three_parts: bool) -> Result<(), VersionError> {
        if three_parts && scanner.eat(b'-') {
            scanner.prerelease()?;
        }
        if scanner.eat(b'+') {
            scanner.build()?;
        }
        scanner.end()
    }

    /// Narrows `conjunction` to what `operator` and this version allow; `offset` is for the error.
    pub(super) fn apply(
        self,
        operator: Operator,
        conjunction: &mut Conjunction,
        offset: usize,
    ) -> Result<(), RequirementError> {
        let end =
            self.end(operator).map_err(|Overflow| RequirementError::BoundTooLarge { offset })?;
        match (operator, self) {
            (Operator::Greater | Operator::Less, Self::Any) => conjunction.nothing(),
            (_, Self::Any) => {}
            (Operator::Greater, Self::Full(version)) => {
                conjunction.raise(Bound::exclusive(version));
            }
            (Operator::Greater, _) => {
                if let Some(end) = end {
                    conjunction.raise_to_partial(end);
                }
            }
            (Operator::Less, Self::Full(version)) => conjunction.cut(Bound::exclusive(version)),
            (Operator::Less, partial) => conjunction.cut(before(partial.start())),
            (Operator::LessEqual, Self::Full(version)) => {
                conjunction.cut(Bound::inclusive(version));
            }
            (Operator::Equal, Self::Full(version)) => {
                conjunction.cut(Bound::inclusive(version.clone()));
                conjunction.raise(Bound::inclusive(version));
            }
            (operator, partial) => {
                if operator != Operator::LessEqual {
                    partial.start_at(conjunction);
                }
                if let Some(end) = end {
                    conjunction.cut(before(end));
                }
            }
        }
        Ok(())
    }

    /// Narrows `conjunction` to the versions from this one up.
    fn start_at(self, conjunction: &mut Conjunction) {
        match self {
            Self::Full(version) => conjunction.raise(Bound::inclusive(version)),
            partial => conjunction.raise_to_partial(partial.start()),
        }
    }

    /// Narrows `conjunction` as the left side of an npm hyphen range does: a release on that side
    /// takes its own prereleases when the prerelease rule is lifted, as partial versions do.
    pub(super) fn start_hyphen(self, conjunction: &mut Conjunction) {
        match self {
            Self::Full(version) if !version.is_prerelease() => {
                conjunction.raise_to_partial(version.numbers());
            }
            partial => partial.start_at(conjunction),
        }
    }

    /// The numbers of the first release it covers.
    fn start(&self) -> (u64, u64, u64) {
        match self {
            Self::Any => (0, 0, 0),
            Self::Major(major) => (*major, 0, 0),
            Self::Minor(major, minor) => (*major, *minor, 0),
            Self::Full(version) => version.numbers(),
        }
    }

    /// The numbers of the first release after what `operator` covers, where it has an end.
    fn end(&self, operator: Operator) -> Result<Option<(u64, u64, u64)>, Overflow> {
        use Operator::{Caret, Equal, Greater, LessEqual, Tilde};
        let end = match (operator, self) {
            (Caret | Tilde | Equal | Greater | LessEqual, Self::Major(major)) => {
                (next(*major)?, 0, 0)
            }
            (Caret, Self::Minor(0, minor)) => (0, next(*minor)?, 0),
            (Caret, Self::Minor(major, _)) => (next(*major)?, 0, 0),
            (Tilde | Equal | Greater | LessEqual, Self::Minor(major, minor)) => {
                (*major, next(*minor)?, 0)
            }
            (Caret, Self::Full(version)) => match version.numbers() {
                (0, 0, patch) => (0, 0, next(patch)?),
                (0, minor, _) => (0, next(minor)?, 0),
                (major, _, _) => (next(major)?, 0, 0),
            },
            (Tilde, Self::Full(version)) => (version.major(), next(version.minor())?, 0),
            _ => return Ok(None),
        };
        Ok(Some(end))
    }
}

/// A number past 64 bits.
struct Overflow;

fn next(number: u64) -> Result<u64, Overflow> {
    number.checked_add(1).ok_or(Overflow)
}

/// The end before `major.minor.patch` and all its prereleases.
fn before((major, minor, patch): (u64, u64, u64)) -> Bound {
    Bound::exclusive(Version::floor(major, minor, patch))
}
