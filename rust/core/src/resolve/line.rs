//! The order of spec 04: roots, then level by level what was chosen requires.
#![expect(clippy::indexing_slicing, reason = "flags have one row for each place in line")]

use super::domain::Place;

/// Packages in the order in which the defined answer fixes them, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Line {
    places: Vec<Place>,
    /// Where each level ends.
    ends: Vec<usize>,
    /// By place, whether it stands in the line.
    has: Vec<bool>,
}

impl Line {
    /// The package that is the `number`-th to be fixed.
    pub(super) fn get(&self, number: usize) -> Option<Place> {
        self.places.get(number).copied()
    }

    /// Everything in line.
    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The last level.
    pub(super) fn last_level(&self) -> &[Place] {
        let start = self.ends.len().checked_sub(2).map_or(0, |before| self.ends[before]);
        &self.places[start..]
    }

    /// Whether a package stands in the line.
    pub(super) fn has(&self, place: Place) -> bool {
        self.has.get(place).copied().unwrap_or(false)
    }

    /// Adds a level: packages that are not in line yet, by id, each once.
    pub(super) fn extend(&mut self, places: impl Iterator<Item = Place>) {
        for place in places {
            if self.has.len() <= place {
                self.has.resize(place + 1, false);
            }
            self.has[place] = true;
            self.places.push(place);
        }
        self.ends.push(self.places.len());
    }

    /// Goes back to where the first `settled` packages were fixed and no more: levels that rest
    /// on later ones are gone.
    pub(super) fn undo(&mut self, settled: usize) {
        while let [.., before, _] = self.ends[..]
            && before > settled
        {
            self.ends.pop();
            for place in self.places.drain(before..) {
                self.has[place] = false;
            }
        }
    }
}
