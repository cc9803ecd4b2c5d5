//! The members of all containers being written, innermost last.

use metier_core::json::JsonErrorKind;
use metier_core::json::canonical::{compare_keys, key_prefix};
use pyo3::prelude::*;

/// A member: its value until that is written, and its key as a piece of [`Members::keys`].
struct Member<'py> {
    prefix: u64,
    start: usize,
    length: usize,
    value: Option<Bound<'py, PyAny>>,
}

/// Members in one list and their keys in one text, so that none costs an allocation.
#[derive(Default)]
pub(super) struct Members<'py> {
    rows: Vec<Member<'py>>,
    keys: String,
}

/// A place in [`Members`] to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) row: usize,
    key: usize,
}

impl<'py> Members<'py> {
    pub(super) fn mark(&self) -> Mark {
        Mark { row: self.rows.len(), key: self.keys.len() }
    }

    /// Forgets what came after `mark`.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.rows.truncate(mark.row);
        self.keys.truncate(mark.key);
    }

    pub(super) fn add_elements(&mut self, values: impl Iterator<Item = Bound<'py, PyAny>>) {
        let start = self.keys.len();
        self.rows.extend(values.map(|value| Member {
            prefix: 0,
            start,
            length: 0,
            value: Some(value),
        }));
    }

    pub(super) fn add(&mut self, key: &str, value: Bound<'py, PyAny>) {
        let (prefix, start, length) = (key_prefix(key), self.keys.len(), key.len());
        self.keys.push_str(key);
        self.rows.push(Member { prefix, start, length, value: Some(value) });
    }

    /// Puts the members from `mark` on in canonical order.
    pub(super) fn sort_from(&mut self, mark: Mark) -> Result<(), JsonErrorKind> {
        let Self { rows, keys } = self;
        let rows = &mut rows[mark.row..];
        rows.sort_unstable_by(|a, b| {
            let by_text = || compare_keys(key(keys, a), key(keys, b));
            a.prefix.cmp(&b.prefix).then_with(by_text)
        });
        // A subclass of str can put one text into a dict twice.
        let same = |pair: &&[Member<'_>]| {
            pair[0].prefix == pair[1].prefix && key(keys, &pair[0]) == key(keys, &pair[1])
        };
        match rows.windows(2).find(same) {
            Some(pair) => Err(JsonErrorKind::duplicate_key(key(keys, &pair[0]))),
            None => Ok(()),
        }
    }

    pub(super) fn key(&self, row: usize) -> &str {
        key(&self.keys, &self.rows[row])
    }

    /// The value at `row`, which is then no longer there.
    pub(super) fn take(&mut self, row: usize) -> Option<Bound<'py, PyAny>> {
        self.rows[row].value.take()
    }
}

fn key<'k>(keys: &'k str, member: &Member<'_>) -> &'k str {
    &keys[member.start..member.start + member.length]
}
