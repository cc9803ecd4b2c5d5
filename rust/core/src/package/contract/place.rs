//! A place in a JSON document that is being walked.

use std::borrow::Cow;

use crate::json::{Step, path_text};

/// Characters of one key that a JSON path repeats; what is longer is cut and marked with `…`.
///
/// A key may have 64 KiB and a thousand findings may stand below it.
const MAX_KEY_CHARS: usize = 128;

/// A place, as a chain of steps that borrows the place it starts from; making one costs nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    parent: Option<(&'a Place<'a>, Step<'a>)>,
}

impl<'a> Place<'a> {
    /// The document itself, `$`.
    pub(super) const ROOT: Self = Self { parent: None };

    /// The member `key` of the object here.
    pub(super) fn key(&'a self, key: &'a str) -> Self {
        Self { parent: Some((self, Step::Key(key))) }
    }

    /// The member at `index` of the array here.
    pub(super) fn index(&'a self, index: usize) -> Self {
        Self { parent: Some((self, Step::Index(index))) }
    }

    /// The steps from the root to here.
    pub(super) fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        let mut place = *self;
        while let Some((parent, step)) = place.parent {
            steps.push(step);
            place = *parent;
        }
        steps.reverse();
        steps
    }

    /// The text of the place, such as `$.resources[0].size`.
    pub(super) fn json_path(&self) -> String {
        json_path(&self.steps())
    }
}

/// The text of the place that `steps` lead to, with long keys cut.
pub(super) fn json_path(steps: &[Step<'_>]) -> String {
    let keys: Vec<Cow<'_, str>> = steps
        .iter()
        .map(|step| match step {
            Step::Key(key) => shortened(key),
            Step::Index(_) => Cow::Borrowed(""),
        })
        .collect();
    path_text(steps.iter().zip(&keys).map(|(step, key)| match step {
        Step::Key(_) => Step::Key(key),
        Step::Index(index) => Step::Index(*index),
    }))
}

fn shortened(key: &str) -> Cow<'_, str> {
    match key.char_indices().nth(MAX_KEY_CHARS).and_then(|(end, _)| key.get(..end)) {
        Some(start) => Cow::Owned(format!("{start}…")),
        None => Cow::Borrowed(key),
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn place_of_nested_member_reads_as_a_path() {
        let resources = Place::ROOT.key("resources");
        let first = resources.index(0);
        assert_eq!(first.key("size").json_path(), "$.resources[0].size");
    }

    #[test]
    fn place_of_odd_key_is_quoted() {
        let metadata = Place::ROOT.key("metadata");
        assert_eq!(metadata.key("a b").json_path(), r#"$.metadata["a b"]"#);
    }

    #[test]
    fn place_of_long_key_is_cut() {
        let long = "k".repeat(1000);
        let path = Place::ROOT.key(&long).json_path();
        assert_eq!(path, format!("$[\"{}…\"]", "k".repeat(128)));
    }
}
