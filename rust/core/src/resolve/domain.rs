//! What is still possible for each package touched, and the trail that undoes it.
#![expect(
    clippy::indexing_slicing,
    reason = "every index is a package, entry or word offset that this file handed out"
)]

use super::table::Table;
use crate::catalog::{Catalog, set};

/// A package the search has touched, counted from 0 in the order of touching.
pub(super) type Place = usize;

/// One narrowing of one domain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The package narrowed.
    pub(super) place: Place,
    /// The nogood that forced it; nothing for a choice or an assumption.
    pub(super) reason: Option<usize>,
    /// The number of choices made before or with it.
    pub(super) level: usize,
    /// Where the domain before it is kept.
    saved: usize,
    /// The entry that narrowed the same package before.
    previous: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    package: usize,
    start: usize,
    width: usize,
    latest: Option<usize>,
}

/// Domains of the packages touched. Memory is that of these packages alone, not of the catalog.
#[derive(Debug, Default)]
pub(super) struct Domains {
    places: Table,
    rows: Vec<Row>,
    words: Vec<u64>,
    saved: Vec<u64>,
    trail: Vec<Entry>,
    /// Trail length at the start of each level from 1 on.
    levels: Vec<usize>,
}

impl Domains {
    /// The place of a package of the catalog, if it was touched.
    pub(super) fn place(&self, package: usize) -> Option<Place> {
        self.places.get(package)
    }

    /// Gives a package its place, with everything possible.
    pub(super) fn touch(&mut self, catalog: &Catalog, package: usize) -> Place {
        let place = self.rows.len();
        let versions = catalog.package_versions(package).len();
        let (start, width) = (self.words.len(), set::width(versions));
        self.words.resize(start + width, 0);
        set::fill(&mut self.words[start..], versions);
        self.rows.push(Row { package, start, width, latest: None });
        self.places.insert(package, place);
        place
    }

    /// The package of the catalog at a place.
    pub(super) fn package(&self, place: Place) -> usize {
        self.rows[place].package
    }

    /// Packages touched.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// What is still possible for a package.
    pub(super) fn get(&self, place: Place) -> &[u64] {
        let row = self.rows[place];
        &self.words[row.start..row.start + row.width]
    }

    /// The first word of what is still possible.
    pub(super) fn first(&self, place: Place) -> u64 {
        self.words[self.rows[place].start]
    }

    /// Words of the sets of a package.
    pub(super) fn width(&self, place: Place) -> usize {
        self.rows[place].width
    }

    /// Whether a package must be a member.
    pub(super) fn is_required(&self, place: Place) -> bool {
        self.words[self.rows[place].start] & 1 == 0
    }

    /// Narrowings so far.
    pub(super) fn trail_len(&self) -> usize {
        self.trail.len()
    }

    /// A narrowing by its number.
    pub(super) fn entry(&self, number: usize) -> Entry {
        self.trail[number]
    }

    /// Choices and assumptions so far.
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Starts a level: what follows is undone with it.
    pub(super) fn open_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Keeps only what is in `allowed`. The caller has seen that something remains.
    pub(super) fn keep(&mut self, place: Place, allowed: &[u64]) {
        let row = self.record(place, None);
        set::intersect(&mut self.words[row.start..row.start + row.width], allowed);
    }

    /// Chooses one candidate that is possible.
    pub(super) fn choose(&mut self, place: Place, bit: usize) {
        let row = self.record(place, None);
        let words = &mut self.words[row.start..row.start + row.width];
        words.fill(0);
        set::insert(words, bit);
    }

    /// Takes `forbidden` out. The caller has seen that something remains.
    pub(super) fn remove(&mut self, place: Place, forbidden: &[u64], reason: usize) {
        let row = self.record(place, Some(reason));
        set::subtract(&mut self.words[row.start..row.start + row.width], forbidden);
    }

    fn record(&mut self, place: Place, reason: Option<usize>) -> Row {
        let row = self.rows[place];
        let (saved, level) = (self.saved.len(), self.level());
        self.saved.extend_from_slice(&self.words[row.start..row.start + row.width]);
        self.rows[place].latest = Some(self.trail.len());
        self.trail.push(Entry { place, reason, level, saved, previous: row.latest });
        row
    }

    /// Goes back to the end of `level`, which is at most the current one.
    pub(super) fn undo(&mut self, level: usize) {
        let Some(&end) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        while self.trail.len() > end {
            let Some(entry) = self.trail.pop() else { break };
            let row = self.rows[entry.place];
            self.words[row.start..row.start + row.width]
                .copy_from_slice(&self.saved[entry.saved..entry.saved + row.width]);
            self.saved.truncate(entry.saved);
            self.rows[entry.place].latest = entry.previous;
        }
    }

    /// The first narrowing after which the domain lay within `outer`; nothing if it always did.
    /// The domain lies within `outer` now.
    pub(super) fn satisfier(&self, place: Place, outer: &[u64]) -> Option<usize> {
        let row = self.rows[place];
        let mut next = row.latest;
        while let Some(number) = next {
            let entry = self.trail[number];
            let before = &self.saved[entry.saved..entry.saved + row.width];
            if !set::is_subset(before, outer) {
                return Some(number);
            }
            next = entry.previous;
        }
        None
    }
}
