//! Versions as authors write them.

use crate::version::Version;

/// What a text says as a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum VersionText {
    /// A semantic version as it stands.
    Complete(Version),
    /// One after completion: a leading `v` dropped, missing numbers taken as 0.
    Completed(Version),
    /// Neither.
    Unreadable,
}

/// Reads `1.2.3`, and completes `v1.2.3-rc`, `1.0` and `1`; a date such as `2026-01-02` is none.
pub(super) fn read_version(text: &str) -> VersionText {
    if let Ok(version) = Version::parse(text) {
        return VersionText::Complete(version);
    }
    match complete(text.trim()).and_then(|text| Version::parse(&text).ok()) {
        Some(version) => VersionText::Completed(version),
        None => VersionText::Unreadable,
    }
}

fn complete(text: &str) -> Option<String> {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let (numbers, rest) = text.split_at_checked(end)?;
    let dated =
        rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let missing = match numbers.split('.').count() {
        1 | 2 if dated => return None,
        1 => ".0.0",
        2 => ".0",
        _ => "",
    };
    Some(format!("{numbers}{missing}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::{VersionText, read_version};

    fn completed(text: &str) -> String {
        match read_version(text) {
            VersionText::Completed(version) => version.text().to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_semantic_version_is_complete() {
        assert!(matches!(read_version("1.2.3-rc.1+b"), VersionText::Complete(_)));
    }

    #[test]
    fn short_and_prefixed_versions_are_completed() {
        assert_eq!(completed("1"), "1.0.0");
        assert_eq!(completed("1.10"), "1.10.0");
        assert_eq!(completed("v1"), "1.0.0");
        assert_eq!(completed("v1.2.3-rc"), "1.2.3-rc");
        assert_eq!(completed("2.1-beta.2"), "2.1.0-beta.2");
    }

    #[test]
    fn other_texts_are_unreadable() {
        for text in ["", "latest", "01.2.3", "1.2.3-01", "1.2.3.4", "v", "1..2", "2026-01-02", "-1"]
        {
            assert_eq!(read_version(text), VersionText::Unreadable, "{text:?}");
        }
    }
}
