//! Lines and columns of a text whose lines end in LF, CR or CRLF.

use super::find::find_either;

/// A place in a text; line and column count from 1, columns in code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in that line, from 1, in code points.
    pub column: u32,
}

impl Position {
    /// The first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The position of the byte at `offset` in `text`; an offset past the end is the end.
    ///
    /// O(offset). An offset inside a character or a CRLF pair belongs to that character or line.
    pub fn at(text: &str, offset: usize) -> Self {
        let mut number = 0_u32;
        let mut last = Line { start: 0, end: 0, next: 0 };
        for line in Lines::new(text) {
            number = number.saturating_add(1);
            last = line;
            if offset < line.next {
                break;
            }
        }
        let inside = text.get(last.start..).unwrap_or_default().char_indices();
        let before = inside.take_while(|(index, _)| last.start + index < offset).count();
        Self { line: number.max(1), column: column_after(before) }
    }

    /// The same column, `lines` further down.
    #[must_use]
    pub fn down(self, lines: u32) -> Self {
        Self { line: self.line.saturating_add(lines), column: self.column }
    }
}

/// The column that follows `characters` characters.
pub(crate) fn column_after(characters: usize) -> u32 {
    u32::try_from(characters).unwrap_or(u32::MAX).saturating_add(1)
}

/// One line of a text, as byte offsets into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Where the line starts.
    pub start: usize,
    /// Where its text ends; the line break is not part of it.
    pub end: usize,
    /// Where the next line starts; equal to `end` if no break follows.
    pub next: usize,
}

impl Line {
    /// The line's text without its break.
    pub fn text<'text>(&self, whole: &'text str) -> &'text str {
        whole.get(self.start..self.end).unwrap_or_default()
    }
}

/// The lines of a text. A text that ends in a break has one more, empty, line.
#[derive(Debug, Clone)]
pub struct Lines<'text> {
    text: &'text str,
    next: Option<usize>,
}

impl<'text> Lines<'text> {
    /// Starts at the first byte of `text`.
    pub fn new(text: &'text str) -> Self {
        Self { text, next: Some(0) }
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let start = self.next?;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let length = find_either(rest, b'\n', b'\r').unwrap_or(rest.len());
        let end = start + length;
        let next = match rest.get(length..).unwrap_or_default() {
            [] => None,
            [b'\r', b'\n', ..] => Some(end + 2),
            _ => Some(end + 1),
        };
        self.next = next;
        Some(Line { start, end, next: next.unwrap_or(end) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Position};

    #[test]
    fn lines_end_at_every_kind_of_break() {
        let text = "a\nb\r\nc\rd";
        let lines: Vec<_> = Lines::new(text).map(|line| line.text(text)).collect();
        assert_eq!(lines, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_final_break_opens_an_empty_line() {
        assert_eq!(Lines::new("a\n").count(), 2);
        assert_eq!(Lines::new("").count(), 1);
    }

    #[test]
    fn a_text_of_many_carriage_returns_takes_linear_time() {
        let text = "a\r".repeat(1_000_000);
        assert_eq!(Lines::new(&text).count(), 1_000_001);
    }

    #[test]
    fn position_counts_code_points() {
        assert_eq!(Position::at("ab\r\nüx", 6), Position { line: 2, column: 2 });
        assert_eq!(Position::at("ab", 99), Position { line: 1, column: 3 });
        assert_eq!(Position::at("", 0), Position::START);
    }

    #[test]
    fn position_after_a_lone_carriage_return_is_on_the_next_line() {
        assert_eq!(Position::at("a\rb", 2), Position { line: 2, column: 1 });
    }
}
