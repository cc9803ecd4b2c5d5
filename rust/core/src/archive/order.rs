//! The one order of the files of an archive.

use std::cmp::Ordering;

/// What stands at the root of a skill or pack; the first that is there comes first in an archive.
pub const ENTRY_FILES: [&str; 3] = ["SKILL.md", "skill.json", "PACK.yaml"];

/// The entry file among `paths`, if there is one.
pub(super) fn entry_file<'a>(mut paths: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    let rank = |path: &str| ENTRY_FILES.iter().position(|name| *name == path);
    let best = paths.by_ref().filter_map(rank).min()?;
    ENTRY_FILES.get(best).copied()
}

/// How two paths of an archive whose entry file is `entry` are ordered: it first, the rest by bytes.
pub(super) fn compare(entry: Option<&str>, left: &str, right: &str) -> Ordering {
    let rank = |path: &str| Some(path) != entry;
    rank(left).cmp(&rank(right)).then_with(|| left.cmp(right))
}
