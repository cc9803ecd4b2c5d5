//! JSON strings: reading them strictly and writing them with the fewest escapes.

use std::borrow::Cow;

use super::error::JsonErrorKind;
use super::parse::Fault;

/// How many bytes of `bytes` come before the first one that a JSON string can't hold raw:
/// `"`, `\` or a byte below 0x20. Eight bytes at a time.
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut length = 0_usize;
    for word in words {
        if let Some(place) = first_special(*word) {
            return length + place;
        }
        length += 8;
    }
    if rest.is_empty() {
        return length;
    }
    // The last eight bytes cover the rest, and what they share with the word before is plain.
    match bytes.last_chunk::<8>() {
        Some(word) => first_special(*word).map_or(bytes.len(), |place| bytes.len() - 8 + place),
        None => rest.iter().take_while(|&&byte| is_plain(byte)).count(),
    }
}

/// The place of the first byte of `word` that is not plain.
fn first_special(word: [u8; 8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let word = u64::from_le_bytes(word);
    let quote = word ^ (ONES * 0x22);
    let backslash = word ^ (ONES * 0x5C);
    // A byte borrows from its high bit where it is below what is taken off. A borrow can also
    // mark the byte above a real hit, never one below, so the first mark is exact.
    let marks = (word.wrapping_sub(ONES * 0x20) & !word)
        | (quote.wrapping_sub(ONES) & !quote)
        | (backslash.wrapping_sub(ONES) & !backslash);
    let marks = marks & HIGH;
    (marks != 0).then(|| marks.trailing_zeros() as usize / 8)
}

fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// Appends `text` as a JSON string with the escapes of RFC 8785 section 3.2.2.2 and no others.
pub fn write_string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        let (plain, tail) = rest.split_at_checked(plain_length(rest)).unwrap_or((rest, &[]));
        out.extend_from_slice(plain);
        let Some((&special, tail)) = tail.split_first() else { break };
        write_escape(out, special);
        rest = tail;
    }
    out.push(b'"');
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0C => b'f',
        b'\r' => b'r',
        _ => {
            out.extend_from_slice(b"\\u00");
            out.extend([byte >> 4, byte & 15].map(|nibble| match nibble {
                0..10 => b'0' + nibble,
                _ => b'a' + nibble - 10,
            }));
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// Reads the string whose opening quote stands at `open`; gives its value, borrowed where the
/// text has no escape, and the offset after the closing quote.
pub(super) fn read_string(text: &str, open: usize) -> Result<(Cow<'_, str>, usize), Fault> {
    let bytes = text.as_bytes();
    let start = open + 1;
    let mut at = start;
    let mut unescaped: Option<String> = None;
    loop {
        let run = at;
        at += plain_length(bytes.get(at..).unwrap_or_default());
        let plain = text.get(run..at).unwrap_or_default();
        match bytes.get(at) {
            Some(b'"') => {
                let value = match unescaped {
                    None => Cow::Borrowed(plain),
                    Some(mut value) => {
                        value.push_str(plain);
                        Cow::Owned(value)
                    }
                };
                return Ok((value, at + 1));
            }
            Some(b'\\') => {
                let value = unescaped.get_or_insert_default();
                value.push_str(plain);
                let (character, after) = read_escape(text, at)?;
                value.push(character);
                at = after;
            }
            Some(&code) => return Err(Fault::new(JsonErrorKind::ControlCharacter { code }, at)),
            None => return Err(Fault::end("the closing quote of a string", at)),
        }
    }
}

/// Reads the escape whose backslash stands at `at`; gives the character and the offset after it.
fn read_escape(text: &str, at: usize) -> Result<(char, usize), Fault> {
    let Some(letter) = text.as_bytes().get(at + 1) else {
        return Err(Fault::end("an escape", at + 1));
    };
    let character = match letter {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return read_unicode_escape(text, at),
        _ => return Err(invalid_escape(text, at + 1)),
    };
    Ok((character, at + 2))
}

fn read_unicode_escape(text: &str, at: usize) -> Result<(char, usize), Fault> {
    let first = read_four_digits(text, at + 2)?;
    if let Some(character) = char::from_u32(first) {
        return Ok((character, at + 6));
    }
    let lone = || Fault::new(JsonErrorKind::LoneSurrogate, at);
    let follows = text.as_bytes().get(at + 6..at + 8) == Some(b"\\u".as_slice());
    if first >= 0xDC00 || !follows {
        return Err(lone());
    }
    let second = read_four_digits(text, at + 8)?;
    if !(0xDC00..0xE000).contains(&second) {
        return Err(lone());
    }
    let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    Ok((char::from_u32(code).ok_or_else(lone)?, at + 12))
}

fn read_four_digits(text: &str, at: usize) -> Result<u32, Fault> {
    let mut code = 0;
    for place in at..at + 4 {
        let Some(&byte) = text.as_bytes().get(place) else {
            return Err(Fault::end("four hexadecimal digits", place));
        };
        let digit = char::from(byte).to_digit(16).ok_or_else(|| invalid_escape(text, place))?;
        code = code * 16 + digit;
    }
    Ok(code)
}

fn invalid_escape(text: &str, at: usize) -> Fault {
    let found = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('\u{FFFD}');
    Fault::new(JsonErrorKind::InvalidEscape { found }, at)
}

#[cfg(test)]
mod tests {
    use super::{is_plain, plain_length, write_string};

    #[test]
    fn plain_length_agrees_with_byte_by_byte_reading() {
        for special in 0..=255_u8 {
            for (length, place) in
                (0..20).flat_map(|length| (0..length).map(move |at| (length, at)))
            {
                let mut bytes = vec![b'!'; length];
                bytes[place] = special;
                let expected = bytes.iter().take_while(|&&byte| is_plain(byte)).count();
                assert_eq!(plain_length(&bytes), expected, "{special:#x} at {place} of {length}");
            }
        }
    }

    #[test]
    fn string_with_controls_writes_short_escapes_first() {
        let mut out = Vec::new();
        write_string(&mut out, "\u{0}\u{8}\t\n\u{b}\u{c}\r\u{1f}\"\\/\u{7f}\u{2028}é");
        let expected = "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\\"\\\\/\u{7f}\u{2028}é\"";
        assert_eq!(out, expected.as_bytes());
    }
}
