//! Places in a document: line and column of a byte, and paths to a value.

use super::canonical::write_string;

/// The line and column of the byte at `offset`, both counted from 1, columns in code points.
///
/// Lines end at U+000A. An offset past the end is taken as the end. Bytes that are no UTF-8
/// count one column each sequence start. Cost: O(offset).
pub fn position(data: &[u8], offset: usize) -> (u32, u32) {
    let before = data.get(..offset).unwrap_or(data);
    let lines = before.split(|&byte| byte == b'\n').count() - 1;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let columns = before.iter().skip(line_start).filter(|&&byte| byte & 0xC0 != 0x80).count();
    (one_based(lines), one_based(columns))
}

fn one_based(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}

/// One step from a container to a member, for [`path_text`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// To the value of a key.
    Key(&'a str),
    /// To an element, counted from 0.
    Index(usize),
}

/// Text of the path that starts at the root and takes `steps`, such as `$.a[0]["b c"]`.
pub fn path_text<'a>(steps: impl IntoIterator<Item = Step<'a>>) -> String {
    let mut path = String::from("$");
    for step in steps {
        match step {
            Step::Key(key) if is_identifier(key) => {
                path.push('.');
                path.push_str(key);
            }
            Step::Key(key) => {
                let mut quoted = Vec::new();
                write_string(&mut quoted, key);
                path.push('[');
                path.push_str(&String::from_utf8_lossy(&quoted));
                path.push(']');
            }
            Step::Index(index) => {
                path.push('[');
                path.push_str(&index.to_string());
                path.push(']');
            }
        }
    }
    path
}

fn is_identifier(key: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    key.bytes().all(word)
        && !key.is_empty()
        && !key.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Step, path_text, position};

    #[test]
    fn position_after_wide_characters_counts_code_points() {
        let text = "{\n \"é😀\": x".as_bytes();
        assert_eq!(position(text, text.len() - 1), (2, 8));
    }

    #[test]
    fn position_past_the_end_is_the_end() {
        assert_eq!(position(b"ab", 99), (1, 3));
    }

    #[test]
    fn path_with_odd_keys_quotes_them() {
        let steps =
            [Step::Key("a"), Step::Index(0), Step::Key("b \"c"), Step::Key(""), Step::Key("1")];
        assert_eq!(path_text(steps), r#"$.a[0]["b \"c"][""]["1"]"#);
    }
}
