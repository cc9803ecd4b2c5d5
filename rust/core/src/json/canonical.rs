//! Canonical JSON by RFC 8785: one text for equal values.
//!
//! No white space; keys in order of their UTF-16 code units (section 3.2.3); numbers as
//! ECMAScript writes them (3.2.2.3); strings in UTF-8 with the fewest escapes (3.2.2.2).

use std::cmp::Ordering;

use super::error::{CanonicalError, JsonError, JsonErrorKind};
use super::parse::{LargeIntegers, read};
use super::position::{Step, path_text};
use super::value::{Member, Node, Number, Value};
use crate::limits::{JsonLimits, MAX_CANONICAL_DEPTH};

pub use super::number::{write_integer, write_number};
pub use super::string::write_string;

/// Canonical text of the JSON document `data`.
///
/// Reads strictly, without limits but a depth of 1,000. An integer literal beyond ±(2^53−1) is
/// taken where its double is written as the same text, so that the result is always accepted and
/// is its own canonical text. Cost: O(n), and a sort for each object out of order.
pub fn canonicalize(data: &[u8]) -> Result<Vec<u8>, JsonError> {
    let tape = read(data, &JsonLimits::UNBOUNDED, LargeIntegers::KeepIfExact)?;
    let mut out = Vec::with_capacity(data.len());
    tape.write(&mut out);
    Ok(out)
}

/// Canonical text of a value in memory.
///
/// Refuses numbers that are not finite, integers beyond ±(2^53−1), equal keys, and nesting
/// deeper than 1,000.
pub fn to_canonical(value: &Value) -> Result<Vec<u8>, CanonicalError> {
    let mut writer = Writer { out: Vec::new(), open: Vec::new() };
    match writer.write(value) {
        Ok(()) => Ok(writer.out),
        Err(kind) => Err(CanonicalError { kind, path: writer.path() }),
    }
}

/// Order of keys by UTF-16 code units (RFC 8785 section 3.2.3).
///
/// UTF-8 orders text by code points, and so does UTF-16 but for one thing: characters beyond
/// U+FFFF come before U+E000 to U+FFFF.
pub fn compare_keys(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    match left.iter().zip(right).find(|(a, b)| a != b) {
        Some((&a, &b)) => utf16_rank(a).cmp(&utf16_rank(b)),
        None => left.len().cmp(&right.len()),
    }
}

/// Maps the bytes of UTF-8 so that texts compare as their UTF-16 code units do.
///
/// Lead bytes 0xF0 to 0xF4 (beyond U+FFFF) move below 0xEE and 0xEF (U+E000 to U+FFFF); all
/// other bytes keep their order.
fn utf16_rank(byte: u8) -> u8 {
    match byte {
        0xEE | 0xEF => byte + 5,
        0xF0..=0xF4 => byte - 2,
        _ => byte,
    }
}

/// The first eight bytes of `key`, mapped so that keys whose prefixes differ compare as their
/// prefixes do. Keys with equal prefixes are left to [`compare_keys`].
pub fn key_prefix(key: &str) -> u64 {
    let bytes = key.as_bytes();
    let mut prefix = bytes.first_chunk::<8>().copied().unwrap_or_else(|| {
        let mut prefix = [0; 8];
        prefix.iter_mut().zip(bytes).for_each(|(place, byte)| *place = *byte);
        prefix
    });
    if !prefix.is_ascii() {
        prefix = prefix.map(utf16_rank);
    }
    u64::from_be_bytes(prefix)
}

struct Writer<'a> {
    out: Vec<u8>,
    open: Vec<Open<'a>>,
}

/// A container being written and how many of its members are begun.
enum Open<'a> {
    Array { members: &'a [Node], begun: usize },
    Object { members: Vec<&'a Member>, begun: usize },
}

impl<'a> Writer<'a> {
    fn write(&mut self, root: &'a Value) -> Result<(), JsonErrorKind> {
        let mut next = Some(root);
        while let Some(value) = next {
            if self.open.len() > MAX_CANONICAL_DEPTH {
                return Err(JsonErrorKind::DepthExceeded { limit: MAX_CANONICAL_DEPTH });
            }
            self.begin(value)?;
            next = self.advance();
        }
        Ok(())
    }

    /// Writes a scalar whole, or the first character of a container.
    fn begin(&mut self, value: &'a Value) -> Result<(), JsonErrorKind> {
        match value {
            Value::Null => self.out.extend_from_slice(b"null"),
            Value::Bool(true) => self.out.extend_from_slice(b"true"),
            Value::Bool(false) => self.out.extend_from_slice(b"false"),
            Value::Number(Number::Integer(integer)) if !super::is_safe(*integer) => {
                return Err(JsonErrorKind::IntegerOutOfRange);
            }
            Value::Number(Number::Integer(integer)) => write_integer(&mut self.out, *integer),
            Value::Number(Number::Float(float)) => write_number(&mut self.out, *float)?,
            Value::String(text) => write_string(&mut self.out, text),
            Value::Array(members) => {
                self.out.push(b'[');
                self.open.push(Open::Array { members, begun: 0 });
            }
            Value::Object(members) => {
                self.out.push(b'{');
                let members = sorted(members)?;
                self.open.push(Open::Object { members, begun: 0 });
            }
        }
        Ok(())
    }

    /// Closes what is complete; writes the comma and key before the value that comes next.
    fn advance(&mut self) -> Option<&'a Value> {
        while let Some(top) = self.open.last_mut() {
            match top {
                Open::Array { members, begun } => {
                    if let Some(node) = members.get(*begun) {
                        separate(&mut self.out, begun);
                        return Some(&node.value);
                    }
                    self.out.push(b']');
                }
                Open::Object { members, begun } => {
                    if let Some(member) = members.get(*begun) {
                        separate(&mut self.out, begun);
                        write_string(&mut self.out, &member.key);
                        self.out.push(b':');
                        return Some(&member.node.value);
                    }
                    self.out.push(b'}');
                }
            }
            self.open.pop();
        }
        None
    }

    fn path(&self) -> String {
        path_text(self.open.iter().filter_map(|open| match open {
            Open::Array { begun, .. } => begun.checked_sub(1).map(Step::Index),
            Open::Object { members, begun } => {
                members.get(begun.checked_sub(1)?).map(|member| Step::Key(&member.key))
            }
        }))
    }
}

fn separate(out: &mut Vec<u8>, begun: &mut usize) {
    if *begun > 0 {
        out.push(b',');
    }
    *begun += 1;
}

fn sorted(members: &[Member]) -> Result<Vec<&Member>, JsonErrorKind> {
    let mut sorted: Vec<&Member> = members.iter().collect();
    sorted.sort_by(|a, b| compare_keys(&a.key, &b.key));
    for pair in sorted.windows(2) {
        if let [a, b] = pair
            && a.key == b.key
        {
            return Err(JsonErrorKind::duplicate_key(&a.key));
        }
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::{compare_keys, key_prefix};

    #[test]
    fn keys_compare_as_their_utf16_code_units() {
        let keys = [
            "",
            "a",
            "aa",
            "b",
            "\u{7f}",
            "\u{80}",
            "é",
            "\u{7ff}",
            "\u{800}",
            "€",
            "\u{d7ff}",
            "\u{e000}",
            "\u{fb33}",
            "\u{ffff}",
            "\u{10000}",
            "😂",
            "\u{10ffff}",
            "a😂",
            "a\u{e000}",
        ];
        for left in keys {
            for right in keys {
                let expected = left.encode_utf16().cmp(right.encode_utf16());
                assert_eq!(compare_keys(left, right), expected, "{left:?} {right:?}");
                if key_prefix(left) != key_prefix(right) {
                    assert_eq!(key_prefix(left).cmp(&key_prefix(right)), expected);
                }
            }
        }
    }
}
