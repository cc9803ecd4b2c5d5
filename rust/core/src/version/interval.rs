//! What a requirement is made of: exact versions and intervals of precedence.

use std::cmp::Ordering;

use super::version::Version;

/// One of the sets of versions whose union a requirement is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alternative {
    /// This version alone, build metadata included.
    Exact(Version),
    /// The versions between two bounds, by precedence.
    Interval(Interval),
}

impl Alternative {
    /// Whether `version` is in the set; `prereleases` lifts the prerelease rule.
    pub fn matches(&self, version: &Version, prereleases: bool) -> bool {
        match self {
            Self::Exact(exact) => exact == version,
            Self::Interval(interval) => interval.matches(version, prereleases),
        }
    }
}

/// One end of an interval. Build metadata of its version counts for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The version at the end.
    pub version: Version,
    /// Whether versions of equal precedence belong to the interval.
    pub inclusive: bool,
}

impl Bound {
    pub(super) fn inclusive(version: Version) -> Self {
        Self { version, inclusive: true }
    }

    pub(super) fn exclusive(version: Version) -> Self {
        Self { version, inclusive: false }
    }

    /// Whether prereleases of `version`'s numbers are named by this end.
    fn names_prereleases_of(&self, version: &Version) -> bool {
        self.version.is_prerelease() && self.version.numbers() == version.numbers()
    }
}

/// The versions between two bounds, by precedence; an absent bound is no bound.
///
/// The prerelease rule (decision 9): a prerelease belongs to it only if a bound names a prerelease
/// of the same numbers. A caller may lift the rule; then a bound that came from a partial version,
/// such as `1.x`, also takes the prereleases of the first version it covers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interval {
    pub(super) lower: Option<Bound>,
    /// The lower bound when the rule is lifted, where it differs.
    pub(super) lifted_lower: Option<Bound>,
    pub(super) upper: Option<Bound>,
}

impl Interval {
    /// The lower bound; `prereleases` as in [`Interval::matches`].
    pub fn lower(&self, prereleases: bool) -> Option<&Bound> {
        let lifted = if prereleases { self.lifted_lower.as_ref() } else { None };
        lifted.or(self.lower.as_ref())
    }

    /// The upper bound.
    pub fn upper(&self) -> Option<&Bound> {
        self.upper.as_ref()
    }

    /// Whether a prerelease that lies between the bounds passes the prerelease rule.
    pub fn admits_prerelease(&self, version: &Version) -> bool {
        let mut bounds = self.lower.iter().chain(&self.upper);
        bounds.any(|bound| bound.names_prereleases_of(version))
    }

    /// Whether `version` belongs to it; `prereleases` lifts the prerelease rule.
    pub fn matches(&self, version: &Version, prereleases: bool) -> bool {
        self.spans(version, prereleases)
            && (prereleases || !version.is_prerelease() || self.admits_prerelease(version))
    }

    /// Whether `version` lies between the bounds.
    pub(super) fn spans(&self, version: &Version, prereleases: bool) -> bool {
        let above = self.lower(prereleases).is_none_or(|bound| {
            match version.compare_precedence(&bound.version) {
                Ordering::Less => false,
                Ordering::Equal => bound.inclusive,
                Ordering::Greater => true,
            }
        });
        above
            && self.upper.as_ref().is_none_or(|bound| {
                match version.compare_precedence(&bound.version) {
                    Ordering::Less => true,
                    Ordering::Equal => bound.inclusive,
                    Ordering::Greater => false,
                }
            })
    }

    /// Whether the bounds exclude each other, or nothing lies below the upper one.
    pub(super) fn is_empty(&self, prereleases: bool) -> bool {
        let Some(upper) = &self.upper else { return false };
        if !upper.inclusive && upper.version.precedence_text() == "0.0.0-0" {
            return true;
        }
        self.lower(prereleases).is_some_and(|lower| {
            match lower.version.compare_precedence(&upper.version) {
                Ordering::Less => false,
                Ordering::Equal => !(lower.inclusive && upper.inclusive),
                Ordering::Greater => true,
            }
        })
    }
}

/// Comparators that all have to hold, folded into one alternative as they are read.
///
/// Keeping only the tightest bounds loses no prerelease: a looser bound on the same side can name
/// prereleases of the tighter one's numbers only, and then the tighter names them or excludes them.
#[derive(Debug, Default)]
pub(super) struct Conjunction {
    exact: Option<Version>,
    interval: Interval,
    impossible: bool,
}

impl Conjunction {
    /// Only this version.
    pub(super) fn exactly(&mut self, version: Version) {
        match &self.exact {
            Some(other) => self.impossible |= *other != version,
            None => self.exact = Some(version),
        }
    }

    /// Nothing at all.
    pub(super) fn nothing(&mut self) {
        self.impossible = true;
    }

    /// Only versions from `bound` up.
    pub(super) fn raise(&mut self, bound: Bound) {
        if self.interval.lifted_lower.is_some() {
            keep_higher(&mut self.interval.lifted_lower, bound.clone());
        }
        keep_higher(&mut self.interval.lower, bound);
    }

    /// Only versions from `major.minor.patch` up, and with the rule lifted its prereleases.
    pub(super) fn raise_to_partial(&mut self, (major, minor, patch): (u64, u64, u64)) {
        if (major, minor, patch) == (0, 0, 0) {
            return;
        }
        if self.interval.lifted_lower.is_none() {
            self.interval.lifted_lower.clone_from(&self.interval.lower);
        }
        let floor = Bound::inclusive(Version::floor(major, minor, patch));
        keep_higher(&mut self.interval.lifted_lower, floor);
        keep_higher(&mut self.interval.lower, Bound::inclusive(Version::new(major, minor, patch)));
    }

    /// Only versions up to `bound`.
    pub(super) fn cut(&mut self, bound: Bound) {
        match &mut self.interval.upper {
            Some(old) if !is_tighter(&bound, old, Ordering::Less) => {}
            upper => *upper = Some(bound),
        }
    }

    /// The set of versions for which everything holds; absent if there is none.
    pub(super) fn finish(self) -> Option<Alternative> {
        if self.impossible || self.interval.is_empty(true) {
            return None;
        }
        match self.exact {
            Some(exact) => self.interval.spans(&exact, true).then_some(Alternative::Exact(exact)),
            None => Some(Alternative::Interval(self.interval)),
        }
    }
}

fn keep_higher(lower: &mut Option<Bound>, bound: Bound) {
    match lower {
        Some(old) if !is_tighter(&bound, old, Ordering::Greater) => {}
        _ => *lower = Some(bound),
    }
}

/// Whether `bound` leaves less than `old`, where bounds on the `inner` side of another leave less.
fn is_tighter(bound: &Bound, old: &Bound, inner: Ordering) -> bool {
    match bound.version.compare_precedence(&old.version) {
        Ordering::Equal => old.inclusive && !bound.inclusive,
        order => order == inner,
    }
}
