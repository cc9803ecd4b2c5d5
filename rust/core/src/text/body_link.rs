//! Links in the Markdown of a skill that name files.

use std::collections::HashMap;

use super::find::each;
use super::markdown::{ProseLine, prose_lines};
use super::position::{Lines, Position, column_after};

/// A link or image that names a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyLink {
    /// The path as it is meant: percent-decoded, without query and fragment.
    pub target: String,
    /// Line of the destination, from 1 in the text given.
    pub line: u32,
    /// Column of the destination, from 1 in code points.
    pub column: u32,
}

/// The links of `body` that name files, in the order of the text.
///
/// Inline links and images, and the definitions of reference links (`CommonMark` 0.31, 6.3, 6.4
/// and 4.7), none in code or comments. Links with a scheme, and those to a heading of the same
/// text, are no files and left out. O(n log n).
pub fn body_links(body: &str) -> Vec<BodyLink> {
    links_in(body, &prose_lines(body), &link_marks(body))
}

/// [`body_links`] of a body whose lines of prose and marks of links are known.
pub(super) fn links_in(body: &str, lines: &[ProseLine], marks: &[usize]) -> Vec<BodyLink> {
    let mut destinations = Vec::new();
    let mut marks = marks.iter().copied().peekable();
    for block in blocks(lines) {
        // Most blocks have no link of either kind.
        while marks.next_if(|mark| *mark < block.start).is_some() {}
        if marks.peek().is_some_and(|mark| *mark < block.end) {
            let text = body.get(block.clone()).unwrap_or_default();
            definitions(text, block.start, &mut destinations);
            scan_inline(text, block.start, &mut destinations);
        }
    }
    destinations.sort_by_key(|(offset, _)| *offset);
    place(body, destinations)
}

/// Byte ranges within which inline markup belongs together.
fn blocks(lines: &[ProseLine]) -> Vec<std::ops::Range<usize>> {
    let mut blocks: Vec<std::ops::Range<usize>> = Vec::new();
    for prose in lines {
        match blocks.last_mut() {
            Some(block) if !prose.starts_block => block.end = prose.line.end,
            _ => blocks.push(prose.line.start..prose.line.end),
        }
    }
    blocks
}

/// Counts columns on from the link before, so that a line full of links is read once.
fn place(body: &str, destinations: Vec<(usize, String)>) -> Vec<BodyLink> {
    let mut lines = (1_u32..).zip(Lines::new(body)).peekable();
    let mut placed = Vec::new();
    let (mut counted, mut before) = (0_usize, 0_usize);
    for (offset, target) in destinations {
        while lines.next_if(|(_, line)| line.next <= offset && line.end < body.len()).is_some() {}
        let Some((number, line)) = lines.peek() else { break };
        if counted < line.start {
            (counted, before) = (line.start, 0);
        }
        before += body.get(counted..offset).unwrap_or_default().chars().count();
        counted = offset;
        placed.push(BodyLink { target, line: *number, column: column_after(before) });
    }
    placed
}

/// Where each `](` and `]:` of `text` is, one of which every link has.
pub(super) fn link_marks(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_mark = |index: &usize| matches!(bytes.get(index + 1), Some(b'(' | b':'));
    each(bytes, b']').filter(is_mark).collect()
}

fn scan_inline(text: &str, base: usize, found: &mut Vec<(usize, String)>) {
    let runs = backtick_runs(text);
    let last_comment_end = text.rfind("-->").unwrap_or_default();
    let bytes = text.as_bytes();
    let mut open = 0_usize;
    let mut index = 0_usize;
    while let Some(byte) = bytes.get(index) {
        let rest = text.get(index..).unwrap_or_default();
        index += match byte {
            b'\\' => 2,
            b'`' => code_span(rest, index, &runs),
            b'<' => angle(rest, index < last_comment_end),
            b'[' => {
                open = open.saturating_add(1);
                1
            }
            b']' if open > 0 => {
                open -= 1;
                inline(rest, base + index, found)
            }
            _ => 1,
        };
    }
}

/// Starts of the runs of backticks, by length of the run; ascending.
fn backtick_runs(text: &str) -> HashMap<usize, Vec<usize>> {
    let mut runs: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut length = 0_usize;
    for (index, byte) in text.bytes().chain([b' ']).enumerate() {
        if byte == b'`' {
            length += 1;
        } else if length > 0 {
            runs.entry(length).or_default().push(index - length);
            length = 0;
        }
    }
    runs
}

/// Bytes to skip at a run of backticks: the code span, or the run if nothing closes it.
fn code_span(rest: &str, index: usize, runs: &HashMap<usize, Vec<usize>>) -> usize {
    let length = rest.bytes().take_while(|byte| *byte == b'`').count();
    let starts = runs.get(&length).map(Vec::as_slice).unwrap_or_default();
    let next = starts.partition_point(|start| *start <= index);
    starts.get(next).map_or(length, |close| close - index + length)
}

/// Bytes to skip at `<`: a comment or an autolink.
fn angle(rest: &str, closable: bool) -> usize {
    if closable && rest.starts_with("<!--") {
        return rest.find("-->").map_or(4, |end| end + 3);
    }
    let inside = rest.get(1..).unwrap_or_default();
    let end = inside.find(|mark: char| matches!(mark, '<' | '>') || mark.is_whitespace());
    match end {
        Some(end) if has_scheme(inside.get(..end).unwrap_or_default()) => end + 1,
        _ => 1,
    }
}

/// Bytes to skip at `]`, after recording the destination of an inline link.
fn inline(rest: &str, offset: usize, found: &mut Vec<(usize, String)>) -> usize {
    let Some(inside) = rest.strip_prefix("](") else { return 1 };
    let Some(destination) = read_destination(inside) else { return 1 };
    let tail = inside.get(destination.end..).unwrap_or_default();
    let Some(length) = closing_length(tail) else { return 1 };
    if let Some(target) = file_target(destination.raw) {
        found.push((offset + 2 + destination.start, target));
    }
    2 + destination.end + length
}

struct Destination<'text> {
    raw: &'text str,
    start: usize,
    end: usize,
}

/// The destination at the start of `text`, after white space.
fn read_destination(text: &str) -> Option<Destination<'_>> {
    let trimmed = text.trim_start();
    let start = text.len() - trimmed.len();
    if let Some(inside) = trimmed.strip_prefix('<') {
        let length = inside.find(['>', '<', '\n', '\r'])?;
        let raw = inside.get(..length)?;
        inside.get(length..)?.starts_with('>').then_some(())?;
        return Some(Destination { raw, start: start + 1, end: start + length + 2 });
    }
    let length = bare_length(trimmed);
    let raw = trimmed.get(..length)?;
    Some(Destination { raw, start, end: start + length })
}

/// Nested parentheses in a destination; what keeps the scan linear.
const MAX_PARENTHESES: usize = 32;

/// Bytes of a link title; what keeps the scan linear.
const MAX_TITLE_BYTES: usize = 1024;

/// Length of a destination without angle brackets: parentheses balance, no white space.
fn bare_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (index, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' if depth == MAX_PARENTHESES => return index,
            '(' => depth += 1,
            ')' if depth == 0 => return index,
            ')' => depth -= 1,
            _ if character.is_whitespace() || character.is_control() => return index,
            _ => {}
        }
    }
    text.len()
}

/// Length of an optional title and the closing parenthesis.
fn closing_length(tail: &str) -> Option<usize> {
    let title = tail.trim_start();
    let blank = tail.len() - title.len();
    if title.starts_with(')') {
        return Some(blank + 1);
    }
    let length = (blank > 0).then(|| title_length(title)).flatten()?;
    let after = title.get(length..)?;
    let close = after.trim_start();
    close.starts_with(')').then(|| blank + length + (after.len() - close.len()) + 1)
}

/// Length of the title at the start of `title`; one in parentheses holds no other parenthesis.
fn title_length(title: &str) -> Option<usize> {
    let close = match title.chars().next()? {
        quote @ ('"' | '\'') => quote,
        '(' => ')',
        _ => return None,
    };
    let inside = title.get(1..)?;
    let mut escaped = false;
    for (index, character) in inside.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == close => return Some(index + 2),
            '(' if close == ')' => return None,
            _ if index >= MAX_TITLE_BYTES => return None,
            _ => {}
        }
    }
    None
}

/// Records the destinations of the reference definitions in a block.
fn definitions(text: &str, base: usize, found: &mut Vec<(usize, String)>) {
    for line in Lines::new(text) {
        let content = line.text(text);
        let Some(inside) = content.trim_start().strip_prefix('[') else { continue };
        let Some((label, rest)) = inside.split_once("]:") else { continue };
        if label.is_empty() || label.starts_with('^') || label.contains(['[', ']']) {
            continue;
        }
        let Some(destination) = read_destination(rest) else { continue };
        let tail = rest.get(destination.end..).unwrap_or_default().trim();
        let complete = tail.is_empty() || title_length(tail) == Some(tail.len());
        if let Some(target) = file_target(destination.raw).filter(|_| complete) {
            let before = content.len() - rest.len();
            found.push((base + line.start + before + destination.start, target));
        }
    }
}

/// The file a destination names, or `None` for the web and for headings of the same text.
pub(super) fn file_target(raw: &str) -> Option<String> {
    if raw.starts_with("//") || (has_scheme(raw) && !raw.starts_with("file:")) {
        return None;
    }
    let path = raw.split(['#', '?']).next().unwrap_or_default();
    (!path.is_empty()).then(|| percent_decoded(&unescaped(path)))
}

/// RFC 3986 section 3.1, with at least two characters: one letter is a Windows drive.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() >= 2
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-'))
    })
}

/// Without the backslashes that escape punctuation.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.next_if(|next| character == '\\' && next.is_ascii_punctuation());
        plain.push(next.unwrap_or(character));
    }
    plain
}

/// RFC 3986 section 2.1; text that would decode to something else than UTF-8 stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let pair = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        let hex = pair.filter(|pair| pair.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let decoded = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(byte) = decoded.filter(|_| *first == b'%') {
            bytes.push(byte);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The position of a link as a [`Position`].
impl From<&BodyLink> for Position {
    fn from(link: &BodyLink) -> Self {
        Self { line: link.line, column: link.column }
    }
}

#[cfg(test)]
mod tests {
    use super::body_links;

    fn targets(body: &str) -> Vec<String> {
        body_links(body).into_iter().map(|link| link.target).collect()
    }

    #[test]
    fn inline_links_and_images_are_found() {
        let body = "See [a](a.md), ![b](<b c.png> \"t\") and [![d](d.svg)](e.md#x).";
        assert_eq!(targets(body), ["a.md", "b c.png", "d.svg", "e.md"]);
    }

    #[test]
    fn reference_definitions_are_found() {
        assert_eq!(targets("[x][y]\n\n[y]: r/y.md \"title\"\n[^1]: note.md\n"), ["r/y.md"]);
        assert!(targets("[note]: this is prose\n").is_empty());
    }

    #[test]
    fn destinations_are_percent_decoded_and_balance_parentheses() {
        assert_eq!(
            targets("[a](x%20y%2Fz.md) [b](f(1).md) [c](a\\_b.md)"),
            ["x y/z.md", "f(1).md", "a_b.md"]
        );
        assert_eq!(targets("[a](x%ff.md) [b](50%.md)"), ["x%ff.md", "50%.md"]);
    }

    #[test]
    fn code_and_comments_hold_no_links() {
        assert!(targets("`[a](a.md)` ``[b](b`.md)``\n\n```\n[c](c.md)\n```\n").is_empty());
        assert!(targets("x <!-- [a](a.md) --> y\n\n    [b](b.md)\n").is_empty());
    }

    #[test]
    fn the_web_and_headings_are_no_files() {
        assert!(targets("[a](https://e.org/x.md) [b](#x) [c](mailto:a@b) [d](//e.org)").is_empty());
        assert_eq!(
            targets("[a](C:/x.md) [b](file:///etc/passwd)"),
            ["C:/x.md", "file:///etc/passwd"]
        );
    }

    #[test]
    fn a_link_has_line_and_column() {
        let link = body_links("a\r\n\r\nü [x](y.md)").remove(0);
        assert_eq!((link.line, link.column), (3, 7));
    }

    #[test]
    fn titles_end_where_they_are_closed() {
        let body = "[a](a.md 'x') [b](b.md (y)) [c](c.md (y (z))) [d](d.md \"\\\"\")";
        assert_eq!(targets(body), ["a.md", "b.md", "d.md"]);
    }

    #[test]
    fn a_line_full_of_links_takes_linear_time() {
        let links = body_links(&"[ü](b)".repeat(200_000));
        let column = |index| 6 * u32::try_from(index).unwrap() + 5;
        assert!(links.iter().enumerate().all(|(index, link)| link.column == column(index)));
        assert_eq!(links.len(), 200_000);
    }

    #[test]
    fn hostile_text_takes_linear_time() {
        for piece in ["[", "](", "[a](", "[a](b (", "[a](<", "<", "<!--", "<ab:", "` ``", "[a]: "] {
            assert!(body_links(&piece.repeat(20_000)).len() <= 20_000);
        }
    }
}
