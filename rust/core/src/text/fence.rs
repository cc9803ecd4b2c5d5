//! Finding the frontmatter: the lines between two `---` fences.
//!
//! The first line is the opening fence, the next line that is exactly `---` the closing one;
//! LF, CRLF and lone CR end a line. `---` inside a line, or indented, is text. Blanks after the
//! three hyphens are recorded, not refused: whether such a line is a fence is the profile's
//! matter. An unindented `---` with blanks can't be YAML content, so a reader that refuses it
//! loses nothing by stopping there.

use std::ops::Range;

use thiserror::Error;

use super::position::{Line, Lines};

/// Where the parts of a fenced text are, as byte offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fenced {
    /// The YAML between the fences, the break before the closing fence included.
    pub yaml: Range<usize>,
    /// Everything after the closing fence's line.
    pub body: Range<usize>,
    /// The line, from 1, on which the body starts.
    pub body_line: u32,
    /// Lines, from 1, of fences with blanks after the hyphens; ascending.
    pub blank_lines: Vec<u32>,
}

/// Why a text has no frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FenceError {
    /// There is no text at all.
    #[error("the file is empty, expected frontmatter between two lines `---`")]
    Empty,
    /// White space comes before the first fence.
    #[error("the frontmatter starts on line {line}, expected `---` on line 1")]
    Late {
        /// The line of the first `---`.
        line: u32,
    },
    /// The first line starts with `---` and holds more.
    #[error("the first line starts with `---` but holds more, expected `---` alone")]
    NotAlone,
    /// The first line is something else.
    #[error("there is no frontmatter, expected `---` on line 1")]
    Missing,
    /// No line closes what the first opened.
    #[error("the frontmatter opened on line 1 is never closed")]
    Unclosed {
        /// A line that may have been meant as the closing fence.
        candidate: Option<u32>,
    },
}

impl FenceError {
    /// What to write instead.
    pub fn help(&self) -> String {
        match self {
            Self::Empty | Self::Missing => {
                "start the file with `---`, then `name:` and `description:`, then `---`".to_owned()
            }
            Self::Late { .. } => "remove everything before the first `---`".to_owned(),
            Self::NotAlone => "put `---` on a line of its own".to_owned(),
            Self::Unclosed { candidate: Some(line) } => {
                format!("write exactly `---`, unindented, on line {line}")
            }
            Self::Unclosed { candidate: None } => {
                "add a line `---` after the last field, before the instructions".to_owned()
            }
        }
    }
}

/// Finds the fences of `text`, which has no byte order mark. O(length of the frontmatter).
pub fn find_fence(text: &str) -> Result<Fenced, FenceError> {
    let mut lines = Lines::new(text);
    let Some(first) = lines.next() else { return Err(FenceError::Empty) };
    let mut blank_lines = Vec::new();
    match kind(first.text(text)) {
        LineKind::Exact => {}
        LineKind::Blanks => blank_lines.push(1),
        _ => return Err(no_opening(text, first)),
    }
    let mut number = 1_u32;
    let mut candidate = None;
    for line in lines {
        number = number.saturating_add(1);
        match kind(line.text(text)) {
            LineKind::Text => continue,
            LineKind::Near => {
                candidate = candidate.or(Some(number));
                continue;
            }
            LineKind::Blanks => blank_lines.push(number),
            LineKind::Exact => {}
        }
        return Ok(Fenced {
            yaml: first.next..line.start,
            body: line.next..text.len(),
            body_line: number.saturating_add(1),
            blank_lines,
        });
    }
    Err(FenceError::Unclosed { candidate })
}

enum LineKind {
    Exact,
    Blanks,
    Near,
    Text,
}

fn kind(line: &str) -> LineKind {
    match line.strip_prefix("---") {
        Some("") => LineKind::Exact,
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b' ' | b'\t')) => LineKind::Blanks,
        _ if is_near(line) => LineKind::Near,
        _ => LineKind::Text,
    }
}

/// Whether the line looks like a fence somebody mistyped.
fn is_near(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed == "..." || (trimmed.len() >= 2 && trimmed.bytes().all(|byte| byte == b'-'))
}

fn no_opening(text: &str, first: Line) -> FenceError {
    if text.is_empty() {
        return FenceError::Empty;
    }
    let line = first.text(text);
    if line.starts_with("---") {
        return FenceError::NotAlone;
    }
    if line.trim().is_empty() {
        let later = (1_u32..).zip(Lines::new(text));
        let mut later = later.skip_while(|(_, line)| line.text(text).trim().is_empty());
        if let Some((number, line)) = later.next()
            && line.text(text).trim() == "---"
        {
            return FenceError::Late { line: number };
        }
    }
    FenceError::Missing
}

#[cfg(test)]
mod tests {
    use super::{FenceError, find_fence};

    #[test]
    fn fence_takes_every_line_break() {
        for text in ["---\na: b\n---\nB", "---\r\na: b\r\n---\r\nB", "---\ra: b\r---\rB"] {
            let fenced = find_fence(text).unwrap();
            assert!(text[fenced.yaml.clone()].starts_with("a: b"));
            assert_eq!(&text[fenced.body.clone()], "B");
            assert_eq!(fenced.body_line, 4);
            assert!(fenced.blank_lines.is_empty());
        }
    }

    #[test]
    fn fence_at_the_end_leaves_an_empty_body() {
        assert!(find_fence("---\na: b\n---").unwrap().body.is_empty());
    }

    #[test]
    fn blanks_after_a_fence_are_recorded() {
        assert_eq!(find_fence("--- \na: b\n---\t\nB").unwrap().blank_lines, [1, 3]);
    }

    #[test]
    fn hyphens_inside_a_line_are_text() {
        let text = "---\na: x --- y\n ---\nb: ---\n---\n";
        assert_eq!(&text[find_fence(text).unwrap().yaml], "a: x --- y\n ---\nb: ---\n");
    }

    #[test]
    fn other_first_lines_open_nothing() {
        assert_eq!(find_fence(""), Err(FenceError::Empty));
        assert_eq!(find_fence("# Title\n"), Err(FenceError::Missing));
        assert_eq!(find_fence("----\na: b\n----\n"), Err(FenceError::NotAlone));
        assert_eq!(find_fence("\n\n---\na: b\n---\n"), Err(FenceError::Late { line: 3 }));
    }

    #[test]
    fn unclosed_frontmatter_names_the_line_that_was_meant() {
        let found = find_fence("---\na: b\n...\nBody\n");
        assert_eq!(found, Err(FenceError::Unclosed { candidate: Some(3) }));
        assert_eq!(find_fence("---\na: b\n"), Err(FenceError::Unclosed { candidate: None }));
    }
}
