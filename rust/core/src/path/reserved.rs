//! Names that some system takes for something else than a plain file.

use super::fold::fold_key;

/// Whether Windows takes the component for a device, whatever its case, extension or trailing
/// spaces before the extension. `COM0` and `LPT0` are refused too: systems disagree about them.
pub(super) fn is_device_name(component: &str) -> bool {
    let stem = component.split('.').next().unwrap_or_default().trim_end_matches(' ');
    if ["con", "prn", "aux", "nul", "conin$", "conout$"]
        .iter()
        .any(|device| stem.eq_ignore_ascii_case(device))
    {
        return true;
    }
    let mut characters = stem.chars();
    let last = characters.next_back();
    let port = characters.as_str();
    (port.eq_ignore_ascii_case("com") || port.eq_ignore_ascii_case("lpt"))
        && last.is_some_and(|digit| digit.is_ascii_digit() || matches!(digit, '¹' | '²' | '³'))
}

/// A file of Git: its name, the first six characters of its short names, and the six of those made
/// from a hash of the name when the plain ones are taken.
const GIT_FILES: [(&str, &str, &str); 3] = [
    (".gitmodules", "gitmod", "gi7eba"),
    (".gitattributes", "gitatt", "gi7d29"),
    (".mailmap", "mailma", "maba30"),
];

/// Whether the component is `.git` or a file that Git obeys, as NTFS (short names, trailing dots
/// and spaces) or HFS+ (ignored characters, case) may take it.
pub(super) fn is_git_metadata(component: &str) -> bool {
    if !component.is_ascii() || component.starts_with('.') || component.contains('~') {
        let visible: String = component.chars().filter(|one| !is_ignored_by_hfs(*one)).collect();
        let folded = fold_key(&visible);
        let name = folded.trim_end_matches([' ', '.']);
        return matches!(name, ".git" | "git~1")
            || GIT_FILES.iter().any(|(long, short, hashed)| {
                name == *long || is_numbered(name, short) || is_hashed(name, hashed)
            });
    }
    false
}

fn is_ignored_by_hfs(character: char) -> bool {
    matches!(
        character,
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
    )
}

/// `short~1` to `short~4`.
fn is_numbered(name: &str, short: &str) -> bool {
    name.strip_prefix(short)
        .and_then(|rest| rest.strip_prefix('~'))
        .is_some_and(|number| matches!(number, "1" | "2" | "3" | "4"))
}

/// Eight characters: a start of `hashed`, a tilde, and a number without leading zero.
fn is_hashed(name: &str, hashed: &str) -> bool {
    name.len() == 8
        && name.split_once('~').is_some_and(|(start, number)| {
            hashed.starts_with(start)
                && !number.starts_with('0')
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Whether the component has the shape of a short name: digits after the last `~` of what stands
/// before the first dot.
pub(super) fn is_short_name(component: &str) -> bool {
    let stem = component.split('.').next().unwrap_or_default();
    stem.rsplit_once('~').is_some_and(|(_, number)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
