//! Ids for files: readable, valid, the same on every machine.

use std::collections::HashSet;

use crate::path::{MAX_ID_BYTES, check_id};

/// Bytes of an id that are made from a path; the rest is room for a number.
const MAX_STEM_BYTES: usize = MAX_ID_BYTES - 16;

/// One id a path, in the order of `paths`, no two equal.
///
/// A path that is a valid id is its own. In any other `/` becomes `.`, each run of characters
/// outside the grammar becomes `_`, and empty segments go: `references/style guide.md` is
/// `references.style_guide.md`. Of an overlong one the end is kept. An id that is taken gets the
/// next free number: `a_b.md-2`. The ids depend on the paths and their order alone.
/// O(n) for n paths.
pub(super) fn resource_ids(paths: &[&str]) -> Vec<String> {
    let plain = paths.iter().filter(|path| check_id(path).is_ok());
    let mut taken: HashSet<String> = plain.map(|path| (*path).to_owned()).collect();
    let mut next = std::collections::HashMap::new();
    let mut ids = Vec::with_capacity(paths.len());
    for path in paths {
        if check_id(path).is_ok() {
            ids.push((*path).to_owned());
            continue;
        }
        let stem = readable(path);
        let mut id = stem.clone();
        while !taken.insert(id.clone()) {
            let number = next.entry(stem.clone()).or_insert(1_u32);
            *number = number.saturating_add(1);
            id = format!("{stem}-{number}");
        }
        ids.push(id);
    }
    ids
}

fn readable(path: &str) -> String {
    let segments = path.split(['/', '.']).map(segment).filter(|segment| !segment.is_empty());
    let id = segments.collect::<Vec<_>>().join(".");
    let start = id.len().saturating_sub(MAX_STEM_BYTES);
    let id = id.get(start..).unwrap_or_default().trim_start_matches('.');
    if id.is_empty() { "_".to_owned() } else { id.to_owned() }
}

fn segment(text: &str) -> String {
    let mut segment = String::with_capacity(text.len());
    let mut replaced = false;
    for character in text.chars() {
        let valid = character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        if valid {
            segment.push(character);
        } else if !replaced {
            segment.push('_');
        }
        replaced = !valid;
    }
    segment
}

#[cfg(test)]
mod tests {
    use super::resource_ids;
    use crate::path::check_id;

    #[test]
    fn an_id_says_which_file_it_is() {
        let paths = ["SKILL.md", "references/style guide.md", "scripts/run.sh", ".gitignore"];
        let ids = ["SKILL.md", "references.style_guide.md", "scripts.run.sh", "gitignore"];
        assert_eq!(resource_ids(&paths), ids);
    }

    #[test]
    fn equal_ids_are_numbered_and_a_path_keeps_its_own() {
        let paths = [".SKILL.md", "SKILL.md", "a b", "a+b", "a_b", "a_b-2"];
        let ids = ["SKILL.md-2", "SKILL.md", "a_b-3", "a_b-4", "a_b", "a_b-2"];
        assert_eq!(resource_ids(&paths), ids);
    }

    #[test]
    fn every_id_is_valid_and_its_own() {
        let long = format!("{}/{}.md", "d".repeat(255), "f".repeat(200));
        let paths = ["é", "ö", "...", "a..b", "-", "日本/語.md", "🚀", " ", &long, "x/.y/z"];
        let ids = resource_ids(&paths);
        for id in &ids {
            assert_eq!(check_id(id), Ok(()), "{id}");
        }
        let distinct: std::collections::HashSet<_> = ids.iter().collect();
        assert_eq!(distinct.len(), paths.len());
        assert!(ids.iter().any(|id| id.ends_with("f.md")));
    }
}
