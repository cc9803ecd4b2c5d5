//! The prose lines of a Markdown text: those that are in no code block and no comment.
//!
//! A reduced reading of `CommonMark` 0.31: fenced code (also in quotes and list items), indented
//! code outside lists, HTML comments that start a line. One pass, O(length).

use super::position::{Line, Lines};

/// A line of prose; blank lines are left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProseLine {
    pub(super) line: Line,
    /// Line number from 1.
    pub(super) number: u32,
    /// Whether inline markup can't reach here from the line before.
    pub(super) starts_block: bool,
}

struct OpenFence {
    mark: u8,
    length: usize,
    quoted: bool,
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing the lines above leave open")]
struct Scanner {
    fence: Option<OpenFence>,
    in_comment: bool,
    in_list: bool,
    in_indented_code: bool,
    after_break: bool,
}

/// The prose lines of `body`.
pub(super) fn prose_lines(body: &str) -> Vec<ProseLine> {
    let mut scanner = Scanner { after_break: true, ..Scanner::default() };
    let numbered = (1_u32..).zip(Lines::new(body));
    numbered.filter_map(|(number, line)| scanner.take(body, number, line)).collect()
}

impl Scanner {
    fn take(&mut self, body: &str, number: u32, line: Line) -> Option<ProseLine> {
        let text = line.text(body);
        // What a line can be shows in its first mark; most lines start with a letter.
        let Some(mark) = text.trim_start().bytes().next() else {
            return self.take_blank(text);
        };
        if self.in_code_or_comment(text, mark) {
            self.after_break = true;
            return None;
        }
        let item = starts_item(mark) && list_item(text).is_some();
        let indented = text.starts_with("    ") || text.trim_start_matches(' ').starts_with('\t');
        self.in_list =
            item || (self.in_list && (indented || !self.after_break || text.starts_with(' ')));
        if indented && !self.in_list && (self.after_break || self.in_indented_code) {
            self.in_indented_code = true;
            return None;
        }
        self.in_indented_code = false;
        let heading = mark == b'#' && heading(text).is_some();
        let starts_block = self.after_break || item || heading || text.starts_with('|');
        self.after_break = heading;
        Some(ProseLine { line, number, starts_block })
    }

    /// A line of white space alone may end a quoted fence, and nothing else that is open.
    fn take_blank(&mut self, text: &str) -> Option<ProseLine> {
        let _ = self.in_code_or_comment(text, b' ');
        self.after_break = true;
        None
    }

    fn in_code_or_comment(&mut self, text: &str, mark: u8) -> bool {
        if let Some(fence) = &self.fence {
            let left_quote = fence.quoted && mark != b'>';
            if !left_quote {
                if closes(fence, text) {
                    self.fence = None;
                }
                return true;
            }
            self.fence = None;
        }
        if self.in_comment {
            self.in_comment = !text.contains("-->");
            return true;
        }
        if mark == b'<' && text.trim_start().starts_with("<!--") && !text.contains("-->") {
            self.in_comment = true;
            return true;
        }
        if matches!(mark, b'`' | b'~' | b'>') || starts_item(mark) {
            self.fence = opens(text);
        }
        self.fence.is_some()
    }
}

/// Whether a list item may start with this mark.
fn starts_item(mark: u8) -> bool {
    matches!(mark, b'-' | b'*' | b'+') || mark.is_ascii_digit()
}

fn opens(text: &str) -> Option<OpenFence> {
    let quoted = text.trim_start().starts_with('>');
    let mut inner = text.trim_start_matches([' ', '\t', '>']);
    while let Some(item) = list_item(inner) {
        inner = item.trim_start();
    }
    let mark = *inner.as_bytes().first()?;
    if !matches!(mark, b'`' | b'~') {
        return None;
    }
    let length = inner.bytes().take_while(|byte| *byte == mark).count();
    let info = inner.get(length..).unwrap_or_default();
    let is_fence = length >= 3 && (mark == b'~' || !info.contains('`'));
    is_fence.then_some(OpenFence { mark, length, quoted })
}

fn closes(fence: &OpenFence, text: &str) -> bool {
    let inner = text.trim_matches([' ', '\t', '>']);
    inner.len() >= fence.length && inner.bytes().all(|byte| byte == fence.mark)
}

/// What follows the marker, if the line is a list item.
pub(super) fn list_item(text: &str) -> Option<&str> {
    let inner = text.trim_start();
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let rest = if digits == 0 {
        inner.strip_prefix(['-', '*', '+'])?
    } else {
        inner.get(digits..)?.strip_prefix(['.', ')'])?
    };
    rest.starts_with([' ', '\t']).then_some(rest)
}

/// Level and text, if the line is an ATX heading.
pub(super) fn heading(text: &str) -> Option<(usize, &str)> {
    let inner = text.trim_start_matches(' ');
    let level = inner.bytes().take_while(|byte| *byte == b'#').count();
    let rest = inner.get(level..)?;
    let is_heading = text.len() - inner.len() < 4
        && (1..=6).contains(&level)
        && (rest.is_empty() || rest.starts_with([' ', '\t']));
    is_heading.then(|| (level, rest.trim().trim_end_matches('#').trim_end()))
}

#[cfg(test)]
mod tests {
    use super::prose_lines;

    fn prose(body: &str) -> Vec<&str> {
        prose_lines(body).iter().map(|line| line.line.text(body)).collect()
    }

    #[test]
    fn fenced_code_is_no_prose() {
        assert_eq!(prose("a\n```sh\nb\n~~~\n```\nc\n"), ["a", "c"]);
        assert_eq!(prose("- x\n  ~~~~\n  b\n  ~~~\n  ~~~~\nc"), ["- x", "c"]);
        assert_eq!(prose("> ```\n> b\nc"), ["c"]);
    }

    #[test]
    fn indented_code_is_no_prose_but_a_list_continuation_is() {
        assert_eq!(prose("a\n\n    code\n\tcode\n\nb"), ["a", "b"]);
        assert_eq!(prose("- a\n\n    more\n"), ["- a", "    more"]);
    }

    #[test]
    fn comments_are_no_prose() {
        assert_eq!(prose("a\n<!-- x\ny\n-->\nb"), ["a", "b"]);
    }
}
