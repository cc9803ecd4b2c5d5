//! The URI by which a local folder is remembered.

use std::fmt::Write as _;
use std::path::Path;

/// `file://` and the absolute path, percent-encoded but for unreserved characters and `/`
/// (RFC 3986 section 2.3).
pub(super) fn file_uri(path: &Path) -> Option<String> {
    let absolute = std::path::absolute(path).ok()?;
    let mut uri = String::from("file://");
    for &byte in absolute.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    Some(uri)
}

#[cfg(test)]
mod tests {
    use super::file_uri;
    use std::path::Path;

    #[test]
    fn spaces_and_non_ascii_are_percent_encoded() {
        assert_eq!(file_uri(Path::new("/a b/é.md")).as_deref(), Some("file:///a%20b/%C3%A9.md"));
    }
}
