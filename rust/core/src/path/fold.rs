//! The rules between the paths of one set.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use icu_casemap::CaseMapperBorrowed;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

use super::error::PathError;
use super::portable::{check, lower_ascii, shown};

/// What file systems that fold names compare: NFC and full case folding, not Turkic.
///
/// Two names with one key are canonical caseless matches (Unicode D145). Keys are their own keys.
/// `/` stays, so the key of a path is the keys of its components.
pub fn fold_key(path: &str) -> String {
    if path.is_ascii() {
        return lower_ascii(path).into_owned();
    }
    let decompose = DecomposingNormalizerBorrowed::new_nfd();
    let fold = CaseMapperBorrowed::new();
    let once = fold.fold_string(&decompose.normalize(path)).into_owned();
    let twice = fold.fold_string(&decompose.normalize(&once)).into_owned();
    ComposingNormalizerBorrowed::new_nfc().normalize(&twice).into_owned()
}

/// How two paths of a set clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CollisionKind {
    /// The two are the same text.
    Duplicate,
    /// The two, or a folder of each, differ in text and have one [`fold_key`].
    Folded,
    /// One is a file where the other has a folder.
    FileAndFolder,
}

/// Two paths that can't stand in one set, as places in the list given; `first < second`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Collision {
    /// The path that stands first.
    pub first: usize,
    /// The path that clashes with it.
    pub second: usize,
    /// How.
    pub kind: CollisionKind,
}

/// What is known about one folded name in one folder: who used it first, in what spelling, as
/// what, and the number of the folder it is.
struct Seen<'a> {
    index: usize,
    spelling: &'a str,
    folder: bool,
    number: usize,
}

/// Finds the clashes in a set: for each path at most one, the one nearest the root.
///
/// Takes time in the bytes of all paths; the paths need not have passed [`check`].
pub fn collisions<P: AsRef<str>>(paths: &[P]) -> Vec<Collision> {
    let keys: Vec<String> = paths.iter().map(|path| fold_key(path.as_ref())).collect();
    // A name by the number of its folder; the root is 0. Whole prefixes as keys would make a
    // path of n levels cost n².
    let mut seen: HashMap<(usize, &str), Seen<'_>> = HashMap::with_capacity(paths.len());
    let mut found = Vec::new();
    for (index, (path, key)) in paths.iter().zip(&keys).enumerate() {
        let mut parent = 0;
        for (name, spelling, folder) in components(key, path.as_ref()) {
            let number = seen.len() + 1;
            let now = Seen { index, spelling, folder, number };
            let before = match seen.entry((parent, name)) {
                Entry::Vacant(place) => place.insert(now),
                Entry::Occupied(place) => {
                    let before = place.into_mut();
                    if let Some(collision) = clash(before, &now) {
                        found.push(collision);
                        break;
                    }
                    before
                }
            };
            parent = before.number;
        }
    }
    found
}

/// Each component of a path from the root on: key, spelling, whether it is a folder.
fn components<'a>(key: &'a str, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str, bool)> {
    let folders = path.bytes().filter(|byte| *byte == b'/').count();
    let names = key.split('/').zip(path.split('/')).enumerate();
    names.map(move |(depth, (name, spelling))| (name, spelling, depth < folders))
}

fn clash(before: &Seen<'_>, now: &Seen<'_>) -> Option<Collision> {
    let kind = match (before.folder, now.folder) {
        (true, true) if before.spelling == now.spelling => return None,
        (false, false) if before.spelling == now.spelling => CollisionKind::Duplicate,
        (left, right) if left == right => CollisionKind::Folded,
        _ => CollisionKind::FileAndFolder,
    };
    Some(Collision { first: before.index, second: now.index, kind })
}

/// Checks every path of a set, in order, then the set; the first failure is the error.
pub fn check_set<P: AsRef<str>>(paths: &[P]) -> Result<(), PathError> {
    for path in paths {
        check(path.as_ref().as_bytes())?;
    }
    match collisions(paths).first() {
        None => Ok(()),
        Some(collision) => Err(collision_error(paths, collision)),
    }
}

fn collision_error<P: AsRef<str>>(paths: &[P], collision: &Collision) -> PathError {
    let text = |index: usize| paths.get(index).map(|path| shown(path.as_ref())).unwrap_or_default();
    let (path, other) = (text(collision.second), text(collision.first));
    match collision.kind {
        CollisionKind::Duplicate => PathError::Duplicate { path },
        CollisionKind::Folded => PathError::Collision { path, other },
        CollisionKind::FileAndFolder => PathError::FileAndFolder { path, other },
    }
}
