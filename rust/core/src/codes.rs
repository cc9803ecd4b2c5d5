//! Every code of the core in one place: what documentation and tests are checked against.

use crate::diagnostic::CodeEntry;
use crate::{archive, catalog, digest, fs, json, load, package, path, resolve, text, version};

/// The tables of all modules that give codes, each under its module's path in the crate.
///
/// A code stands in one table only: that of the lowest module that gives it.
const TABLES: &[(&str, &[CodeEntry])] = &[
    ("archive", archive::CODES),
    ("catalog", catalog::CODES),
    ("digest", digest::CODES),
    ("fs", fs::CODES),
    ("fs", fs::TREE_CODES),
    ("json", json::CODES),
    ("load", load::CODES),
    ("package", package::PACKAGE_CODES),
    ("package::contract", package::CODES),
    ("package::seal", package::SEAL_CODES),
    ("package::seal_difference", package::SEAL_DIFFERENCE_CODES),
    ("package::skill_md", package::SKILL_MD_CODES),
    ("path", path::CODES),
    ("resolve", resolve::CODES),
    ("text", text::FRONTMATTER_CODES),
    ("text", text::YAML_CODES),
    ("version", version::CODES),
];

/// Every code with its meaning, and the path of the module that gives it.
///
/// Modules come in alphabetical order, the codes of one in the order of its table.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static CodeEntry)> {
    TABLES.iter().flat_map(|(module, table)| table.iter().map(move |entry| (*module, entry)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::codes;

    #[test]
    fn each_code_has_one_row() {
        let mut homes: HashMap<&str, &str> = HashMap::new();
        for (module, entry) in codes() {
            let other = homes.insert(entry.code, module);
            assert_eq!(other, None, "{} is in {module} too", entry.code);
        }
    }

    #[test]
    fn each_code_is_snake_case_and_each_meaning_says_something() {
        for (_, entry) in codes() {
            let mut words = entry.code.split('_');
            let is_word = |word: &str| {
                !word.is_empty()
                    && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            };
            assert!(words.all(is_word), "{}", entry.code);
            assert!(entry.meaning.len() > 10, "{}", entry.code);
        }
    }
}
